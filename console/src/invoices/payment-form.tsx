import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, fieldErrorsOf } from '../api.ts'
import { useFormat } from '../format.ts'
import { tellFailed } from '../parts/notices.tsx'
import { useLanguage, useWords } from '../words.tsx'
import { actionWords } from './action-words.ts'
import { shownDecimal, toDecimal } from './decimal-text.ts'
import { detailWords } from './detail-words.ts'
import type { Invoice } from './queries.ts'
import { useInvoiceAction } from './use-invoice-action.ts'

interface Props {
  readonly invoice: Invoice
  readonly onClose: () => void
}

/** A payment in part or in full: what is due stands there already. */
export function PaymentForm({ invoice, onClose }: Props) {
  const words = useWords(detailWords)
  const actions = useWords(actionWords)
  const format = useFormat()
  const { language } = useLanguage()
  const { act, isBusy } = useInvoiceAction()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const due = format.money(invoice.totals.due, invoice.currency)

  const record = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const body = {
      amount: toDecimal(text('amount'), language),
      ...(text('paid_at') !== '' && { paid_at: text('paid_at') }),
      method: text('method') || null,
      reference: text('reference') || null,
      note: text('note') || null,
    }
    const path = { id: invoice.id }
    try {
      const payment = await api.recordPayment({ path, body })
      onClose()
      await act({
        run: async () => payment,
        done: words.paymentRecorded(format.money(payment.amount, payment.currency)),
        undo: () => api.deletePayment({ path: { ...path, payment_id: payment.id } }),
      })
    } catch (error) {
      const faults = fieldErrorsOf(error)
      setErrors(faults)
      if (Object.keys(faults).length === 0) tellFailed(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={actions.pay} centered>
      <form onSubmit={record}>
        <Stack gap="sm">
          <TextInput
            name="amount"
            label={words.amount}
            description={words.amountHint(due)}
            inputMode="decimal"
            defaultValue={shownDecimal(invoice.totals.due, language)}
            error={errors.amount}
            data-autofocus
          />
          <TextInput name="paid_at" type="date" label={words.paidAt} error={errors.paid_at} />
          <TextInput
            name="method"
            label={words.method}
            placeholder={words.methodHint}
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {words.record}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
