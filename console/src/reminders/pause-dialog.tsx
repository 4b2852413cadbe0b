import { NativeSelect, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useReminderWords } from './words.ts'

const REASONS = ['promise', 'dispute', 'other'] as const

interface Props {
  readonly invoice: Invoice
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Reason and end of a pause. */
export function PauseDialog({ invoice, isOpen, onClose }: Props) {
  const words = useReminderWords()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.pauseTitle(invoice.number ?? '')}>
      {isOpen && <PauseForm id={invoice.id} onDone={onClose} />}
    </Dialog>
  )
}

interface PauseBody {
  readonly reason: (typeof REASONS)[number]
  readonly until: string | null
  readonly note: string | null
}

function PauseForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const words = useReminderWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useChange({
    run: (api, body: PauseBody) => api.pauseReminders({ path: { id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
      tellDone(words.paused)
      onDone()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim() || null
    const reason = REASONS.find((it) => it === text('reason')) ?? 'other'
    mutate({ reason, until: text('until'), note: text('note') })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          name="reason"
          label={words.pauseReason}
          data={REASONS.map((value) => ({ value, label: words.pauseReasons[value] }))}
          data-autofocus
        />
        <DayField
          name="until"
          label={words.pauseUntil}
          description={words.pauseUntilHint}
          error={fieldErrorsOf(error).until}
        />
        <Textarea
          name="note"
          label={words.pauseNote}
          description={words.pauseNoteHint}
          maxLength={1000}
          autosize
          minRows={2}
        />
        <FormFault error={error} fields={['until']} />
        <FormButtons submit={words.pause} isBusy={isPending} />
      </Stack>
    </form>
  )
}
