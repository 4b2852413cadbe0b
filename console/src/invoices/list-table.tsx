import { isOwed } from '@billwright/rules/display-status'
import type { Entry } from '@billwright/sdk'
import { Anchor, Box, Checkbox, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useMay } from '../api/session.ts'
import { EntryState } from '../components/entry-state.tsx'
import { Ledger } from '../components/ledger.tsx'
import { useOrder } from '../components/neighbors.tsx'
import { SortedHead } from '../components/sorted-head.tsx'
import { useOpenRow } from '../components/use-open-row.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { nextQuery } from '../reminders/queries.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import './list.css'
import type { ListSearch, Sort } from '../api/invoice-search.ts'

const NextReminder = lazy(async () => ({
  default: (await import('../reminders/next.tsx')).NextReminder,
}))

export type InvoiceEntry = Entry<'listInvoices'>

interface Props {
  readonly entries: readonly InvoiceEntry[]
  readonly search: ListSearch
  /** Whether the entries are those of the search before, while the next ones load. */
  readonly isStale: boolean
  readonly onSort: (sort: Sort) => void
  /** Below the rows. */
  readonly foot: ReactNode
  /** Ids of the selected invoices on all pages. */
  readonly selection: ReadonlyMap<string, InvoiceEntry>
  readonly onSelect: (entries: readonly InvoiceEntry[], isSelected: boolean) => void
}

