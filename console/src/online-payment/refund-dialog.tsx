import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { ButtonLink } from '../components/list-links.tsx'
import { useAct } from '../components/use-act.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'
import { ONLINE_KEY, type ProviderPayment } from './queries.ts'
import { useOnlinePaymentWords } from './words.ts'

/** The invoice that a refund is for, and its payment. */
interface RefundedInvoice {
  readonly id: string
  readonly number: string | null
  readonly paymentId: string
}

interface Props {
  readonly payment: ProviderPayment
  /** Null: the payment as a whole. */
  readonly invoice: RefundedInvoice | null
  readonly onClose: () => void
}

/** Gives money back, whole or in parts; then offers the credit note of the invoice. */
export function RefundDialog({ payment, invoice, onClose }: Props) {
  const words = useOnlinePaymentWords().refund
  const format = useFormat()
  const [refunded, setRefunded] = useState<string | null>(null)
  const money = (amount: string) => format.money(amount, payment.currency)
  const title = words.title(money(payment.amount))
  if (refunded === null)
    return <RefundForm {...{ payment, invoice, onClose, title }} onRefunded={setRefunded} />
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{words.requested(money(refunded))}</Text>
        {invoice && <Text size="sm">{words.creditNext(invoice.number ?? '')}</Text>}
        <Group justify="flex-end" className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {invoice ? words.later : words.close}
          </Button>
          {invoice && (
            <ButtonLink
              to="/invoices/$id"
              params={{ id: invoice.id }}
              search={{ ask: 'credit' }}
              size="sm"
              variant="filled"
              data-autofocus
              onClick={onClose}
            >
              {words.creditNote}
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

interface FormProps extends Props {
  readonly title: string
  readonly onRefunded: (amount: string) => void
}

function RefundForm({ payment, invoice, title, onClose, onRefunded }: FormProps) {
  const words = useOnlinePaymentWords().refund
  const format = useFormat()
  const { language } = useLanguage()
  const { submit, isBusy } = useAct([INVOICES_KEY], [ONLINE_KEY], ['attention'])
  const [error, setError] = useState<unknown>(null)
  const { id, currency } = payment
  const left = leftOf(payment, invoice?.id ?? null)
  const money = (amount: string) => format.money(amount, currency)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const amount = toDecimal(text('amount'), language)
    const body = { amount, reason: text('reason') }
    try {
      const made = await submit({
        run: (api) =>
          invoice
            ? api.refundInvoicePayment({
                path: { id: invoice.id, payment_id: invoice.paymentId },
                body,
              })
            : api.refundProviderPayment({ path: { id }, body }),
        done: words.done,
      })
      if (made) onRefunded(made.amount)
    } catch (failure) {
      setError(failure)
    }
  }
  const errors = fieldErrorsOf(error)
  return (
    <Dialog isOpen isBusy={isBusy} onClose={onClose} title={title}>
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          <TextInput
            name="amount"
            label={words.amount}
            description={words.left(money(left))}
            inputMode="decimal"
            defaultValue={shownDecimal(left, language)}
            error={errors.amount}
            data-autofocus
          />
          <TextInput
            name="reason"
            label={words.reason}
            description={words.reasonHint}
            maxLength={500}
            error={errors.reason}
          />
          <Text size="sm" c="dimmed">
            {invoice ? words.fromInvoice(invoice.number ?? '') : sourcesText(payment, words, money)}
          </Text>
          <FormFault error={error} fields={['amount', 'reason']} />
          <FormButtons submit={words.submit} isBusy={isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}

const ON_ITS_WAY: ReadonlySet<string> = new Set(['requested', 'pending'])

/** What can still be refunded: of the payment, or of what it paid of one invoice. */
export function leftOf(payment: ProviderPayment, invoiceId: string | null): string {
  const { refundable, booked, refunds, currency } = payment
  if (invoiceId === null) return refundable
  const minorOf = (list: readonly { readonly amount: string }[]) =>
    sumOf(list.map(({ amount }) => parseMinor(amount, currency)))
  const held = minorOf(booked.filter((it) => it.on === 'invoice' && it.invoice_id === invoiceId))
  const asked = minorOf(
    refunds.filter((it) => it.invoice_id === invoiceId && ON_ITS_WAY.has(it.status)),
  )
  const whole = parseMinor(refundable, currency)
  const left = held - asked
  return formatMinor(left < 0n ? 0n : left < whole ? left : whole, currency)
}

type Words = ReturnType<typeof useOnlinePaymentWords>['refund']

/** Where the money comes from, in this order. */
function sourcesText(
  { booked, unassigned, currency }: ProviderPayment,
  words: Words,
  money: (amount: string) => string,
): string {
  const on = (place: 'account' | 'invoice') =>
    sumOf(booked.filter((it) => it.on === place).map((it) => parseMinor(it.amount, currency)))
  const parts = [
    [parseMinor(unassigned, currency), words.unassigned] as const,
    [on('account'), words.account] as const,
    [on('invoice'), words.invoices] as const,
  ]
  return words.from(
    parts
      .filter(([minor]) => minor > 0n)
      .map(([minor, word]) => word(money(formatMinor(minor, currency))))
      .join(words.afterwards),
  )
}

/** Whether an amount is zero. */
export const isNone = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount)
