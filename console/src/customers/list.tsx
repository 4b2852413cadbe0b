import { Anchor, Box, Button, Group, SegmentedControl, Select, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useCountries, withChosen } from '../components/choices.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { FindField } from '../components/find-field.tsx'
import { IconPlus, IconX } from '../components/icons.ts'
import { isBlank, ListView } from '../components/list-view.tsx'
import { May } from '../components/may.tsx'
import { Page } from '../components/page.tsx'
import { withoutEmpty } from '../components/search.ts'
import { SortedHead } from '../components/sorted-head.tsx'
import { useOpenRow } from '../components/use-open-row.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { Amounts } from './amounts.tsx'
import './list.css'
import { State } from '../components/state.tsx'
import { type Balance, balancesQuery, type Customer, customersQuery } from './queries.ts'
import type { CustomerSearch } from './search.ts'

const route = getRouteApi('/app/customers')

/** The changed filters; undefined removes one. */
type Change = { readonly [K in keyof CustomerSearch]: CustomerSearch[K] | undefined }

/** The list of customers, with search, filters and order in the URL. */
export function CustomerList() {
  const words = useWords().customers
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const customers = useInfiniteQuery(customersQuery(search))
  const isEmpty = isBlank(customers) && Object.keys(search).length === 0
  const change = (next: Change) =>
    navigate({
      search: (before) => withoutEmpty<CustomerSearch>({ ...before, ...next }),
      replace: true,
    })
  return (
    <Page title={words.title} actions={!isEmpty && <CreateButton />}>
      <Filters search={search} onChange={change} />
      <ListView
        isTable
        of={customers}
        lines={10}
        none={<Nobody search={search} onClear={() => navigate({ search: {} })} />}
      >
        {(entries) => (
          <CustomerTable entries={entries} search={search} onSort={(sort) => change({ sort })} />
        )}
      </ListView>
    </Page>
  )
}

function CreateButton() {
  const words = useWords().customers
  return (
    <May needs="write">
      <Button component={Link} to="/customers/new" leftSection={<IconPlus size={18} aria-hidden />}>
        {words.create}
      </Button>
    </May>
  )
}

interface FiltersProps {
  readonly search: CustomerSearch
  readonly onChange: (next: Change) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const words = useWords().customers
  const countries = useCountries()
  return (
    <Group gap="sm">
      <FindField
        label={words.search}
        q={search.q ?? ''}
        onFind={(q) => onChange({ q: q || undefined })}
        flex={{ base: '1 1 100%', sm: '1 1 280px' }}
        maw={{ md: 480 }}
      />
      <Select
        aria-label={words.country}
        placeholder={words.everywhere}
        searchable
        clearable
        data={withChosen(countries, search.country ?? '')}
        value={search.country ?? null}
        onChange={(country) => onChange({ country: country ?? undefined })}
        w={{ base: '100%', xs: 220 }}
        className="screen-only"
      />
      {search.on_account !== undefined ? (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => onChange({ on_account: undefined })}
        >
          {words.onAccount(search.on_account)}
        </Button>
      ) : (
        <SegmentedControl
          aria-label={words.show}
          data={[
            { value: 'active', label: words.active },
            { value: 'archived', label: words.archivedOnly },
          ]}
          value={search.archived ? 'archived' : 'active'}
          onChange={(chosen) => onChange({ archived: chosen === 'archived' || undefined })}
        />
      )}
    </Group>
  )
}

interface NobodyProps {
  readonly search: CustomerSearch
  readonly onClear: () => void
}

function Nobody({ search: { q, country, archived, on_account }, onClear }: NobodyProps) {
  const words = useWords().customers
  if (q !== undefined || country !== undefined || on_account !== undefined)
    return <NothingFound words={words} onClear={onClear} />
  return archived ? (
    <Empty
      icon={<Drawing of="sheet" />}
      title={words.noArchivedTitle}
      text={words.noArchivedText}
    />
  ) : (
    <Empty
      icon={<Drawing of="sheet" />}
      title={words.noneTitle}
      text={words.noneText}
      action={<CreateButton />}
    />
  )
}

const FIGURES = [
  { name: 'overdue', visibleFrom: 'sm' },
  { name: 'open', visibleFrom: 'sm' },
  { name: 'balance' },
] as const

interface TableProps {
  readonly entries: readonly Customer[]
  readonly search: CustomerSearch
  readonly onSort: (sort: NonNullable<CustomerSearch['sort']>) => void
}

function CustomerTable({ entries, search, onSort }: TableProps) {
  const words = useWords().customers
  const { language } = useLanguage()
  const openRow = useOpenRow()
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const format = useFormat()
  const { data: balances } = useQuery(balancesQuery(entries.map(({ id }) => id)))
  const placeOf = ({ city, country_code: country }: Customer['address']) =>
    [city, country === null ? null : countries.of(country)].filter(Boolean).join(', ')
  const activityOf = (balance: Balance | undefined) =>
    balance?.last_activity ? format.shortDate(balance.last_activity.slice(0, 10)) : ''
  return (
    <Table ref={table} highlightOnHover className="customer-table">
      <Table.Thead>
        <Table.Tr>
          <SortedHead
            sort={search.sort ?? 'name'}
            onSort={onSort}
            by="name"
            label={words.name}
            name={words.sortBy}
            isUpFirst
          />
          <Table.Th className="cell-contact" visibleFrom="lg">
            {words.contact}
          </Table.Th>
          <Table.Th className="cell-day" visibleFrom="lg">
            {words.lastActivity}
          </Table.Th>
          {FIGURES.map(({ name, ...shown }) => (
            <Table.Th key={name} className="figures" {...shown}>
              {words[name]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(({ id, name, contact_name: contact, email, address, archived }) => (
          <Table.Tr key={id} {...openRow(`/customers/${id}`)}>
            <Table.Td>
              <Anchor component={Link} to={`/customers/${id}`} fw={600} size="sm">
                {name}
              </Anchor>
              {archived && (
                <Box component="span" ms="xs">
                  <State shape="void">{words.archived}</State>
                </Box>
              )}
              <Text size="xs" c="dimmed" className="row-more">
                {placeOf(address)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="lg">
              <Text size="sm" className="row-first">
                {contact}
              </Text>
              <Text size="sm" c="dimmed" className="row-more">
                {email}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="lg" c="dimmed" className="nowrap">
              {activityOf(balances?.get(id))}
            </Table.Td>
            {FIGURES.map(({ name, ...shown }) => (
              <Table.Td key={name} className="figures" {...shown}>
                <Box {...(name === 'balance' && { visibleFrom: 'sm' })}>
                  <Amounts of={balances?.get(id)} name={name} isOther={name === 'balance'} />
                </Box>
                {name === 'balance' && (
                  <Box hiddenFrom="sm">
                    <Amounts of={balances?.get(id)} name={name} />
                    <Amounts of={balances?.get(id)} name="overdue" label={words.overdue} />
                  </Box>
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
