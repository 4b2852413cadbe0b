import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface ListProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Cards one below the other, on every screen width. */
export function EntryList({ ref, children }: ListProps) {
  return (
    <Stack ref={ref} component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {children}
    </Stack>
  )
}

interface Props {
  readonly title: ReactNode
  /** The state, beside the title. */
  readonly state?: ReactNode
  readonly text?: string
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** One entry with its details, state and actions. */
export function EntryCard({ title, state, text, actions, children }: Props) {
  return (
    <Paper component="li" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex={{ base: '1 1 100%', xs: '1 1 220px' }}>
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
