import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { after, paged } from '../api/paging.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconArrowRight } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { useAct } from '../components/use-act.ts'
import { ONLINE_KEY, type ProviderPayment } from '../online-payment/queries.ts'
import { useMethodName, useOnlinePaymentWords } from '../online-payment/words.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { BankFrame } from './frame.tsx'
import './list.css'
import { type Part, Parts } from './parts.tsx'
import { type NamedInvoices, namedInvoicesQuery } from './queries.ts'

const route = getRouteApi('/app/bank/online')

const PAGE_SIZE = 50

const paymentsQuery = infiniteQueryOptions({
  queryKey: [ONLINE_KEY, 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.listProviderPayments({ query: after(pageParam, PAGE_SIZE), signal }),
  ...paged,
})

/** What customers paid at providers: what asks for a person, or all. */
export function OnlinePayments() {
  const words = useOnlinePaymentWords().list
  const { show } = route.useSearch()
  const payments = useInfiniteQuery(paymentsQuery)
  return (
    <BankFrame title={words.title}>
      <ListView
        of={payments}
        lines={6}
        none={<Empty icon={<Drawing of="stamp" />} title={words.noneTitle} text={words.noneText} />}
      >
        {(all) => <Rows key={show ?? ''} payments={all} />}
      </ListView>
    </BankFrame>
  )
}

const INVOICES_MAX = 50

function Rows({ payments }: { readonly payments: readonly ProviderPayment[] }) {
  const ids = new Set(payments.flatMap(({ booked }) => booked.flatMap((it) => it.invoice_id ?? [])))
  const named = [...ids].slice(0, INVOICES_MAX)
  const { data: invoices = new Map() } = useQuery(namedInvoicesQuery(named))
  return (
    <Paper>
      <ul className="bank-rows">
        {payments.map((it) => (
          <Row key={it.id} payment={it} invoices={invoices} />
        ))}
      </ul>
    </Paper>
  )
}

interface RowProps {
  readonly payment: ProviderPayment
  readonly invoices: NamedInvoices
}

/** What came | where it is booked, and what is odd about it | what to do. */
function Row({ payment, invoices }: RowProps) {
  const words = useOnlinePaymentWords().list
  const texts: Readonly<Record<string, string>> = useWords().attention.texts
  const format = useFormat()
  const nameOf = useMethodName()
  const { id, method, amount, currency, paid_at: paidAt, created_at: createdAt } = payment
  const { act, isBusy } = useAct([ONLINE_KEY], [INVOICES_KEY], ['attention'])
  const mayWrite = useMay('write')
  const [payer] = payment.booked.flatMap(({ invoice_id: of }) =>
    of === null ? [] : (invoices.get(of) ?? []),
  )
  return (
    <li className="bank-row">
      <Text className="bank-date nowrap" c="dimmed">
        {format.shortInstant(paidAt ?? createdAt)}
      </Text>
      <div style={{ minWidth: 0 }}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {payer?.customer_name ?? words.unknown}
        </Text>
        <Text c="dimmed" className="bank-text">
          {dotted([method === null ? null : nameOf(method), words.states[payment.status]])}
        </Text>
      </div>
      <Text fw={500} className="figures">
        {format.money(amount, currency)}
      </Text>
      <IconArrowRight size={16} aria-hidden className="bank-arrow" />
      <Stack gap={5} className="bank-fits">
        <Parts parts={partsOf(payment)} invoices={invoices} />
        {payment.problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--brick-ink)">
            {texts[problem] ?? problem}
          </Text>
        ))}
      </Stack>
      <Group gap={4} justify="flex-end" className="bank-actions">
        {mayWrite && payment.problems.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            c="var(--pine-ink)"
            loading={isBusy}
            onClick={() =>
              act({
                run: (api) => api.acknowledgeProviderPayment({ path: { id } }),
                done: words.acknowledged,
              })
            }
          >
            {words.acknowledge}
          </Button>
        )}
      </Group>
    </li>
  )
}

/** Where the money is booked. */
function partsOf({ booked, unassigned, currency }: ProviderPayment): readonly Part[] {
  const kinds = { payment: 'invoice', refund: 'refund', reinstated: 'invoice' } as const
  const parts = booked.map((it): Part => {
    const kind = it.on === 'account' ? 'account' : (kinds[it.kind as 'refund'] ?? 'reversal')
    return { kind, invoice_id: it.invoice_id, number: null, amount: it.amount, currency }
  })
  const isWhole = /^-?0*(\.0*)?$/.test(unassigned)
  return isWhole
    ? parts
    : [
        ...parts,
        { kind: 'unallocated', invoice_id: null, number: null, amount: unassigned, currency },
      ]
}
