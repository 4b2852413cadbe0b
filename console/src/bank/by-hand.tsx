import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BANK_KEY, type BankEntry } from '../api/bank.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { IconPlus, IconTrash } from '../components/icons.ts'
import { newKey } from '../components/row-key.ts'
import { useAct } from '../components/use-act.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { isNegative, useFormat, withoutSign } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'
import { nameOf } from './entry-row.tsx'
import { openInvoicesQuery, someCustomersQuery } from './queries.ts'
import { useBankWords } from './words.ts'

type Kind = 'invoice' | 'account' | 'other'

interface Part {
  readonly key: string
  readonly kind: Kind
  /** Of the invoice or the customer. */
  readonly id: string | null
  readonly text: string
  readonly amount: string
}

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
  const isOut = isNegative(entry.amount)
  const whole = withoutSign(entry.unallocated)
  const blank = (amount: string): Part => ({
    key: newKey(),
    kind: isOut ? 'other' : 'invoice',
    id: null,
    text: '',
    amount: shownDecimal(amount, language),
  })
  const [parts, setParts] = useState<readonly Part[]>(() => [blank(whole)])
  const minorOf = (text: string): bigint => {
    try {
      return parseMinor(toDecimal(text.trim(), language), entry.currency)
    } catch {
      return 0n
    }
  }
  const leftMinor =
    parseMinor(whole, entry.currency) - sumOf(parts.map(({ amount }) => minorOf(amount)))
  const left = formatMinor(leftMinor, entry.currency)
  const change = (key: string, patch: Partial<Part>) =>
    setParts((all) => all.map((it) => (it.key === key ? { ...it, ...patch } : it)))
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const allocations = parts.map(({ kind, id, text, amount }) => ({
      kind,
      amount: toDecimal(amount.trim(), language),
      ...(kind === 'invoice' && id !== null && { invoice_id: id }),
      ...(kind === 'account' && id !== null && { customer_id: id }),
      ...(kind === 'other' && { text: text.trim() || null }),
    }))
    const path = { id: entry.id }
    try {
      const booked = await submit({
        run: (api) => api.bookBankEntry({ path, body: { allocations } }),
        done: words.booked(1),
        undo: (api) => api.unbookBankEntry({ path }),
      })
      if (booked !== undefined) onClose()
    } catch (failure) {
      setError(failure)
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
          {parts.map((part, at) => (
            <PartFields
              key={part.key}
              part={part}
              number={at + 1}
              entry={entry}
              isOut={isOut}
              onChange={(patch) => change(part.key, patch)}
              onRemove={
                parts.length > 1
                  ? () => setParts((all) => all.filter((it) => it.key !== part.key))
                  : undefined
              }
            />
          ))}
          <Group justify="space-between">
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setParts((all) => [...all, blank(leftMinor > 0n ? left : '0')])}
            >
              {words.hand.add}
            </Button>
            <Text size="sm" c={leftMinor < 0n ? 'red' : 'dimmed'} role="status">
              {leftMinor !== 0n && words.left(format.money(left, entry.currency))}
            </Text>
          </Group>
          <FormFault error={error} fields={[]} />
          <FormButtons
            submit={words.book}
            isBusy={isBusy}
            isIncomplete={parts.some(({ kind, id }) => kind !== 'other' && id === null)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

interface PartProps {
  readonly part: Part
  readonly number: number
  readonly entry: BankEntry
  readonly isOut: boolean
  readonly onChange: (patch: Partial<Part>) => void
  readonly onRemove: (() => void) | undefined
}

function PartFields({ part, number, entry, isOut, onChange, onRemove }: PartProps) {
  const words = useBankWords().hand
  const kinds = isOut ? (['other'] as const) : (['invoice', 'account', 'other'] as const)
  return (
    <Group gap="sm" align="flex-end" wrap="wrap">
      <NativeSelect
        label={words.kind}
        data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        value={part.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as Kind, id: null })}
      />
      {part.kind === 'invoice' && (
        <InvoiceChoice id={part.id} currency={entry.currency} onChoose={(id) => onChange({ id })} />
      )}
      {part.kind === 'account' && (
        <CustomerChoice id={part.id} onChoose={(id) => onChange({ id })} />
      )}
      {part.kind === 'other' && (
        <TextInput
          label={words.text}
          value={part.text}
          maxLength={500}
          flex="1 1 200px"
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={words.amount}
        inputMode="decimal"
        w={128}
        value={part.amount}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={words.remove(number)}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

const TYPING_MS = 150

interface ChoiceProps {
  readonly id: string | null
  readonly onChoose: (id: string | null) => void
}

function InvoiceChoice({ id, currency, onChoose }: ChoiceProps & { readonly currency: string }) {
  const words = useBankWords().hand
  const format = useFormat()
  const [text, setText] = useState('')
  // A chosen one stays in the field; its label is no search.
  const [q] = useDebouncedValue(id === null ? text.trim() : '', TYPING_MS)
  const { data } = useQuery(openInvoicesQuery(q, currency))
  return (
    <Select
      label={words.invoice}
      placeholder={words.find}
      searchable
      flex="1 1 260px"
      data={
        data?.data.map((it) => ({
          value: it.id,
          label: dotted([it.number, it.customer_name, format.money(it.due, it.currency)]),
        })) ?? []
      }
      filter={({ options }) => [...options]}
      nothingFoundMessage={words.none}
      value={id}
      onChange={onChoose}
      onSearchChange={setText}
    />
  )
}

function CustomerChoice({ id, onChoose }: ChoiceProps) {
  const words = useBankWords().hand
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(id === null ? text.trim() : '', TYPING_MS)
  const { data } = useQuery(someCustomersQuery(q))
  return (
    <Select
      label={words.customer}
      searchable
      flex="1 1 260px"
      data={data?.data.map((it) => ({ value: it.id, label: it.name })) ?? []}
      filter={({ options }) => [...options]}
      value={id}
      onChange={onChoose}
      onSearchChange={setText}
    />
  )
}
