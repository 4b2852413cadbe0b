import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { after, paged } from '../api/paging.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconArrowRight } from '../components/icons.ts'
import { ButtonLink, TextLink } from '../components/list-links.tsx'
import { ListView } from '../components/list-view.tsx'
import { useAct } from '../components/use-act.ts'
import { customerQuery } from '../customers/queries.ts'
import { ONLINE_KEY, type ProviderPayment } from '../online-payment/queries.ts'
import { isNone, RefundDialog } from '../online-payment/refund-dialog.tsx'
import { useMethodName, useOnlinePaymentWords } from '../online-payment/words.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BankFrame } from './frame.tsx'
import './list.css'
import { type NamedInvoices, namedInvoicesQuery } from './queries.ts'
import { Tabs } from './tabs.tsx'
import { useBankWords } from './words.ts'

const route = getRouteApi('/app/bank/online')

const PAGE_SIZE = 50

const paymentsQuery = (show: 'open' | 'all') =>
  infiniteQueryOptions({
    queryKey: [ONLINE_KEY, 'list', show],
    queryFn: ({ pageParam, signal }) =>
      api.listProviderPayments({
        query: {
          ...(show === 'open' && { problem: 'any' as const }),
          ...after(pageParam, PAGE_SIZE),
        },
        signal,
      }),
    ...paged,
  })

const toLookAtQuery = queryOptions({
  queryKey: [ONLINE_KEY, 'count'],
  queryFn: async ({ signal }) => {
    const query = { problem: 'any', include: 'total', limit: 1 } as const
    return (await api.listProviderPayments({ query, signal })).total ?? 0
  },
})

/** What customers paid at providers: what asks for a person, or all. */
export function OnlinePayments() {
  const words = useOnlinePaymentWords().list
  const { show = 'open' } = route.useSearch()
  const navigate = route.useNavigate()
  const payments = useInfiniteQuery(paymentsQuery(show))
  const { data: count } = useQuery(toLookAtQuery)
  const nothing =
    show === 'all' ? (
      <Empty icon={<Drawing of="stamp" />} title={words.noneTitle} text={words.noneText} />
    ) : (
      <Empty icon={<Drawing of="stamp" />} title={words.clearTitle} text={words.clearText} />
    )
  return (
    <BankFrame title={words.title}>
      <Tabs
        label={words.title}
        of={(['open', 'all'] as const).map((name) => ({
          name,
          text: words.tabs[name],
          count: name === 'open' ? count : undefined,
        }))}
        current={show}
        onShow={(name) => navigate({ search: name === 'all' ? { show: name } : {}, replace: true })}
      />
      <ListView of={payments} lines={6} none={nothing}>
        {(found) => <Rows payments={found} />}
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
  const { data: payer } = useQuery(customerQuery(payment.customer_id))
  const { method, amount, currency, paid_at: paidAt, created_at: createdAt, status } = payment
  return (
    <li className="bank-row">
      <Text className="bank-date nowrap" c="dimmed">
        {format.shortInstant(paidAt ?? createdAt)}
      </Text>
      <div style={{ minWidth: 0 }}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {payer?.customer.name ?? '\u00a0'}
        </Text>
        <Text c="dimmed" className="bank-text">
          {dotted([method !== null && nameOf(method), status !== 'paid' && words.states[status]])}
        </Text>
      </div>
      <Text fw={500} className="figures">
        {format.money(amount, currency)}
      </Text>
      <IconArrowRight size={16} aria-hidden className="bank-arrow" />
      <Stack gap={5} className="bank-fits">
        <Booked payment={payment} invoices={invoices} />
        {payment.problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--brick-ink)">
            {texts[problem] ?? problem}
          </Text>
        ))}
        <DisputeLine payment={payment} />
      </Stack>
      <Actions payment={payment} />
    </li>
  )
}

