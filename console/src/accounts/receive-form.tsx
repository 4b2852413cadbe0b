import { Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf, isProblem } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { closedPeriodOf } from '../components/booked-day.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { tellFailed } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { toDecimal } from '../words/decimal-text.ts'
import { todayIn, useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { MoneyFields, moneyOf } from './money-fields.tsx'
import { accountQuery, openInvoicesQuery } from './queries.ts'

interface Props {
  readonly id: string
  readonly currency: string | null
  readonly onClose: () => void
}

const USES = ['oldest', 'chosen', 'none'] as const
type Use = (typeof USES)[number]
/** Names of the inputs for the amount of each invoice. */
const PART = 'part/'

/** One payment for several invoices, or for none yet. */
export function ReceiveForm({ id, currency: usual, onClose }: Props) {
  const words = useWords().onAccount
  const { recordAnyway, exists } = useWords().payments
  const { record, amount: amountLabel } = useWords().invoice
  const { language } = useLanguage()
  const { data: settings } = useQuery(settingsQuery)
  const { data: account } = useQuery(accountQuery(id))
  const { submit, isBusy } = useAct([INVOICES_KEY])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isRepeated, setRepeated] = useState(false)
  const [use, setUse] = useState<Use>('oldest')
  const [chosen, setChosen] = useState<string | null>(null)
  const today = settings && todayIn(settings.timeZone)
  const home = usual ?? settings?.currency ?? 'EUR'
  const currency = chosen ?? home
  const known = [...new Set([home, ...(account?.balances.map((it) => it.currency) ?? [])])]

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const parts = [...form.entries()].flatMap(([name, value]) =>
      name.startsWith(PART) && String(value).trim() !== ''
        ? [
            {
              invoice_id: name.slice(PART.length),
              amount: toDecimal(String(value).trim(), language),
            },
          ]
        : [],
    )
    const apply = use === 'chosen' ? (parts.length > 0 ? parts : 'none') : use
    const amount = toDecimal(String(form.get('amount') ?? '').trim(), language)
    const body = {
      ...moneyOf(form, today),
      amount,
      currency,
      apply,
      ...(isRepeated && { allow_duplicate: true }),
    }
    try {
      await submit({
        run: (api) => api.receivePayment({ path: { id }, body }),
        done: words.received,
      })
      onClose()
    } catch (error) {
      const isThere = isProblem(error, 'payment_exists')
      const faults = isThere ? { reference: exists } : fieldErrorsOf(error)
      setRepeated(isThere)
      setErrors(faults)
      setRefusal(error)
      if (closedPeriodOf(error) !== null) return
      if (!Object.keys(faults).some((name) => !name.startsWith('apply'))) tellFailed(error)
    }
  }
  return (
    <Dialog isOpen isBusy={isBusy} onClose={onClose} title={words.receive} size="lg">
      <form onSubmit={send} onChange={() => setRepeated(false)}>
        <Stack gap="sm">
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              name="amount"
              label={amountLabel}
              inputMode="decimal"
              error={errors.amount}
              required
              data-autofocus
              style={{ flex: 1 }}
            />
            <NativeSelect
              label={words.currency}
              data={known}
              value={currency}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </Group>
          <MoneyFields errors={errors} today={today} refusal={refusal} />
          <Radio.Group label={words.use} value={use} onChange={(value) => setUse(value as Use)}>
            <Stack gap={6} mt={6}>
              {USES.map((value) => (
                <Radio key={value} value={value} label={words.uses[value]} />
              ))}
            </Stack>
          </Radio.Group>
          {use === 'chosen' && <Parts id={id} currency={currency} />}
          {use === 'none' && (
            <Text size="sm" c="dimmed">
              {words.advanceHint}
            </Text>
          )}
          <FormButtons submit={isRepeated ? recordAnyway : record} isBusy={isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}

function Parts({ id, currency }: { readonly id: string; readonly currency: string }) {
  const words = useWords().onAccount
  const format = useFormat()
  const open = useQuery(openInvoicesQuery(id, currency))
  return (
    <QueryView of={open} lines={2}>
      {({ data }) =>
        data.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.noneOpen}
          </Text>
        ) : (
          <Stack gap="xs">
            {data.map((invoice) => (
              <TextInput
                key={invoice.id}
                name={`${PART}${invoice.id}`}
                label={invoice.number}
                description={words.isDue(format.money(invoice.due, invoice.currency))}
                inputMode="decimal"
              />
            ))}
          </Stack>
        )
      }
    </QueryView>
  )
}
