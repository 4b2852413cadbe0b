import { NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { EntryAction } from '../components/add-list.tsx'
import { BookedDay, closedPeriodOf } from '../components/booked-day.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { IconPencil } from '../components/icons.ts'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { type Collected, RUN_KEYS } from '../direct-debit/queries.ts'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import { todayIn } from '../words/format.ts'

/** What can be said of a collection. */
const OUTCOMES = {
  submitted: ['collected', 'refused'],
  collected: ['returned'],
} as const

interface Props {
  readonly collected: Collected
}

/** For those who read no statements: a person says what the bank did with a collection. */
export function NoteOutcome({ collected }: Props) {
  const words = useDirectDebitWords().outcome
  const mayIssue = useMay('issue')
  const [isOpen, dialog] = useDisclosure()
  if (!mayIssue || !(collected.collection.status in OUTCOMES)) return null
  return (
    <>
      <EntryAction
        label={words.one(collected.invoice?.number ?? '')}
        Icon={IconPencil}
        onClick={dialog.open}
      />
      {isOpen && <OutcomeDialog collected={collected} onClose={dialog.close} />}
    </>
  )
}

function OutcomeDialog({ collected, onClose }: Props & { readonly onClose: () => void }) {
  const { outcome: words, codes } = useDirectDebitWords()
  const { id, status } = collected.collection
  const possible = OUTCOMES[status as keyof typeof OUTCOMES]
  const [outcome, setOutcome] = useState<string>(possible[0])
  const queries = useQueryClient()
  const { data: settings } = useQuery(settingsQuery)
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '')
      const body = {
        outcome: possible.find((it) => it === text('outcome')) ?? possible[0],
        ...(text('on') !== '' && { on: text('on') }),
        ...(text('code') !== '' && { code: text('code') }),
      }
      return api.noteCollectionOutcome({ path: { id }, body })
    },
    onSuccess: async () => {
      await Promise.all(RUN_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey })))
      tellDone(words.done)
      onClose()
    },
  })
  const errors = fieldErrorsOf(error)
  return (
    <DialogForm
      title={words.one(collected.invoice?.number ?? '')}
      words={words}
      isBusy={isPending}
      error={closedPeriodOf(error) === null ? error : null}
      places={['on', 'code']}
      onClose={onClose}
      onSubmit={mutate}
    >
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      <NativeSelect
        name="outcome"
        label={words.what}
        value={outcome}
        onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
        data={possible.map((value) => ({ value, label: words.outcomes[value] ?? value }))}
      />
      {outcome !== 'collected' && (
        <NativeSelect
          name="code"
          label={words.code}
          error={errors.code}
          data={[
            { value: '', label: words.noCode },
            ...Object.entries(codes).map(([value, text]) => ({
              value,
              label: `${value}: ${text}`,
            })),
          ]}
        />
      )}
      <BookedDay
        name="on"
        label={words.on}
        error={errors.on}
        day={settings && todayIn(settings.timeZone)}
        refusal={error}
      />
    </DialogForm>
  )
}
