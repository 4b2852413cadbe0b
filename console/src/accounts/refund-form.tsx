import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { closedPeriodOf } from '../components/booked-day.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { tellFailed } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { todayIn, useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { MoneyFields, moneyOf } from './money-fields.tsx'
import type { Account } from './queries.ts'

interface Props {
  readonly id: string
  /** Currencies with a balance; the first is preselected. */
  readonly balances: Account['balances']
  readonly onClose: () => void
}

/** Records a refund of money on account. */
export function RefundForm({ id, balances, onClose }: Props) {
  const words = useWords().onAccount
  const { record, amount: amountLabel } = useWords().invoice
  const format = useFormat()
  const { language } = useLanguage()
  const { data: settings } = useQuery(settingsQuery)
  const { submit, isBusy } = useAct([INVOICES_KEY])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [currency, setCurrency] = useState(balances[0]?.currency ?? '')
  const today = settings && todayIn(settings.timeZone)
  const balance = balances.find((it) => it.currency === currency)?.balance ?? '0'
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const amount = toDecimal(String(form.get('amount') ?? '').trim(), language)
    try {
      await submit({
        run: (api) =>
          api.refundAccount({
            path: { id },
            body: { ...moneyOf(form, today), amount, currency },
          }),
        done: words.paidBack,
      })
      onClose()
    } catch (error) {
      const faults = fieldErrorsOf(error)
      setErrors(faults)
      setRefusal(error)
      const isShown = Object.keys(faults).length > 0 || closedPeriodOf(error) !== null
      if (!isShown) tellFailed(error)
    }
  }
  return (
    <Dialog isOpen isBusy={isBusy} onClose={onClose} title={words.payBack}>
      <form onSubmit={send}>
        <Stack gap="sm">
          {balances.length > 1 && (
            <NativeSelect
              label={words.currency}
              data={balances.map((it) => it.currency)}
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value)}
            />
          )}
          <TextInput
            key={currency}
            name="amount"
            label={amountLabel}
            description={words.onAccount(format.money(balance, currency))}
            inputMode="decimal"
            defaultValue={shownDecimal(balance, language)}
            error={errors.amount}
            required
            data-autofocus
          />
          <MoneyFields errors={errors} today={today} refusal={refusal} />
          <FormButtons submit={record} isBusy={isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}
