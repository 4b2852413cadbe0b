import { Checkbox, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { itemsOf } from '../api/items.ts'
import type { Quote } from '../api/quotes.ts'
import { MomentField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import type { useQuoteActions } from './use-quote-actions.ts'

interface Props {
  readonly quote: Quote
  readonly kind: 'accepted' | 'declined'
  readonly actions: ReturnType<typeof useQuoteActions>
  readonly onClose: () => void
}

/** Records the customer's answer on paper, by phone or by e-mail. */
export function AnswerDialog({ quote, kind, actions, onClose }: Props) {
  const words = useWords().quotes
  const format = useFormat()
  const [error, setError] = useState<unknown>(null)
  const optional = kind === 'accepted' ? itemsOf(quote).filter((item) => item.optional) : []
  const isAccepted = kind === 'accepted'
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const at = new Date(text('at'))
    try {
      await actions.answer(kind, {
        name: text('name') || null,
        note: text('note') || null,
        ...(Number.isNaN(at.getTime()) ? {} : { at: at.toISOString() }),
        ...(optional.length > 0 && { selected: form.getAll('selected').map(String) }),
      })
      onClose()
    } catch (failure) {
      setError(failure)
    }
  }
  const title = isAccepted ? words.acceptTitle : words.declineTitle
  return (
    <Dialog isOpen isBusy={actions.isBusy} onClose={onClose} title={title(quote.number ?? '')}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput name="name" label={words.answerName} maxLength={200} data-autofocus />
          <Textarea name="note" label={words.answerNote} maxLength={1000} autosize minRows={2} />
          <MomentField name="at" label={words.answerAt} description={words.answerAtHint} />
          {optional.length > 0 && (
            <Input.Wrapper
              label={words.chosen}
              labelElement="div"
              role="group"
              aria-label={words.chosen}
            >
              <Stack gap="xs" mt={6}>
                {optional.map((item) => (
                  <Checkbox
                    key={item.id}
                    name="selected"
                    value={item.id}
                    defaultChecked={item.selected}
                    label={dotted([item.description, format.money(item.total, quote.currency)])}
                  />
                ))}
              </Stack>
            </Input.Wrapper>
          )}
          <FormFault error={error} />
          <FormButtons submit={words.record} isBusy={actions.isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}
