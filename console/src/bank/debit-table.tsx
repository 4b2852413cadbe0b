import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { Button, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Ledger } from '../components/ledger.tsx'
import { TextLink } from '../components/list-links.tsx'
import { type Collected, collectedQuery, NAMED_MAX } from '../direct-debit/queries.ts'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

/** A collection of a run. What is left out has neither an amount nor a day of its own. */
export interface DebitRow {
  readonly id: string
  readonly amount?: string
  readonly day?: string | null
}

interface Props<Row extends DebitRow> {
  readonly rows: readonly Row[]
  /** Null: the run is not approved yet. */
  readonly runId: string | null
  /** What the column of the states is called. */
  readonly head?: string
  readonly state?: (row: Row, collected: Collected | undefined) => ReactNode
  readonly action?: ((row: Row, collected: Collected | undefined) => ReactNode) | undefined
}

/** Collections with their invoices, so many at a time as can be named together. */
export function DebitTable<Row extends DebitRow>(props: Props<Row>) {
  const { rows, head, action } = props
  const words = useDirectDebitWords().bank
  const { more } = useWords()
  const format = useFormat()
  const isPhone = useIsPhone()
  const [shown, setShown] = useState(NAMED_MAX)
  const parts = Array.from({ length: Math.ceil(Math.min(shown, rows.length) / NAMED_MAX) })
  const amounts = rows.flatMap(({ amount }) => (amount === undefined ? [] : { amount }))
  const left = Math.min(NAMED_MAX, rows.length - shown)
  return (
    <Ledger
      foot={
        <>
          {left > 0 ? more.shown(shown) : more.all(rows.length)}
          {amounts.length > 1 && amounts.length === rows.length && (
            <span className="figures">{format.money(sumText(amounts), 'EUR')}</span>
          )}
          {left > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + NAMED_MAX)}>
              {words.showMore(left)}
            </Button>
          )}
        </>
      }
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.invoice}</Table.Th>
            <Table.Th visibleFrom="sm">{words.customer}</Table.Th>
            {head !== undefined && <Table.Th visibleFrom="sm">{head}</Table.Th>}
            <Table.Th visibleFrom="sm">{words.day}</Table.Th>
            <Table.Th className="figures">{words.amount}</Table.Th>
            {action && !isPhone && (
              <Table.Th>
                <VisuallyHidden>{words.action}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places.
            <Part key={at} {...props} rows={rows.slice(at * NAMED_MAX, (at + 1) * NAMED_MAX)} />
          ))}
        </Table.Tbody>
      </Table>
    </Ledger>
  )
}

/** A button beside the amount has no room there. */
const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })

function Part<Row extends DebitRow>({ rows, runId, state, action }: Props<Row>) {
  const words = useDirectDebitWords().bank
  const format = useFormat()
  const isPhone = useIsPhone()
  const { data } = useQuery(
    collectedQuery(
      runId,
      rows.map(({ id }) => id),
    ),
  )
  return rows.map((row) => {
    const it = data?.get(row.id)
    const day = row.day ?? it?.collection.next_on
    const amount = row.amount ?? it?.collection.amount
    return (
      <Table.Tr key={row.id}>
        <Table.Td>
          {it ? (
            <TextLink to="/invoices/$id" params={{ id: it.collection.invoice_id }} size="sm">
              {it.invoice?.number ?? words.invoice}
            </TextLink>
          ) : (
            '\u00a0'
          )}
          <Text hiddenFrom="sm" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {it?.invoice?.customer_name}
          </Text>
          <Text hiddenFrom="sm" size="xs" component="div">
            {state?.(row, it)}
          </Text>
          {isPhone && action?.(row, it)}
        </Table.Td>
        <Table.Td visibleFrom="sm">{it?.invoice?.customer_name}</Table.Td>
        {state && <Table.Td visibleFrom="sm">{state(row, it)}</Table.Td>}
        <Table.Td visibleFrom="sm" c="dimmed" className="nowrap">
          {day != null && format.shortDate(day)}
        </Table.Td>
        <Table.Td className="figures">
          {amount !== undefined && format.money(amount, 'EUR')}
          <Text hiddenFrom="sm" size="xs" c="dimmed">
            {day != null && format.shortDate(day)}
          </Text>
        </Table.Td>
        {action && !isPhone && <Table.Td ta="end">{action(row, it)}</Table.Td>}
      </Table.Tr>
    )
  })
}

export const sumText = (of: readonly { readonly amount: string }[]): string =>
  formatMinor(sumOf(of.map(({ amount }) => parseMinor(amount, 'EUR'))), 'EUR')
