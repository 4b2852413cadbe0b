import { Anchor, Box, Button, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useMay } from '../api/session.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { IconDownload } from '../components/icons.ts'
import { isBlank, ListView } from '../components/list-view.tsx'
import { Page } from '../components/page.tsx'
import { withoutEmpty } from '../components/search.ts'
import { StateBar } from '../components/state-bar.tsx'
import { useDrop } from '../components/use-drop.ts'
import { useOpenRow } from '../components/use-open-row.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { exportAddress, type SupplierInvoiceEntry, supplierInvoicesQuery } from './queries.ts'
import { ReceiveButton, ReceiveReport, useReceive } from './receive.tsx'
import { STATES, type SupplierInvoiceSearch } from './search.ts'
import { SupplierInvoiceState } from './state.tsx'
import { useSupplierInvoiceWords } from './words.ts'

const route = getRouteApi('/app/supplier-invoices')

/** The inbox of supplier invoices, with a drop target. */
export function SupplierInvoiceList() {
  const words = useSupplierInvoiceWords()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('write')
  const invoices = useInfiniteQuery(supplierInvoicesQuery(search))
  const receiving = useReceive()
  const drop = useDrop(mayWrite && receiving.place === null, receiving.sendAll)
  const isEmpty = isBlank(invoices) && Object.keys(search).length === 0
  const add = mayWrite && <ReceiveButton {...receiving} />
  const show = (next: SupplierInvoiceSearch) => navigate({ search: next, replace: true })
  return (
    <Box {...drop}>
      <Page
        title={words.title}
        actions={
          !isEmpty && (
            <>
              <Button
                component="a"
                href={exportAddress(search)}
                download
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
              >
                {words.export}
              </Button>
              {add}
            </>
          )
        }
      >
        <ReceiveReport {...receiving} />
        {!isEmpty && (
          <StateBar
            label={words.search}
            q={search.q ?? ''}
            states={{ label: words.status, all: words.all, of: STATES, words: words.states }}
            state={search.status}
            onChange={(q, status) => show(withoutEmpty({ q: q || undefined, status }))}
          />
        )}
        <ListView
          isTable
          of={invoices}
          lines={8}
          none={<Nothing search={search} first={add} onClear={() => show({})} />}
        >
          {(entries) => <InvoiceTable entries={entries} />}
        </ListView>
      </Page>
    </Box>
  )
}

function InvoiceTable({ entries }: { readonly entries: readonly SupplierInvoiceEntry[] }) {
  const words = useSupplierInvoiceWords()
  const format = useFormat()
  const openRow = useOpenRow()
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  return (
    <Table ref={table} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.seller}</Table.Th>
          <Table.Th visibleFrom="sm">{words.status}</Table.Th>
          <Table.Th visibleFrom="sm">{words.issued}</Table.Th>
          <Table.Th visibleFrom="sm">{words.due}</Table.Th>
          <Table.Th ta="end">{words.total}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id} {...openRow(`/supplier-invoices/${entry.id}`)}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to="/supplier-invoices/$id" params={{ id: entry.id }} />
                )}
                fw={600}
                size="sm"
              >
                {entry.seller_name}
              </Anchor>
              <Text size="xs" c="dimmed" className="row-more">
                {entry.kind === 'credit_note' ? words.creditNote(entry.number) : entry.number}
              </Text>
              <Box hiddenFrom="sm" mt={4}>
                <SupplierInvoiceState of={entry} />
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <SupplierInvoiceState of={entry} />
            </Table.Td>
            <Table.Td visibleFrom="sm" c="dimmed" className="nowrap">
              {format.shortDate(entry.issue_date)}
            </Table.Td>
            <Table.Td visibleFrom="sm" c="dimmed" className="nowrap">
              {entry.due_date === null ? '–' : format.shortDate(entry.due_date)}
            </Table.Td>
            <Table.Td className="figures">
              {format.money(entry.total, entry.currency)}
              {entry.due_date !== null && (
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {words.dueOn(format.shortDate(entry.due_date))}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface NothingProps {
  readonly search: SupplierInvoiceSearch
  /** The button for the first files. */
  readonly first: ReactNode
  readonly onClear: () => void
}

function Nothing({ search, first, onClear }: NothingProps) {
  const words = useSupplierInvoiceWords()
  if (Object.keys(search).length === 0)
    return (
      <Empty
        icon={<Drawing of="envelope" />}
        title={words.noneTitle}
        text={words.noneText}
        action={first}
      />
    )
  return <NothingFound words={words} onClear={onClear} />
}
