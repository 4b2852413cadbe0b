import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { BANK_KEY, type BankEntry } from '../api/bank.ts'
import { fieldErrorsOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { BookedDay, closedPeriodOf } from '../components/booked-day.tsx'
import { CustomerChoice, type Named } from '../components/customer-choice.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { IconPlus, IconTrash } from '../components/icons.ts'
import { newKey } from '../components/row-key.ts'
import { useAct } from '../components/use-act.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { isNegative, useFormat, withoutSign } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'
import { InvoiceChoice } from './choices.tsx'
import { nameOf } from './entry-row.tsx'
import type { OpenInvoice } from './queries.ts'
import { shownText } from './shown-text.ts'
import { useBankWords } from './words.ts'

type Kind = 'invoice' | 'charge' | 'account' | 'other' | 'fee' | 'refund'

/** What becomes of the rest of an invoice that is paid less than what is due. */
const SETTLED = ['discount', 'fee', 'write_off'] as const
const RESTS = ['open', ...SETTLED] as const
type Rest = (typeof RESTS)[number]

interface Part {
  readonly key: string
  readonly kind: Kind
  readonly invoice: OpenInvoice | null
  readonly customer: Named | null
  readonly text: string
  readonly amount: string
  readonly rest: Rest
}

/** Fields of a part that show their own faults. */
const FIELDS = ['kind', 'amount', 'invoice_id', 'customer_id', 'text', ...SETTLED] as const

interface Props {
  readonly entry: BankEntry
  readonly onClose: () => void
}

/** Splits an entry between invoices, accounts of customers, and anything else. */
export function ByHandDialog({ entry, onClose }: Props) {
  const words = useBankWords()
  const { language } = useLanguage()
  const format = useFormat()
  const { submit, isBusy } = useAct([BANK_KEY], [INVOICES_KEY], ['attention'])
  const [error, setError] = useState<unknown>(null)
  const [isClosed, setClosed] = useState(false)
  const isOut = isNegative(entry.amount)
  const whole = withoutSign(entry.unallocated)
  const blank = (minor: bigint): Part => ({
    ...{ key: newKey(), kind: isOut ? 'other' : 'invoice', invoice: null, customer: null },
    ...{ text: '', amount: shownDecimal(formatMinor(minor, entry.currency), language) },
    rest: 'open',
  })
  const wholeMinor = parseMinor(whole, entry.currency)
  const [parts, setParts] = useState<readonly Part[]>(() => [blank(wholeMinor)])
  const minorOf = (text: string): bigint => {
    try {
      return parseMinor(toDecimal(text.trim(), language), entry.currency)
    } catch {
      return 0n
    }
  }
  const dueOf = ({ kind, invoice }: Part): bigint | null =>
    kind === 'invoice' && invoice ? parseMinor(invoice.due, invoice.currency) : null
  const missingOf = (part: Part): bigint => {
    const due = dueOf(part)
    const paid = minorOf(part.amount)
    return due === null || paid <= 0n || paid > due ? 0n : due - paid
  }
  const money = (minor: bigint) => format.money(formatMinor(minor, entry.currency), entry.currency)
  const leftMinor = wholeMinor - sumOf(parts.map(({ amount }) => minorOf(amount)))
  const [payer] = parts.flatMap(({ invoice }) => (invoice ? [invoice] : []))
  const errors = fieldErrorsOf(error)
  const change = (key: string, patch: Partial<Part>) =>
    setParts((all) => all.map((it) => (it.key === key ? { ...it, ...patch } : it)))
  const chooseInvoice = (part: Part, invoice: OpenInvoice | null) => {
    const due = invoice === null ? 0n : parseMinor(invoice.due, invoice.currency)
    const isMore = part.kind === 'invoice' && due > 0n && minorOf(part.amount) > due
    const amount = isMore ? shownDecimal(formatMinor(due, entry.currency), language) : part.amount
    change(part.key, { invoice, amount })
  }
  const remove = (key: string) => {
    // Faults name the places of the parts.
    setError(null)
    setParts((all) => all.filter((it) => it.key !== key))
  }
  const faultOf = (part: Part, at: number) => (field: (typeof FIELDS)[number]) => {
    if (field !== 'amount') return errors[`allocations.${at}.${field}`]
    const due = dueOf(part)
    if (due !== null && minorOf(part.amount) > due) return words.hand.moreThanDue(money(due))
    if (leftMinor < 0n && at === parts.length - 1) return words.hand.tooMuch(money(-leftMinor))
    return errors[`allocations.${at}.amount`]
  }
  const bodyOf = (part: Part) => {
    const { kind, invoice, customer, text, amount, rest } = part
    const missing = missingOf(part)
    return {
      kind,
      amount: toDecimal(amount.trim(), language),
      ...(namesInvoice(kind) && invoice && { invoice_id: invoice.id }),
      ...(kind === 'invoice' &&
        missing > 0n &&
        rest !== 'open' && { [rest]: formatMinor(missing, entry.currency) }),
      ...(namesCustomer(kind) && customer && { customer_id: customer.id }),
      ...(kind === 'other' && { text: text.trim() || null }),
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const path = { id: entry.id }
    const day = new FormData(event.currentTarget).get('paid_at')
    const paid = typeof day === 'string' && day !== '' ? { paid_at: day } : {}
    try {
      const booked = await submit({
        run: (api) =>
          api.bookBankEntry({ path, body: { allocations: parts.map(bodyOf), ...paid } }),
        done: words.booked(1),
        undo: (api) => api.unbookBankEntry({ path }),
      })
      if (booked !== undefined) onClose()
    } catch (failure) {
      setError(failure)
      if (closedPeriodOf(failure) !== null) setClosed(true)
    }
  }
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      size="xl"
      title={words.hand.title(`${nameOf(entry)}, ${format.money(entry.amount, entry.currency)}`)}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {entry.text && <Text c="dimmed">{shownText(entry.text)}</Text>}
          {parts.map((part, at) => (
            <PartFields
              key={part.key}
              part={part}
              number={at + 1}
              entry={entry}
              isOut={isOut}
              missing={missingOf(part) > 0n ? money(missingOf(part)) : null}
              faultOf={faultOf(part, at)}
              onChange={(patch) => change(part.key, patch)}
              onInvoice={(invoice) => chooseInvoice(part, invoice)}
              onRemove={parts.length > 1 ? () => remove(part.key) : undefined}
            />
          ))}
          <Group justify="space-between">
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setParts((all) => [...all, blank(leftMinor > 0n ? leftMinor : 0n)])}
              >
                {words.hand.add}
              </Button>
              {payer?.customer_id && leftMinor > 0n && (
                <RestToAccount
                  customer={{ id: payer.customer_id, name: payer.customer_name ?? '' }}
                  onAdd={(customer) =>
                    setParts((all) => [...all, { ...blank(leftMinor), kind: 'account', customer }])
                  }
                />
              )}
            </Group>
            <Text size="sm" c="dimmed" role="status">
              {leftMinor > 0n && words.left(money(leftMinor))}
            </Text>
          </Group>
          {isClosed && (
            <BookedDay
              name="paid_at"
              label={words.hand.paidAt}
              day={entry.booking_date}
              refusal={error}
            />
          )}
          <FormFault
            error={closedPeriodOf(error) === null ? error : null}
            fields={parts.flatMap((_, at) => FIELDS.map((it) => `allocations.${at}.${it}`))}
          />
          <FormButtons
            submit={words.book}
            isBusy={isBusy}
            isIncomplete={
              leftMinor < 0n ||
              parts.some(
                ({ kind, invoice, customer }) =>
                  (namesInvoice(kind) && invoice === null) ||
                  (namesCustomer(kind) && customer === null),
              )
            }
          />
        </Stack>
      </form>
    </Dialog>
  )
}

