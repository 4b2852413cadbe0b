import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { INVOICES_KEY } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useAct } from '../components/use-act.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { todayIn } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import type { DeliveredDocument, Deliveries } from './queries.ts'

interface Props {
  readonly of: DeliveredDocument
  readonly items: Deliveries['items']
  readonly onClose: () => void
}

/** Issues a delivery note, prefilled with the open quantities. */
export function DeliveryNoteForm({ of, items, onClose }: Props) {
  const words = useWords().deliveryNotes
  const { language } = useLanguage()
  const { data: settings } = useQuery(settingsQuery)
  const { submit, isBusy } = useAct([INVOICES_KEY])
  const [error, setError] = useState<unknown>(null)
  const hasOpen = items.some(({ open }) => open !== '0')
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = items.map(({ item_id }) => ({
      item_id,
      quantity: toDecimal(String(form.get(item_id) ?? ''), language),
    }))
    const chosen = typed.filter(({ quantity }) => quantity !== '' && quantity !== '0')
    if (chosen.length === 0) return setError(new Error(words.chooseQuantity))
    const date = String(form.get('date') ?? '')
    try {
      await submit({
        run: (api) =>
          api.createDeliveryNote({
            body: {
              ...(of.kind === 'quote' ? { quote_id: of.id } : { invoice_id: of.id }),
              items: chosen,
              ...(date && { date }),
              ...(form.has('allow_more') && { allow_more: true }),
            },
          }),
        done: ({ number }) => words.issued(number),
      })
      onClose()
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog isOpen isBusy={isBusy} onClose={onClose} title={words.create} size="lg">
      <form onSubmit={send}>
        <Stack gap="sm">
          {items.map((item) => (
            <Group key={item.item_id} justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                  {item.description}
                </Text>
                <Text size="xs" c="dimmed">
                  {words.openOf(
                    shownDecimal(item.open, language),
                    shownDecimal(item.quantity, language),
                  )}
                </Text>
              </div>
              <TextInput
                name={item.item_id}
                aria-label={words.quantityOf(item.description)}
                inputMode="decimal"
                defaultValue={item.open === '0' ? '' : shownDecimal(item.open, language)}
                w={110}
                miw={110}
              />
            </Group>
          ))}
          <DayField
            key={settings?.timeZone}
            name="date"
            label={words.date}
            defaultValue={settings && todayIn(settings.timeZone)}
            maw={220}
          />
          <Checkbox name="allow_more" label={words.allowMore} defaultChecked={!hasOpen} />
          <FormFault error={error} />
          <FormButtons submit={words.issue} isBusy={isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}
