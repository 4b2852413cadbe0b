import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import './empty.css'
import type { ReactNode } from 'react'

interface Props {
  /** A drawing. */
  readonly icon?: ReactNode
  readonly title: string
  /** The text of an empty list: what will be here, and how to add it. */
  readonly text: string
  readonly action?: ReactNode
}

/** An empty list explains itself. */
export function Empty({ icon, title, text, action }: Props) {
  return (
    <Paper p="xl" className={icon === undefined ? undefined : 'empty'}>
      <Stack align="center" gap={4} ta="center">
        {icon}
        <Title order={2} size="md">
          {title}
        </Title>
        <Text c="dimmed" maw={460} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
        {action && <div className="empty-action">{action}</div>}
      </Stack>
    </Paper>
  )
}

interface NothingFoundProps {
  readonly words: {
    readonly nothingTitle: string
    readonly nothingText: string
    readonly clear: string
  }
  readonly onClear: () => void
}

/** Shown if the filters of a list match nothing, with a button to clear them. */
export const NothingFound = ({ words, onClear }: NothingFoundProps) => (
  <Empty
    title={words.nothingTitle}
    text={words.nothingText}
    action={
      <Button variant="default" onClick={onClear}>
        {words.clear}
      </Button>
    }
  />
)
