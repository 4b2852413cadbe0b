import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Entries one below the other, on every width. */
export function EntryList({ children }: { readonly children: ReactNode }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {children}
    </Stack>
  )
}

interface Props {
  readonly title: ReactNode
  /** Beside the title: what state it is in. */
  readonly state?: ReactNode
  readonly text?: string
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** One entry: what it is, how it is, and what can be done with it. */
export function EntryCard({ title, state, text, actions, children }: Props) {
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 220px">
          <Group gap="xs">
            <Text component="div" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
            {state}
          </Group>
          {children}
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Paper>
  )
}
