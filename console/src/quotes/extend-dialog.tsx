import { Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Quote } from '../api/quotes.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useWords } from '../words/language.ts'
import type { useQuoteActions } from './use-quote-actions.ts'

interface Props {
  readonly quote: Quote
  readonly actions: ReturnType<typeof useQuoteActions>
  readonly onClose: () => void
}

/** Changes the last day of an open quote. */
export function ExtendDialog({ quote, actions, onClose }: Props) {
  const words = useWords().quotes
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const day = String(new FormData(event.currentTarget).get('valid_until') ?? '')
    try {
      await actions.extend(day === '' ? null : day)
      onClose()
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog isOpen isBusy={actions.isBusy} onClose={onClose} title={words.extend}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <DayField
            name="valid_until"
            label={words.validUntil}
            defaultValue={quote.valid_until ?? ''}
            data-autofocus
          />
          <FormFault error={error} />
          <FormButtons submit={words.save} isBusy={actions.isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}