const namesInvoice = (kind: Kind): boolean => kind === 'invoice' || kind === 'charge'
const namesCustomer = (kind: Kind): boolean => kind === 'account' || kind === 'refund'

interface RestProps {
  readonly customer: Named
  readonly onAdd: (customer: Named) => void
}

/** Often the rest is for the customer whose invoice is paid. */
function RestToAccount({ customer, onAdd }: RestProps) {
  const words = useBankWords().hand
  return (
    <Button variant="default" size="compact-sm" onClick={() => onAdd(customer)}>
      {words.restTo(customer.name)}
    </Button>
  )
}

interface PartProps {
  readonly part: Part
  readonly number: number
  readonly entry: BankEntry
  readonly isOut: boolean
  /** How much less than what is due. */
  readonly missing: string | null
  readonly faultOf: (field: (typeof FIELDS)[number]) => string | undefined
  readonly onChange: (patch: Partial<Part>) => void
  readonly onInvoice: (invoice: OpenInvoice | null) => void
  readonly onRemove: (() => void) | undefined
}

const KINDS = {
  in: ['invoice', 'charge', 'account', 'other'],
  out: ['other', 'fee', 'refund'],
} as const satisfies Readonly<Record<string, readonly Kind[]>>

function PartFields(props: PartProps) {
  const { part, number, entry, isOut, missing, faultOf, onChange, onInvoice, onRemove } = props
  const words = useBankWords().hand
  const rests = RESTS.map((value) => ({ value, label: words.rests[value] }))
  return (
    <Group gap="sm" align="flex-start" wrap="wrap" role="group" aria-label={words.part(number)}>
      <NativeSelect
        label={words.kind}
        data={KINDS[isOut ? 'out' : 'in'].map((value) => ({ value, label: words.kinds[value] }))}
        value={part.kind}
        error={faultOf('kind')}
        onChange={({ currentTarget }) =>
          onChange({ kind: currentTarget.value as Kind, invoice: null, customer: null })
        }
      />
      {namesInvoice(part.kind) && (
        <InvoiceChoice
          flex="1 1 260px"
          chosen={part.invoice}
          currency={entry.currency}
          error={faultOf('invoice_id')}
          onChoose={onInvoice}
        />
      )}
      {namesCustomer(part.kind) && (
        <CustomerChoice
          flex="1 1 260px"
          chosen={part.customer}
          error={faultOf('customer_id')}
          onChoose={(customer) => onChange({ customer })}
        />
      )}
      {part.kind === 'other' && (
        <TextInput
          label={words.text}
          value={part.text}
          error={faultOf('text')}
          maxLength={500}
          flex="1 1 200px"
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      )}
      <TextInput
        label={words.amount}
        inputMode="decimal"
        w={128}
        value={part.amount}
        error={faultOf('amount')}
        onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
      />
      {part.kind === 'invoice' && missing !== null && (
        <NativeSelect
          label={words.missing(missing)}
          data={rests}
          value={part.rest}
          error={SETTLED.flatMap((it) => faultOf(it) ?? [])[0]}
          onChange={({ currentTarget }) => onChange({ rest: currentTarget.value as Rest })}
        />
      )}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          mt={24}
          aria-label={words.remove(number)}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
