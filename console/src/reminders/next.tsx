import type { Data } from '@billwright/sdk'
import { Text } from '@mantine/core'
import { useFormat } from '../words/format.ts'
import { useReminderWords } from './words.ts'

type Next = Data<'listNextReminders'>['data'][number]

/** The day of the next reminder; hidden if there is none. */
export function NextReminder({ next: state }: { readonly next: Next | undefined }) {
  const words = useReminderWords()
  const format = useFormat()
  if (!state?.next) return null
  const { next, waits_for: wait, pause } = state
  const isPaused = wait === 'paused' && pause !== null
  return (
    <Text size="xs" c="dimmed">
      {isPaused
        ? words.pausedFor[pause.reason]
        : wait === 'approval'
          ? words.due
          : words.nextShort(format.shortDate(next.day))}
    </Text>
  )
}
