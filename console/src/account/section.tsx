import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** Beside the title. */
  readonly state?: ReactNode
  readonly text?: string
  readonly children: ReactNode
}

export function Section({ title, state, text, children }: Props) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section">
      <Stack gap="md" align="stretch">
        <div>
          <Group gap="sm">
            <Title order={2}>{title}</Title>
            {state}
          </Group>
          {text && (
            <Text size="sm" c="dimmed" mt={4}>
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
