import { Text } from '@mantine/core'
import type { ListSearch } from '../api/invoice-search.ts'
import { SheetLink } from '../components/list-links.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly note?: string
  /** Why the number is as it is. */
  readonly reason?: string | undefined
  readonly isBad?: boolean
  /** The link to the counted invoices. */
  readonly search: ListSearch
}

const PLAIN = { textDecoration: 'none', color: 'inherit' } as const

/** A number with a link to its invoices. */
export const Figure = ({ search, ...sum }: Props) => (
  <SheetLink to="/invoices" search={search} style={PLAIN}>
    <Value {...sum} />
  </SheetLink>
)

/** Money on account, with a link to the customers who have it. */
export const OnAccount = ({ currency, ...sum }: Omit<Props, 'search'> & { currency: string }) => (
  <SheetLink to="/customers" search={{ on_account: currency }} style={PLAIN}>
    <Value {...sum} />
  </SheetLink>
)

function Value({ label, value, note, reason, isBad = false }: Omit<Props, 'search'>) {
  return (
    <div className="amount">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className="amount-value">{value}</Text>
      {reason !== undefined && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
      {note !== undefined && (
        <Text size="sm" {...(isBad ? { c: 'red' } : { c: 'dimmed' })}>
          {note}
        </Text>
      )}
    </div>
  )
}
