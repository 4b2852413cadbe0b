import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly icon: ReactNode
  readonly title: string
  /** What will be here, and how one gets there. */
  readonly text: string
  readonly action?: ReactNode
}

/** A list without entries teaches what it is for. */
export function Empty({ icon, title, text, action }: Props) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        {icon}
        <Title order={2}>{title}</Title>
        <Text c="dimmed" maw={460} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}

interface NothingFoundProps {
  readonly icon: ReactNode
  readonly words: {
    readonly nothingTitle: string
    readonly nothingText: string
    readonly clear: string
  }
  readonly onClear: () => void
}

/** The filters of a list match nothing; they can be cleared. */
export const NothingFound = ({ icon, words, onClear }: NothingFoundProps) => (
  <Empty
    icon={icon}
    title={words.nothingTitle}
    text={words.nothingText}
    action={
      <Button variant="default" onClick={onClear}>
        {words.clear}
      </Button>
    }
  />
)
