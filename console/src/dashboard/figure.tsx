import { Paper, Text } from '@mantine/core'
import type { ListSearch } from '../invoices/list-search.ts'
import { SheetLink } from './list-links.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly note?: string
  readonly isBad?: boolean
  /** The link to the counted invoices. */
  readonly search: ListSearch
}

/** A number with a link to its invoices. */
export const Figure = ({ search, ...sum }: Props) => (
  <SheetLink to="/invoices" search={search} style={{ textDecoration: 'none', color: 'inherit' }}>
    <Value {...sum} />
  </SheetLink>
)

/** A number without a list of invoices. */
export const Sum = (sum: Omit<Props, 'search'>) => (
  <Paper withBorder p="md">
    <Value {...sum} />
  </Paper>
)

function Value({ label, value, note, isBad = false }: Omit<Props, 'search'>) {
  return (
    <div className="amount">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className="amount-value">{value}</Text>
      {note !== undefined && (
        <Text size="sm" {...(isBad ? { c: 'red' } : { c: 'dimmed' })}>
          {note}
        </Text>
      )}
    </div>
  )
}
