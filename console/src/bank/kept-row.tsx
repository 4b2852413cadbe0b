import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  readonly text: ReactNode
  readonly actions: ReactNode
}

/** A bank account or a rule among the others on their sheet. */
export const KeptRow = ({ title, text, actions }: Props) => (
  <li className="bank-kept">
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Text component="div" fw={500}>
        {title}
      </Text>
      <Text component="div" c="dimmed" size="sm">
        {text}
      </Text>
    </div>
    <Group gap={4} wrap="nowrap">
      {actions}
    </Group>
  </li>
)
