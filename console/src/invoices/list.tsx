import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFileInvoice, IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Empty } from '../parts/empty.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'
import { statusWords } from '../parts/status.tsx'
import { useWords } from '../words.tsx'
import type { ListSearch } from './list-search.ts'
import { InvoiceTable } from './list-table.tsx'
import { listQuery } from './queries.ts'
import { listWords } from './words.ts'

const TYPING_MS = 250
const STATUSES = ['draft', 'sent', 'overdue', 'paid'] as const

const route = getRouteApi('/app/invoices')

/** All invoices: searched, filtered and sorted by what stands in the address. */
export function InvoiceList() {
  const words = useWords(listWords)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const invoices = useInfiniteQuery(listQuery(search))
  const change = (next: SearchChange) =>
    navigate({ search: (before) => withoutEmpty({ ...before, ...next }), replace: true })
  const isFiltered = Object.keys(search).some((name) => name !== 'sort')
  const create = (
    <Button component={Link} to="/invoices/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} actions={create}>
      <Filters search={search} onChange={change} />
      <Reading of={invoices} lines={10}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data)
          if (entries.length > 0)
            return (
              <>
                <InvoiceTable
                  entries={entries}
                  search={search}
                  onSort={(sort) => change({ sort })}
                />
                <More of={invoices} />
              </>
            )
          const icon = <IconFileInvoice size={48} stroke={1.2} aria-hidden />
          return isFiltered ? (
            <Empty
              icon={icon}
              title={words.nothingTitle}
              text={words.nothingText}
              action={
                <Button variant="default" onClick={() => navigate({ search: {} })}>
                  {words.clear}
                </Button>
              }
            />
          ) : (
            <Empty icon={icon} title={words.noneTitle} text={words.noneText} action={create} />
          )
        }}
      </Reading>
    </Page>
  )
}

/** What changes; undefined takes a filter away. */
type SearchChange = { readonly [K in keyof ListSearch]: ListSearch[K] | undefined }

interface FiltersProps {
  readonly search: ListSearch
  readonly onChange: (next: SearchChange) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const words = useWords(listWords)
  const states = useWords(statusWords)
  const find = useDebouncedCallback(
    (q: string) => onChange({ q: q.trim() || undefined }),
    TYPING_MS,
  )
  const value = search.overdue ? 'overdue' : (search.status ?? 'all')
  const choose = (chosen: string) =>
    onChange({
      overdue: chosen === 'overdue' || undefined,
      status: ['all', 'overdue'].includes(chosen) ? undefined : (chosen as ListSearch['status']),
    })
  return (
    <Group gap="sm">
      <TextInput
        key={search.q === undefined ? 'empty' : 'filled'}
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={search.q ?? ''}
        onChange={(event) => find(event.currentTarget.value)}
        miw={{ base: '100%', sm: 320 }}
      />
      <SegmentedControl
        aria-label={words.status}
        data={[
          { value: 'all', label: words.all },
          ...STATUSES.map((status) => ({ value: status, label: states[status] })),
        ]}
        value={value}
        onChange={choose}
      />
    </Group>
  )
}

const withoutEmpty = (search: Readonly<Record<string, unknown>>): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
