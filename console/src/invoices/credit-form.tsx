import { Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf, messageOf } from '../api/client.ts'
import type { Invoice } from '../api/invoices.ts'
import { itemsOf } from '../api/items.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { tellFailed } from '../components/notices.tsx'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { useLanguage, useWords } from '../words/language.ts'
import type { useActions } from './use-actions.ts'

interface Props {
  readonly invoice: Invoice
  readonly actions: ReturnType<typeof useActions>
  readonly onClose: () => void
}

/** Creates a draft credit note for the rest of an invoice or for quantities of items. */
export function CreditForm({ invoice, actions, onClose }: Props) {
  const words = useWords().invoice
  const { language } = useLanguage()
  const { credit, isBusy } = actions
  const [extent, setExtent] = useState('whole')
  const [error, setError] = useState<string | null>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reason = String(form.get('reason') ?? '').trim()
    const items = invoice.items.flatMap(({ id }) => {
      const quantity = toDecimal(String(form.get(id) ?? ''), language)
      return Number(quantity) === 0 ? [] : [{ id, quantity }]
    })
    if (extent === 'chosen' && items.length === 0) return setError(words.chooseOne)
    try {
      await credit({
        ...(extent === 'chosen' && { items }),
        ...(reason !== '' && { reason }),
      })
      onClose()
    } catch (failure) {
      const faults = Object.values(fieldErrorsOf(failure))
      if (faults.length === 0) tellFailed(failure)
      setError(faults.join(' ') || messageOf(failure))
    }
  }
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      title={words.creditTitle(invoice.number ?? '')}
      size="lg"
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Radio.Group value={extent} onChange={setExtent} aria-label={words.creditNotes}>
            <Stack gap="xs">
              <Radio value="whole" label={words.whole} />
              <Radio value="chosen" label={words.chosen} />
            </Stack>
          </Radio.Group>
          {extent === 'chosen' &&
            itemsOf(invoice).map((item) => (
              <Group key={item.id} justify="space-between" wrap="nowrap">
                <Text size="sm" lineClamp={2}>
                  {item.description}
                </Text>
                <TextInput
                  name={item.id}
                  aria-label={words.quantityToCredit(item.description)}
                  inputMode="decimal"
                  w={150}
                  flex="none"
                  rightSectionWidth={80}
                  rightSection={
                    <Text size="xs" c="dimmed">
                      {words.of(shownDecimal(item.quantity, language))}
                    </Text>
                  }
                />
              </Group>
            ))}
          <Textarea
            name="reason"
            label={words.reason}
            description={words.reasonHint}
            maxLength={500}
            autosize
          />
          {error !== null && (
            <Text c="red" size="sm" role="alert">
              {error}
            </Text>
          )}
          <FormButtons submit={words.createCredit} isBusy={isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}
