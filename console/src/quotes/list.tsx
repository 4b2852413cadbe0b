import { Anchor, Box, Button, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Column, isFiltered, type QuoteSearch, STATES } from '../api/quote-search.ts'
import { type QuoteEntry, quotesQuery } from '../api/quotes.ts'
import { useMay } from '../api/session.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { IconPlus } from '../components/icons.ts'
import { isBlank, ListView } from '../components/list-view.tsx'
import { useOrder } from '../components/neighbors.tsx'
import { Page } from '../components/page.tsx'
import { QuoteState } from '../components/quote-state.tsx'
import { withoutEmpty } from '../components/search.ts'
import { SortedHead } from '../components/sorted-head.tsx'
import { StateBar } from '../components/state-bar.tsx'
import { useOpenRow } from '../components/use-open-row.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import './list.css'

const route = getRouteApi('/app/quotes')

/** The changed filters; undefined removes one. */
type Change = { readonly [K in keyof QuoteSearch]: QuoteSearch[K] | undefined }

/** The list of quotes, with search, filters and order in the URL. */
export function QuoteList() {
  const { quotes: words, deliveryNotes } = useWords()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const quotes = useInfiniteQuery(quotesQuery(search))
  const isEmpty = isBlank(quotes) && !isFiltered(search)
  const change = (next: Change) =>
    navigate({ search: (before) => withoutEmpty({ ...before, ...next }), replace: true })
  return (
    <Page
      title={words.title}
      actions={
        <>
          <Button variant="subtle" component={Link} to="/delivery-notes">
            {deliveryNotes.list}
          </Button>
          {!isEmpty && <CreateButton />}
        </>
      }
    >
      {!isEmpty && (
        <StateBar
          label={words.search}
          q={search.q ?? ''}
          states={{ label: words.status, all: words.all, of: STATES, words: words.states }}
          state={search.status}
          onChange={(q, status) => change({ q: q || undefined, status })}
        />
      )}
      <ListView
        isTable
        of={quotes}
        lines={10}
        none={<Nothing isFiltered={isFiltered(search)} onClear={() => navigate({ search: {} })} />}
      >
        {(entries) => <QuoteTable entries={entries} search={search} onChange={change} />}
      </ListView>
    </Page>
  )
}

function CreateButton() {
  const words = useWords().quotes
  if (!useMay('write')) return null
  return (
    <Button component={Link} to="/quotes/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {words.create}
    </Button>
  )
}

interface TableProps {
  readonly entries: readonly QuoteEntry[]
  readonly search: QuoteSearch
  readonly onChange: (next: Change) => void
}

function QuoteTable({ entries, search, onChange }: TableProps) {
  const words = useWords().quotes
  const format = useFormat()
  const openRow = useOpenRow()
  const table = useRef<HTMLTableElement>(null)
  useOrder('quotes', entries)
  const navigate = useNavigate()
  useRowKeys(table, {
    e: (row) => {
      const entry = entries[row]
      if (entry?.status === 'draft')
        void navigate({ to: '/quotes/$id/edit', params: { id: entry.id } })
    },
  })
  const column = {
    sort: search.sort ?? '-created_at',
    onSort: (sort: Column | `-${Column}`) => onChange({ sort }),
    name: words.sortBy,
  }
  return (
    <Table ref={table} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <SortedHead {...column} by="number" label={words.number} className="quote-number" />
          <SortedHead {...column} by="customer_name" label={words.customer} />
          <Table.Th visibleFrom="sm">{words.status}</Table.Th>
          <SortedHead {...column} by="issue_date" label={words.date} visibleFrom="lg" />
          <Table.Th visibleFrom="sm">{words.validUntil}</Table.Th>
          <SortedHead {...column} by="total" label={words.total} isFigure />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id} {...openRow(`/quotes/${entry.id}`)}>
            <Table.Td>
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to="/quotes/$id" params={{ id: entry.id }} />
                )}
                fw={500}
                fz={{ base: 'xs', sm: 'sm' }}
                className="nowrap"
                {...(entry.number === null && { 'aria-label': words.states.draft })}
              >
                {entry.number ?? '–'}
              </Anchor>
              <Text size="xs" c="dimmed" className="nowrap" hiddenFrom="lg">
                {format.shortDate(entry.issue_date)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" lineClamp={2}>
                {entry.customer_name}
              </Text>
              <Box hiddenFrom="sm" mt={4}>
                <QuoteState of={entry} />
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <QuoteState
                of={entry}
                detail={entry.answered_at && format.shortInstant(entry.answered_at)}
              />
            </Table.Td>
            <Table.Td visibleFrom="lg" c="dimmed" className="nowrap">
              {format.shortDate(entry.issue_date)}
            </Table.Td>
            <Table.Td visibleFrom="sm" c="dimmed" className="nowrap">
              {entry.valid_until === null ? words.noLimit : format.shortDate(entry.valid_until)}
            </Table.Td>
            <Table.Td className="figures">{format.money(entry.total, entry.currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface NothingProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
}

function Nothing({ isFiltered, onClear }: NothingProps) {
  const words = useWords().quotes
  if (!isFiltered)
    return (
      <Empty
        icon={<Drawing of="sheet" />}
        title={words.noneTitle}
        text={words.noneText}
        action={<CreateButton />}
      />
    )
  return <NothingFound words={words} onClear={onClear} />
}