/** Until when a dispute waits for an answer, and where to give it. */
function DisputeLine({ payment: { disputes, problems } }: Pick<RowProps, 'payment'>) {
  const words = useOnlinePaymentWords().list
  const format = useFormat()
  const open = problems.includes('dispute_open') ? disputes.at(-1) : undefined
  const { data: dispute } = useQuery({
    queryKey: [ONLINE_KEY, 'dispute', open?.id],
    queryFn: ({ signal }) => api.getDispute({ path: { id: open?.id ?? '' }, signal }),
    enabled: open !== undefined,
  })
  if (!dispute) return null
  return (
    <Group gap="xs">
      {dispute.answer_by !== null && (
        <Text size="sm">{words.answerBy(format.instant(dispute.answer_by))}</Text>
      )}
      {dispute.url !== null && (
        <Anchor href={dispute.url} target="_blank" rel="noreferrer" size="sm">
          {words.answer}
        </Anchor>
      )}
    </Group>
  )
}

function Actions({ payment }: Pick<RowProps, 'payment'>) {
  const words = useOnlinePaymentWords()
  const { act, isBusy } = useAct([ONLINE_KEY], [INVOICES_KEY], ['attention'])
  const [mayWrite, mayIssue] = [useMay('write'), useMay('issue')]
  const [dialog, setDialog] = useState<'refund' | 'assign' | null>(null)
  const { id, problems, unassigned, refundable, booked } = payment
  const invoiceId = booked.findLast((it) => it.invoice_id !== null)?.invoice_id ?? null
  const small = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const
  const first = { size: 'compact-sm', variant: 'default', c: 'var(--pine-ink)' } as const
  const isUnassigned = !isNone(unassigned)
  const needsCredit = problems.includes('refund_without_credit') && invoiceId !== null
  const acknowledge = () =>
    act({
      run: (api) => api.acknowledgeProviderPayment({ path: { id } }),
      done: words.list.acknowledged,
    })
  return (
    <Group gap={4} justify="flex-end" className="bank-actions">
      {mayIssue && !isNone(refundable) && (
        <Button {...small} onClick={() => setDialog('refund')}>
          {words.refund.button}
        </Button>
      )}
      {mayWrite && problems.length > 0 && (
        <Button
          {...(isUnassigned || needsCredit ? small : first)}
          loading={isBusy}
          onClick={acknowledge}
        >
          {words.list.acknowledge}
        </Button>
      )}
      {mayIssue && isUnassigned && (
        <Button {...first} onClick={() => setDialog('assign')}>
          {words.list.assign}
        </Button>
      )}
      {mayIssue && needsCredit && (
        <ButtonLink
          {...first}
          to="/invoices/$id"
          params={{ id: invoiceId }}
          search={{ ask: 'credit' }}
        >
          {words.refund.creditNote}
        </ButtonLink>
      )}
      {dialog === 'refund' && (
        <RefundDialog payment={payment} invoice={null} onClose={() => setDialog(null)} />
      )}
      {dialog === 'assign' && <AssignDialog payment={payment} onClose={() => setDialog(null)} />}
    </Group>
  )
}

/** Where the money is booked: each invoice, the account of the customer, or nowhere yet. */
function Booked({ payment: { booked, unassigned, currency }, invoices }: RowProps) {
  const { parts } = useBankWords()
  const { kinds } = useOnlinePaymentWords()
  const format = useFormat()
  return (
    <Stack gap={2}>
      {booked.map(({ on, kind, invoice_id: id, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bookings have no ids, and never change places.
        <Group key={at} gap={6}>
          {id === null ? (
            <Text span>{on === 'account' ? parts.account : parts.other}</Text>
          ) : (
            <TextLink to="/invoices/$id" params={{ id }} fw={500} size="sm" c="inherit">
              {invoices.get(id)?.number ?? parts.invoice}
            </TextLink>
          )}
          <Text span c="dimmed">
            {dotted([kind !== 'payment' && kinds[kind], format.money(amount, currency)])}
          </Text>
        </Group>
      ))}
      {!isNone(unassigned) && (
        <Group gap={6}>
          <Text span>{parts.unallocated}</Text>
          <Text span c="dimmed">
            {format.money(unassigned, currency)}
          </Text>
        </Group>
      )}
    </Stack>
  )
}