/** Invoices as rows, with fewer columns on a phone. */
export function InvoiceTable(props: Props) {
  const { entries, search, isStale, onSort, foot, selection, onSelect } = props
  const words = useWords().invoiceList
  const states = useWords().status
  const format = useFormat()
  const column = { sort: search.sort ?? '-issue_date', onSort, name: words.sortBy } as const
  const openRow = useOpenRow()
  const table = useRef<HTMLTableElement>(null)
  useOrder('invoices', entries)
  const navigate = useNavigate()
  const last = useRef<string | null>(null)
  /** With Shift, selects all rows since the last click. */
  const tick = (entry: InvoiceEntry, isSelected: boolean, isRange: boolean) => {
    const from = entries.findIndex(({ id }) => id === last.current)
    const to = entries.indexOf(entry)
    last.current = entry.id
    const isKnown = isRange && from >= 0
    onSelect(
      isKnown ? entries.slice(Math.min(from, to), Math.max(from, to) + 1) : [entry],
      isSelected,
    )
  }
  const go = (row: number, ask: 'issue' | 'send' | 'pay') => {
    const entry = entries[row]
    if (entry) void navigate({ to: '/invoices/$id', params: { id: entry.id }, search: { ask } })
  }
  useRowKeys(table, {
    e: (row) => {
      const entry = entries[row]
      if (entry?.status === 'draft')
        void navigate({ to: '/invoices/$id/edit', params: { id: entry.id } })
    },
    s: (row) => go(row, entries[row]?.status === 'draft' ? 'issue' : 'send'),
    p: (row) => {
      if (isOwed(entries[row]?.display_status ?? 'void')) go(row, 'pay')
    },
  })
  const open = entries.filter(({ display_status: status }) => isOwed(status))
  const { data: next } = useQuery(nextQuery(open.map(({ id }) => id)))
  const chosen = entries.filter(({ id }) => selection.has(id)).length
  const may = { send: useMay('issue'), pay: useMay('write') }
  return (
    <Ledger isStale={isStale} foot={foot}>
      <Table ref={table} className="invoice-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="cell-choice">
              <Checkbox
                size="xs"
                aria-label={words.selectAll}
                checked={chosen === entries.length}
                indeterminate={chosen > 0 && chosen < entries.length}
                onChange={(event) => onSelect(entries, event.currentTarget.checked)}
              />
            </Table.Th>
            <SortedHead {...column} by="number" label={words.number} className="cell-number" />
            <Table.Th className="cell-customer">{words.customer}</Table.Th>
            <Table.Th className="cell-status" visibleFrom="sm">
              {words.status}
            </Table.Th>
            <SortedHead
              {...column}
              by="issue_date"
              label={words.issued}
              className="cell-day"
              visibleFrom="lg"
            />
            <SortedHead
              {...column}
              by="due_date"
              label={words.due}
              className="cell-day cell-due"
              visibleFrom="sm"
            />
            <SortedHead {...column} by="total" label={words.total} isFigure />
            <Table.Th className="figures" visibleFrom="lg">
              {words.open}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry, row) => (
            <Table.Tr
              key={entry.id}
              data-chosen={selection.has(entry.id) || undefined}
              {...openRow(`/invoices/${entry.id}`)}
            >
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={words.select(`${entry.number ?? ''} ${entry.customer_name}`)}
                  checked={selection.has(entry.id)}
                  onChange={({ currentTarget: { checked }, nativeEvent }) =>
                    tick(entry, checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
                  }
                />
              </Table.Td>
              <Table.Td className="cell-number">
                <Anchor
                  component={Link}
                  to={`/invoices/${entry.id}`}
                  {...(entry.number === null && {
                    'aria-label': states.draft,
                    className: 'numberless',
                  })}
                >
                  {entry.number ?? '–'}
                </Anchor>
                <Text size="xs" c="dimmed" hiddenFrom="lg">
                  {format.shortDate(entry.issue_date)}
                </Text>
              </Table.Td>
              <Table.Td className="cell-customer" title={entry.customer_name}>
                {entry.customer_name}
                <Box hiddenFrom="sm">
                  <EntryState of={entry} />
                </Box>
              </Table.Td>
              <Table.Td visibleFrom="sm" className="cell-state">
                <EntryState of={entry} />
              </Table.Td>
              <Table.Td visibleFrom="lg" c="dimmed" className="nowrap">
                {format.shortDate(entry.issue_date)}
              </Table.Td>
              <Table.Td visibleFrom="sm" c="dimmed">
                <Group gap={8} className="cell-due">
                  <span className="nowrap">
                    {entry.due_date === null ? '' : format.shortDate(entry.due_date)}
                  </span>
                  {next?.get(entry.id)?.next && (
                    <Suspense fallback={null}>
                      <NextReminder next={next.get(entry.id)} />
                    </Suspense>
                  )}
                </Group>
              </Table.Td>
              <Table.Td className="figures">
                {format.money(totalOf(entry), entry.currency)}
                {isOwed(entry.display_status) && entry.due !== entry.total && (
                  <Text size="xs" c="dimmed" hiddenFrom="lg" style={{ whiteSpace: 'normal' }}>
                    {words.open} {format.money(entry.due, entry.currency)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="figures cell-open" visibleFrom="lg" fw={500}>
                {isOwed(entry.display_status) || entry.display_status === 'refund_due'
                  ? format.money(entry.due, entry.currency)
                  : ''}
                <RowActions of={entry} may={may} onAsk={(ask) => go(row, ask)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Ledger>
  )
}

/** A credit note takes away from what is owed. */
const totalOf = ({ type, total }: InvoiceEntry): string =>
  type === 'credit_note' ? `-${total}` : total

interface ActionsProps {
  readonly of: InvoiceEntry
  readonly may: { readonly send: boolean; readonly pay: boolean }
  readonly onAsk: (ask: 'issue' | 'send' | 'pay') => void
}

/** Shown over the amounts of the row that is pointed at or has the focus. */
function RowActions({ of: { status, display_status: shown }, may, onAsk }: ActionsProps) {
  const words = useWords().invoiceList
  return (
    <span className="row-actions">
      {may.send && status !== 'void' && (
        <button type="button" onClick={() => onAsk(status === 'draft' ? 'issue' : 'send')}>
          {words.send}
        </button>
      )}
      {may.pay && isOwed(shown) && (
        <button type="button" onClick={() => onAsk('pay')}>
          {words.pay}
        </button>
      )}
    </span>
  )
}
