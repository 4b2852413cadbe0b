import type { BillwrightError } from '@billwright/sdk'
import { Autocomplete, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isNothing } from '../accounts/queries.ts'
import { fieldErrorsOf, isProblem } from '../api/client.ts'
import type { Invoice } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { BookedDay, closedPeriodOf } from '../components/booked-day.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { tellFailed } from '../components/notices.tsx'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { todayIn, useFormat, withoutSign } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import type { useActions } from './use-actions.ts'

interface Props {
  readonly invoice: Invoice
  readonly actions: ReturnType<typeof useActions>
  readonly onClose: () => void
}

/** Records a payment or a refund, prefilled with the amount due. */
export function PaymentForm({ invoice, actions, onClose }: Props) {
  const words = useWords().invoice
  const { pay: title } = useWords().actions
  const payments = useWords().payments
  const format = useFormat()
  const { language } = useLanguage()
  const { data: settings } = useQuery(settingsQuery)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isRepeated, setRepeated] = useState(false)
  const [isTooMuch, setTooMuch] = useState(false)
  const account = useWords().onAccount
  const today = settings && todayIn(settings.timeZone)
  const isRefund = invoice.display_status === 'refund_due'
  const open = withoutSign(invoice.totals.due)
  const due = format.money(open, invoice.currency)
  // Without an amount due, there is nothing to settle.
  const canKeepRest = isTooMuch && !isNothing(open)

  const record = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const amount = toDecimal(text('amount'), language)
    if (amount.startsWith('-'))
      return setErrors({ amount: isRefund ? payments.noSign : payments.noteFirst })
    const body = {
      // A refund is a negative payment.
      amount: isRefund ? `-${amount}` : amount,
      // Today is the service's default. Without a day the service also recognizes the same payment
      // of another day.
      ...(!['', today].includes(text('paid_at')) && { paid_at: text('paid_at') }),
      method: text('method') || null,
      reference: text('reference') || null,
      note: text('note') || null,
      ...(isRepeated && { allow_duplicate: true }),
      ...(canKeepRest && { overpayment: 'account' as const }),
    }
    try {
      await actions.pay(body, onClose)
    } catch (error) {
      const isThere = isProblem(error, 'payment_exists')
      const isOver = isProblem(error, 'overpayment')
      const faults = isThere
        ? { reference: payments.exists }
        : isOver && isRefund
          ? { amount: hasNoReason(error) ? payments.noteFirst : payments.refundTooMuch }
          : fieldErrorsOf(error)
      // Both may be true, but the service reports one at a time.
      if (!isRefund && isOver) setTooMuch(true)
      if (isThere) setRepeated(true)
      setErrors(faults)
      setRefusal(error)
      const isShown = Object.keys(faults).length > 0 || closedPeriodOf(error) !== null
      if (!isShown) tellFailed(error)
    }
  }
  const changed = () => {
    setRepeated(false)
    setTooMuch(false)
  }
  return (
    <Dialog
      isOpen
      isBusy={actions.isBusy}
      onClose={onClose}
      title={isRefund ? payments.recordRefund : title}
    >
      <form onSubmit={record} onChange={changed}>
        <Stack gap="sm">
          <TextInput
            name="amount"
            label={words.amount}
            description={isRefund ? payments.refundHint(due) : words.amountHint(due)}
            inputMode="decimal"
            defaultValue={shownDecimal(open, language)}
            error={canKeepRest ? account.tooMuch : errors.amount}
            data-autofocus
          />
          <BookedDay
            name="paid_at"
            label={isRefund ? payments.refundedOn : words.paidAt}
            day={today}
            error={errors.paid_at}
            refusal={refusal}
          />
          <Autocomplete
            name="method"
            label={words.method}
            placeholder={words.methodHint}
            data={[...payments.methods]}
            maxLength={60}
            error={errors.method}
          />
          <TextInput
            name="reference"
            label={words.reference}
            placeholder={words.referenceHint}
            maxLength={200}
            error={errors.reference}
          />
          <Textarea name="note" label={words.note} autosize minRows={1} error={errors.note} />
          <FormButtons
            submit={
              isRepeated ? payments.recordAnyway : canKeepRest ? account.keepRest : words.record
            }
            isBusy={actions.isBusy}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

/** The credit note of a refund is missing, or void by now. */
const hasNoReason = ({ params }: BillwrightError): boolean => params.reason === 'no_refund'
