import { Anchor, Button, Table, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { IconPlus } from '../components/icons.ts'
import { isBlank, ListView } from '../components/list-view.tsx'
import { May } from '../components/may.tsx'
import { Page } from '../components/page.tsx'
import { SearchBar } from '../components/search-bar.tsx'
import { useOpenRow } from '../components/use-open-row.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { plural, useLanguage, useWords } from '../words/language.ts'
import { perUnit } from '../words/units.ts'
import { type Product, productsQuery } from './queries.ts'
import type { ProductSearch } from './search.ts'

const route = getRouteApi('/app/products')

/** The list of products, with search and filters in the URL. */
export function ProductList() {
  const words = useWords().products
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const products = useInfiniteQuery(productsQuery(search))
  const isEmpty = isBlank(products) && Object.keys(search).length === 0
  const change = (q: string, archived: boolean) =>
    navigate({ search: { ...(q && { q }), ...(archived && { archived }) }, replace: true })
  return (
    <Page
      title={words.title}
      actions={
        <>
          <May needs="write">
            <Button variant="default" component={Link} to="/import">
              {words.import}
            </Button>
          </May>
          {!isEmpty && <CreateButton />}
        </>
      }
    >
      <SearchBar
        label={words.search}
        q={search.q ?? ''}
        choice={{
          label: words.show,
          usual: words.active,
          others: words.archivedOnly,
          isOther: search.archived ?? false,
        }}
        onChange={change}
      />
      <ListView
        isTable
        of={products}
        lines={10}
        none={<Nothing search={search} onClear={() => change('', search.archived ?? false)} />}
      >
        {(entries) => <ProductTable entries={entries} />}
      </ListView>
    </Page>
  )
}

function CreateButton() {
  const words = useWords().products
  return (
    <May needs="write">
      <Button component={Link} to="/products/new" leftSection={<IconPlus size={18} aria-hidden />}>
        {words.create}
      </Button>
    </May>
  )
}

interface NothingProps {
  readonly search: ProductSearch
  readonly onClear: () => void
}

function Nothing({ search: { q, archived }, onClear }: NothingProps) {
  const words = useWords().products
  if (q !== undefined) return <NothingFound words={words} onClear={onClear} />
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

function ProductTable({ entries }: { readonly entries: readonly Product[] }) {
  const { products: words, units } = useWords()
  const openRow = useOpenRow()
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  return (
    <Table ref={table} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.name}</Table.Th>
          <Table.Th visibleFrom="sm">{words.itemNumber}</Table.Th>
          <Table.Th ta="end">{words.price}</Table.Th>
          <Table.Th visibleFrom="sm">
            <VisuallyHidden>{words.unit}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((product) => (
          <Table.Tr key={product.id} {...openRow(`/products/${product.id}`)}>
            <Table.Td>
              <Anchor component={Link} to={`/products/${product.id}`} fw={600} size="sm">
                {product.name}
              </Anchor>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {product.item_number}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">{product.item_number}</Table.Td>
            <Table.Td className="figures">
              <Prices of={product.prices} />
              <Text span size="xs" c="dimmed" hiddenFrom="sm">
                {` ${perUnit(product.unit, units)}`}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" c="dimmed" ps={0} className="nowrap">
              {product.prices.length > 0 && perUnit(product.unit, units)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The first price and the number of prices. */
function Prices({ of: prices }: { readonly of: Product['prices'] }) {
  const words = useWords().products
  const { language } = useLanguage()
  const format = useFormat()
  const [first] = prices
  if (first === undefined) return null
  return (
    <>
      {prices.length > 1 && (
        <Text span size="xs" c="dimmed" me="xs">
          {plural(prices.length, language, words.priceCount)}
        </Text>
      )}
      {format.price(first.unit_price, first.currency)}
    </>
  )
}
