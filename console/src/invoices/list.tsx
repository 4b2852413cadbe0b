import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFiltered, type ListSearch, type SearchChange } from '../api/invoice-search.ts'
import { listQuery, matching } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { IconDownload, IconPlus } from '../components/icons.ts'
import { lateMenu } from '../components/late-menu.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { withoutEmpty } from '../components/search.ts'
import { useWords } from '../words/language.ts'
import { Filters } from './list-filters.tsx'
import { type InvoiceEntry, InvoiceTable } from './list-table.tsx'

const route = getRouteApi('/app/invoices')
const BulkBar = lazy(async () => ({ default: (await import('./bulk/bar.tsx')).BulkBar }))
const Nothing = lazy(async () => ({ default: (await import('./list-nothing.tsx')).Nothing }))
const SumLine = lazy(async () => ({ default: (await import('./views/bar.tsx')).SumLine }))
const ViewBar = lazy(async () => ({ default: (await import('./views/bar.tsx')).ViewBar }))

type Selection = ReadonlyMap<string, InvoiceEntry>

/** The list of invoices by page, with search, filters and order in the URL. */
export function InvoiceList() {
  const words = useWords().invoiceList
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const invoices = useQuery(listQuery(search))
  const [selection, setSelection] = useState<Selection>(new Map())
  // Another search starts at the first page.
  const change = (next: SearchChange) =>
    navigate({
      search: (before) => withoutEmpty<ListSearch>({ ...before, cursor: undefined, ...next }),
      replace: true,
    })
  const select = (entries: readonly InvoiceEntry[], isSelected: boolean) =>
    setSelection((before) => selected(before, entries, isSelected))
  const shown = new Map(invoices.data?.data.map((entry) => [entry.id, entry]))
  const isEmpty = invoices.data?.data.length === 0 && !isFiltered(search)
  const isAllShown = search.cursor === undefined && invoices.data?.next_cursor === null
  return (
    <Page
      title={words.title}
      actions={
        !isEmpty && (
          <>
            <ExportMenu />
            <CreateButton className="beside-dock" />
          </>
        )
      }
    >
      {!isEmpty && <Filters search={search} onChange={change} />}
      <Suspense fallback={null}>
        <ViewBar search={search} onSearch={(view) => navigate({ search: view })} />
      </Suspense>
      <QueryView of={invoices} as="ledger" lines={10}>
        {({ data, next_cursor }) =>
          data.length === 0 ? (
            <Suspense fallback={null}>
              <Nothing
                search={search}
                first={<CreateButton />}
                onClear={() => navigate({ search: {} })}
              />
            </Suspense>
          ) : (
            <>
              <InvoiceTable
                entries={data}
                search={search}
                isStale={invoices.isPlaceholderData}
                onSort={(sort) => change({ sort })}
                foot={
                  <Suspense fallback={'\u00a0'}>
                    <SumLine search={search} />
                  </Suspense>
                }
                selection={selection}
                onSelect={select}
              />
              <Pages
                cursor={search.cursor ?? null}
                next={next_cursor}
                onGo={(cursor) =>
                  navigate({
                    search: (before) =>
                      withoutEmpty<ListSearch>({ ...before, cursor: cursor ?? undefined }),
                  })
                }
              />
            </>
          )
        }
      </QueryView>
      {selection.size > 0 && (
        <Suspense fallback={null}>
          <BulkBar
            entries={[...selection.values()].map((it) => shown.get(it.id) ?? it)}
            onSelectMatching={isAllShown ? null : async () => select(await matching(search), true)}
            onDone={() => setSelection(new Map())}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** `className`: on a phone, the bar below has it. */
function CreateButton({ className }: { readonly className?: string }) {
  const words = useWords().invoiceList
  if (!useMay('write')) return null
  return (
    <Button
      component={Link}
      to="/invoices/new"
      leftSection={<IconPlus size={18} aria-hidden />}
      {...(className && { className })}
    >
      {words.create}
    </Button>
  )
}

const ExportLateMenu = lateMenu(async () => (await import('./export-items.tsx')).ExportItems)

function ExportMenu() {
  const words = useWords().invoiceList
  return (
    <ExportLateMenu
      target={
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          {words.export}
        </Button>
      }
    />
  )
}

interface PagesProps {
  readonly cursor: string | null
  readonly next: string | null
  readonly onGo: (cursor: string | null) => void
}

/** Next and previous page. A person who opened a page by its URL gets back to the first one. */
function Pages({ cursor, next, onGo }: PagesProps) {
  const words = useWords().invoiceList
  const [passed, setPassed] = useState<readonly (string | null)[]>([])
  if (cursor === null && next === null) return null
  const isKnown = passed.length > 0
  const back = () => {
    onGo(passed.at(-1) ?? null)
    setPassed(passed.slice(0, -1))
  }
  const on = () => {
    setPassed([...passed, cursor])
    onGo(next)
  }
  return (
    <Group justify="center" component="nav" aria-label={words.pages}>
      <Button variant="default" disabled={cursor === null} onClick={back}>
        {isKnown || cursor === null ? words.previous : words.first}
      </Button>
      <Button variant="default" disabled={next === null} onClick={on}>
        {words.next}
      </Button>
    </Group>
  )
}

function selected(
  before: Selection,
  entries: readonly InvoiceEntry[],
  isSelected: boolean,
): Selection {
  const after = new Map(before)
  for (const entry of entries) {
    if (isSelected) after.set(entry.id, entry)
    else after.delete(entry.id)
  }
  return after
}
