import type { Args } from '@billwright/sdk'
import { Alert, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { itemsOf } from '../api/items.ts'
import type { Quote } from '../api/quotes.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { shownDecimal, shownPercent } from '../words/decimal-text.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { isNothing, type Part, partIn } from './parts.ts'
import type { useQuoteActions } from './use-quote-actions.ts'

interface Props {
  readonly quote: Quote
  readonly actions: ReturnType<typeof useQuoteActions>
  readonly onClose: () => void
}

/** Creates a draft invoice of the rest or of parts, and shows the rest of each item. */
export function InvoiceDialog({ quote, actions, onClose }: Props) {
  const words = useWords().quotes
  const { language } = useLanguage()
  const hasDeposits = quote.invoicing.invoices.some(
    ({ kind, status }) => kind === 'prepayment' && status !== 'void',
  )
  // After a deposit, the rest would bill more than the quote: a final invoice deducts the deposit.
  const [extent, setExtent] = useState<Extent>(hasDeposits ? 'final' : 'rest')
  const [error, setError] = useState<unknown>(null)
  const isAccepted = quote.status === 'accepted'
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const whole = partIn(String(form.get('deposit') ?? ''), language)
    const parts = quote.items.flatMap(({ id }) => {
      const part = partIn(String(form.get(id) ?? ''), language)
      return part === null ? [] : [{ id, ...part }]
    })
    if (extent === 'parts' && parts.length === 0) return setError(new Error(words.choosePart))
    if (extent === 'deposit' && whole === null) return setError(new Error(words.chooseDeposit))
    try {
      await actions.invoice({
        ...wanted(extent, parts, whole),
        ...(form.has('force') && { force: true }),
        ...(form.has('allow_more') && { allow_more: true }),
      })
      onClose()
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog
      isOpen
      isBusy={actions.isBusy}
      onClose={onClose}
      title={words.invoiceTitle(quote.number ?? '')}
      size="lg"
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          {!isAccepted && (
            <Alert color="yellow">
              <Stack gap="xs">
                {words.notAccepted}
                <Checkbox name="force" label={words.force} required />
              </Stack>
            </Alert>
          )}
          <Radio.Group
            value={extent}
            onChange={(value) => setExtent(value as Extent)}
            aria-label={words.invoice}
          >
            <Stack gap="xs">
              {hasDeposits ? (
                <Radio value="final" label={words.final} />
              ) : (
                <Radio value="rest" label={words.rest} />
              )}
              <Radio value="parts" label={words.parts} />
              <Radio value="deposit" label={words.deposit} />
            </Stack>
          </Radio.Group>
          {extent === 'deposit' && (
            <TextInput
              name="deposit"
              label={words.depositValue}
              placeholder={words.depositHint}
              data-number
              defaultValue={
                quote.deposit_percent === null ? '' : shownPercent(quote.deposit_percent, language)
              }
            />
          )}
          {extent === 'parts' && (
            <>
              {itemsOf(quote)
                .filter((item) => item.selected)
                .map((item) => (
                  <ItemPart key={item.id} item={item} left={leftOf(quote, item.id)} />
                ))}
              <Checkbox name="allow_more" label={words.allowMore} />
            </>
          )}
          <FormFault error={error} />
          <FormButtons submit={words.invoice} isBusy={actions.isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}

type Extent = 'rest' | 'parts' | 'deposit' | 'final'
type Body = NonNullable<Args<'invoiceQuote'>['body']>

/** The body. The total of a deposit is the amount that the customer pays. */
function wanted(extent: Extent, items: NonNullable<Body['items']>, deposit: Part | null): Body {
  if (extent === 'parts') return { mode: 'items', items }
  if (extent !== 'deposit') return { mode: extent }
  const size = deposit && 'quantity' in deposit ? { total: deposit.quantity } : deposit
  return { mode: 'deposit', ...size }
}

interface ItemPartProps {
  readonly item: ReturnType<typeof itemsOf<Quote['items'][number]>>[number]
  readonly left: string
}

function ItemPart({ item, left }: ItemPartProps) {
  const words = useWords().quotes
  const { language } = useLanguage()
  const shown = (decimal: string) => shownDecimal(decimal, language)
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" lineClamp={2}>
          {item.description}
        </Text>
        <Text size="xs" c="dimmed">
          {words.leftOf(shown(left), shown(item.quantity))}
        </Text>
      </div>
      <TextInput
        name={item.id}
        aria-label={words.partOf(item.description)}
        placeholder={isNothing(left) ? '' : words.partHint}
        w={130}
        miw={130}
      />
    </Group>
  )
}

export const leftOf = ({ invoicing }: Quote, id: string): string =>
  invoicing.items.find((item) => item.id === id)?.left ?? '0'
