import { ActionIcon, Anchor, Box, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { inCompany } from '../api/company.ts'
import { Back } from '../components/back.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { IconFileTypePdf } from '../components/icons.ts'
import { ButtonLink } from '../components/list-links.tsx'
import { ListView } from '../components/list-view.tsx'
import { Page } from '../components/page.tsx'
import { withoutEmpty } from '../components/search.ts'
import { State } from '../components/state.tsx'
import { StateBar } from '../components/state-bar.tsx'
import { useOpenRow } from '../components/use-open-row.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { type DeliveryNoteEntry, deliveryNotesQuery } from './queries.ts'
import { type DeliveryNoteSearch, STATES } from './search.ts'

const route = getRouteApi('/app/delivery-notes')

/** The list of delivery notes. A row links to its quote or invoice. */
export function DeliveryNoteList() {
  const { deliveryNotes: words, quotes } = useWords()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const notes = useInfiniteQuery(deliveryNotesQuery(search))
  const show = (next: DeliveryNoteSearch) => navigate({ search: next, replace: true })
  return (
    <Page title={words.list} back={<Back to="/quotes" label={quotes.allQuotes} />}>
      <StateBar
        label={words.search}
        q={search.q ?? ''}
        states={{ label: words.status, all: words.all, of: STATES, words: words.noteStates }}
        state={search.status}
        onChange={(q, status) => show(withoutEmpty({ q: q || undefined, status }))}
      />
      <ListView
        isTable
        of={notes}
        lines={8}
        none={<Nothing search={search} onClear={() => show({})} />}
      >
        {(entries) => <NoteTable entries={entries} />}
      </ListView>
    </Page>
  )
}

function NoteTable({ entries }: { readonly entries: readonly DeliveryNoteEntry[] }) {
  const words = useWords().deliveryNotes
  const format = useFormat()
  const openRow = useOpenRow()
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  return (
    <Table ref={table} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.number}</Table.Th>
          <Table.Th>{words.customer}</Table.Th>
          <Table.Th visibleFrom="sm">{words.status}</Table.Th>
          <Table.Th visibleFrom="sm">{words.date}</Table.Th>
          <Table.Th ta="end" className="screen-only">
            {words.pdf}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((note) => (
          <Table.Tr key={note.id} {...openRow(addressOf(note))}>
            <Table.Td>
              <Anchor component={Link} to={addressOf(note)} fw={600} size="sm" className="nowrap">
                {note.number}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {note.customer_name}
              </Text>
              <Box hiddenFrom="sm">
                <Text size="xs" c="dimmed">
                  {format.shortDate(note.date)}
                </Text>
                {note.status === 'void' && <NoteState of={note} />}
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <NoteState of={note} />
            </Table.Td>
            <Table.Td visibleFrom="sm" c="dimmed" className="nowrap">
              {format.shortDate(note.date)}
            </Table.Td>
            <Table.Td ta="end" className="screen-only">
              <ActionIcon
                component="a"
                href={inCompany(`/api/v1/delivery-notes/${note.id}/pdf`)}
                target="_blank"
                variant="subtle"
                color="gray"
                aria-label={words.openPdf(note.number)}
              >
                <IconFileTypePdf size={18} aria-hidden />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function NoteState({ of: { status } }: { readonly of: DeliveryNoteEntry }) {
  const words = useWords().deliveryNotes.noteStates
  return (
    <State shape={status === 'void' ? 'void' : 'open'}>
      {words[status === 'void' ? 'void' : 'issued']}
    </State>
  )
}

/** The page on which the note was created and can be voided. */
const addressOf = ({ invoice_id: invoice, quote_id: quote }: DeliveryNoteEntry): string =>
  invoice === null ? `/quotes/${quote}` : `/invoices/${invoice}`

interface NothingProps {
  readonly search: DeliveryNoteSearch
  readonly onClear: () => void
}

function Nothing({ search, onClear }: NothingProps) {
  const words = useWords().deliveryNotes
  if (Object.keys(search).length === 0)
    return (
      <Empty
        icon={<Drawing of="sheet" />}
        title={words.noneTitle}
        text={words.noneText}
        action={
          <ButtonLink to="/quotes" search={{ status: 'accepted' }} variant="default" size="sm">
            {words.toQuotes}
          </ButtonLink>
        }
      />
    )
  return <NothingFound words={words} onClear={onClear} />
}
