import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import './kept-row.css'

interface Props {
  readonly title: ReactNode
  readonly text: ReactNode
  readonly actions: ReactNode
}

/** One of a few things that are set up, such as a bank account, in a list `kept-rows` on their sheet. */
export const KeptRow = ({ title, text, actions }: Props) => (
  <li className="kept-row">
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
