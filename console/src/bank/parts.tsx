import { Stack, Text } from '@mantine/core'
import { dotted } from '../components/dotted.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'
import type { Allocation, NamedInvoices } from './queries.ts'
import { useBankWords } from './words.ts'

type Part = Pick<Allocation, 'kind' | 'invoice_id' | 'number' | 'amount' | 'currency'> &
  Partial<Pick<Allocation, 'discount' | 'fee' | 'write_off'>> & { readonly text?: string | null }

interface Props {
  readonly parts: readonly Part[]
  readonly invoices: NamedInvoices
}

/** What an entry pays: each invoice with its customer and amount. */
export function Parts({ parts, invoices }: Props) {
  return (
    <Stack gap={2}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids, and never change places.
        <PartLine key={at} part={part} invoices={invoices} />
      ))}
    </Stack>
  )
}

function PartLine({ part, invoices }: { readonly part: Part; readonly invoices: NamedInvoices }) {
  const words = useBankWords()
  const format = useFormat()
  const { kind, invoice_id: id, number, amount, currency } = part
  const invoice = id === null ? undefined : invoices.get(id)
  const money = format.money(amount, currency)
  const kept = (it: string | null | undefined, word: (amount: string) => string) =>
    it ? word(format.money(it, currency)) : null
  const isPart = kind === 'invoice' && invoice !== undefined && invoice.due !== amount
  const isPaid = invoice === undefined || /^-?0*(\.0*)?$/.test(invoice.due)
  return (
    <Text component="div" style={{ overflowWrap: 'anywhere' }}>
      {id === null ? (
        <PartName kind={kind} />
      ) : (
        <>
          <TextLink
            to="/invoices/$id"
            params={{ id }}
            fw={500}
            size="sm"
            c="inherit"
            className="nowrap"
          >
            {number ?? words.parts.invoice}
          </TextLink>
          {kind !== 'invoice' && (
            <Text span c="dimmed">
              {' '}
              <PartName kind={kind} />
            </Text>
          )}
        </>
      )}{' '}
      <Text span c="dimmed">
        {dotted([
          invoice?.customer_name,
          isPart && !isPaid && !part.discount && !part.fee && !part.write_off
            ? words.of(money, format.money(invoice.due, currency))
            : money,
          kept(part.discount, words.parts.discount),
          kept(part.fee, words.parts.fee),
          kept(part.write_off, words.parts.writeOff),
          part.text,
        ])}
      </Text>
    </Text>
  )
}

const NAMES: Readonly<
  Record<string, 'account' | 'link' | 'reversal' | 'refund' | 'charge' | 'bankFee' | 'unallocated'>
> = {
  account: 'account',
  link: 'link',
  reversal: 'reversal',
  refund: 'refund',
  charge: 'charge',
  fee: 'bankFee',
  unallocated: 'unallocated',
}

function PartName({ kind }: { readonly kind: string }) {
  const { parts } = useBankWords()
  return parts[NAMES[kind] ?? 'other']
}
