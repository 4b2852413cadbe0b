import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { toDecimal } from '../words/decimal-text.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'
import { type Charge, chargesQuery } from './queries.ts'
import { useReminderWords } from './words.ts'

/** A claimed charge is still to be paid. */
const CHARGE_SHAPES = { claimed: 'open', waived: 'void', settled: 'done' } as const

/** The charges for late payment of an invoice. */
export function Charges({ invoice }: { readonly invoice: Invoice }) {
  const words = useReminderWords()
  const mayIssue = useMay('issue')
  const [isSettling, setSettling] = useState(false)
  const { data } = useQuery(chargesQuery(invoice.id))
  const charges = data?.data ?? []
  if (charges.length === 0) return null
  const isClaimed = charges.some(({ status }) => status === 'claimed')
  return (
    <Stack gap="xs" mt="xs">
      <Title order={3} size="sm">
        {words.charges}
      </Title>
      {charges.map((charge) => (
        <ChargeRow key={charge.id} charge={charge} mayIssue={mayIssue} />
      ))}
      {mayIssue && isClaimed && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setSettling(true)}>
            {words.settle}
          </Button>
        </Group>
      )}
      <Dialog
        isOpen={isSettling}
        onClose={() => setSettling(false)}
        title={words.settleTitle(invoice.number ?? '')}
      >
        {isSettling && <SettleForm id={invoice.id} onDone={() => setSettling(false)} />}
      </Dialog>
    </Stack>
  )
}

interface RowProps {
  readonly charge: Charge
  readonly mayIssue: boolean
}

function ChargeRow({ charge, mayIssue }: RowProps) {
  const words = useReminderWords()
  const format = useFormat()
  const { act, isBusy } = useAct([INVOICES_KEY])
  const { kind, amount, currency, status, from, to, settled_by: made } = charge
  const name = words.chargeKinds[kind]
  const money = format.money(amount, currency)
  const waive = () =>
    act({
      run: (api) => api.waiveLateCharge({ path: { id: charge.invoice_id, charge_id: charge.id } }),
      done: words.waived,
    })
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm">{name}</Text>
        {from !== null && to !== null && (
          <Text size="xs" c="dimmed">
            {`${format.date(from)} – ${format.date(to)}`}
          </Text>
        )}
        {status === 'claimed' && mayIssue ? (
          <ConfirmButton
            size="compact-xs"
            variant="subtle"
            loading={isBusy}
            title={words.waiveTitle(name)}
            text={words.waiveText(money)}
            verb={words.waive}
            onConfirm={waive}
          >
            {words.waive}
          </ConfirmButton>
        ) : (
          <State shape={CHARGE_SHAPES[status]}>{words.chargeStates[status]}</State>
        )}
        {made !== null && (
          <Anchor component={Link} to={`/invoices/${made}`} size="xs" ms={6}>
            {words.settledBy}
          </Anchor>
        )}
      </div>
      <Text
        size="sm"
        fw={600}
        className="figures"
        td={status === 'waived' ? 'line-through' : 'none'}
      >
        {money}
      </Text>
    </Group>
  )
}

interface SettleBody {
  readonly amount?: string
  readonly paid_at?: string
  readonly method?: string
}

function SettleForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const words = useReminderWords()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useChange({
    run: (api, body: SettleBody) => api.settleLateCharges({ path: { id }, body }),
    onSuccess: async ({ number }) => {
      await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
      tellDone(words.settled(number ?? ''))
      onDone()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const given = (name: 'paid_at' | 'method') => (text(name) ? { [name]: text(name) } : {})
    const amount = text('amount') ? { amount: toDecimal(text('amount'), language) } : {}
    mutate({ ...amount, ...given('paid_at'), ...given('method') })
  }
  const faults = fieldErrorsOf(error)
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{words.settleText}</Text>
        <TextInput
          name="amount"
          label={words.settleAmount}
          description={words.settleAmountHint}
          inputMode="decimal"
          error={faults.amount}
          data-autofocus
        />
        <DayField name="paid_at" label={words.settlePaidAt} error={faults.paid_at} />
        <TextInput name="method" label={words.settleMethod} maxLength={60} />
        <FormFault error={error} fields={['amount', 'paid_at']} />
        <FormButtons submit={words.settle} isBusy={isPending} />
      </Stack>
    </form>
  )
}
