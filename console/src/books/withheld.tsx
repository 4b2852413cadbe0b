import { Button, Group, NumberInput, Select, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { inCompany } from '../api/company.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconDownload } from '../components/icons.ts'
import { Ledger } from '../components/ledger.tsx'
import { TextLink } from '../components/list-links.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useFormat } from '../words/format.ts'
import { BooksFrame } from './frame.tsx'
import { type Withheld, withheldQuery } from './queries.ts'
import { LENGTHS, type Length, toWithheldSearch, type WithheldSearch } from './search.ts'
import { useBooksWords } from './words.ts'

const route = getRouteApi('/app/books/withheld')

/** The tax that customers withheld in a year. */
export function WithheldTax() {
  const words = useBooksWords()
  const search = route.useSearch()
  const report = useQuery(withheldQuery(search))
  const query = new URLSearchParams(
    Object.entries(search).map(([name, value]) => [name, String(value)]),
  )
  const isEmpty = report.data?.data.length === 0
  return (
    <BooksFrame
      title={words.places.withheld}
      actions={
        report.data &&
        !isEmpty && (
          <Button
            component="a"
            href={`${inCompany('/api/v1/reports/withheld/export')}?${query}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {words.withheld.csv}
          </Button>
        )
      }
    >
      <Filter search={search} year={report.data?.year} />
      <QueryView of={report} lines={6}>
        {(it) =>
          it.data.length === 0 ? (
            <Empty
              icon={<Drawing of="sheet" />}
              title={words.withheld.noneTitle(String(it.year))}
              text={words.withheld.noneText}
            />
          ) : (
            <Report report={it} />
          )
        }
      </QueryView>
    </BooksFrame>
  )
}

interface FilterProps {
  readonly search: WithheldSearch
  readonly year: number | undefined
}

function Filter({ search, year }: FilterProps) {
  const words = useBooksWords().withheld
  const navigate = route.useNavigate()
  const show = (change: WithheldSearch) =>
    navigate({
      search: toWithheldSearch({ ...search, ...change }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Group gap="sm" align="end">
      <NumberInput
        label={words.year}
        value={search.year ?? year ?? ''}
        min={1900}
        max={2999}
        allowDecimal={false}
        w={110}
        onChange={(value) => {
          if (String(value).length === 4) show({ year: Number(value) })
        }}
      />
      <Select
        label={words.by}
        value={search.by ?? 'year'}
        allowDeselect={false}
        data={LENGTHS.map((value) => ({ value, label: words.periods[value] }))}
        w={150}
        onChange={(by) => show({ by: by as Length })}
      />
    </Group>
  )
}

type Figures = Withheld['sums'][number]

function Report({ report }: { readonly report: Withheld }) {
  const words = useBooksWords().withheld
  return (
    <>
      <Ledger>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {report.by !== 'year' && <Table.Th>{words.period}</Table.Th>}
              <Table.Th>{words.customer}</Table.Th>
              <Table.Th visibleFrom="sm">{words.kind}</Table.Th>
              <Table.Th className="figures" visibleFrom="md">
                {words.documents}
              </Table.Th>
              <Table.Th className="figures" visibleFrom="md">
                {words.base}
              </Table.Th>
              <Table.Th className="figures" visibleFrom="sm">
                {words.withheld}
              </Table.Th>
              <Table.Th className="figures" visibleFrom="md">
                {words.paidBase}
              </Table.Th>
              <Table.Th className="figures">{words.paidWithheld}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.data.map((row) => (
              <Table.Tr key={`${row.period} ${row.customer_id} ${row.kind} ${row.currency}`}>
                {report.by !== 'year' && <Table.Td className="nowrap">{row.period}</Table.Td>}
                <Table.Td>
                  <TextLink to="/customers/$id" params={{ id: row.customer_id }} size="sm">
                    {row.customer_name}
                  </TextLink>
                  <Text size="xs" c="dimmed">
                    {row.tax_id}
                  </Text>
                  <Text hiddenFrom="sm" size="xs" c="dimmed">
                    {words.kinds[row.kind as keyof typeof words.kinds]}
                  </Text>
                </Table.Td>
                <FigureCells figures={row} />
              </Table.Tr>
            ))}
            {report.sums.map((sum) => (
              <Table.Tr key={`${sum.kind} ${sum.currency}`} fw={600}>
                {report.by !== 'year' && <Table.Td />}
                <Table.Td>
                  {words.sum}
                  <Text hiddenFrom="sm" size="xs" c="dimmed">
                    {words.kinds[sum.kind as keyof typeof words.kinds]}
                  </Text>
                </Table.Td>
                <FigureCells figures={sum} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Ledger>
      <Text size="sm" c="dimmed">
        {words.hint}
      </Text>
    </>
  )
}

function FigureCells({ figures }: { readonly figures: Figures }) {
  const words = useBooksWords().withheld
  const format = useFormat()
  const { kind, currency, documents, base, withheld, paid_base, paid_withheld } = figures
  const money = (amount: string | null) => amount !== null && format.money(amount, currency)
  return (
    <>
      <Table.Td visibleFrom="sm">{words.kinds[kind as keyof typeof words.kinds]}</Table.Td>
      <Table.Td className="figures" visibleFrom="md">
        {format.number(documents)}
      </Table.Td>
      <Table.Td className="figures" visibleFrom="md">
        {money(base)}
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {money(withheld)}
      </Table.Td>
      <Table.Td className="figures" visibleFrom="md">
        {money(paid_base)}
      </Table.Td>
      <Table.Td className="figures">{money(paid_withheld)}</Table.Td>
    </>
  )
}
