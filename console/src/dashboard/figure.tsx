import type { ListSearch } from '../api/invoice-search.ts'
import { TextLink } from '../components/list-links.tsx'

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

/** A number with a link to its invoices. */
export const Figure = ({ search, ...sum }: Props) => (
  <TextLink to="/invoices" search={search} className="number">
    <Value {...sum} />
  </TextLink>
)

/** Money on account, with a link to the customers who have it. */
export const OnAccount = ({ currency, ...sum }: Omit<Props, 'search'> & { currency: string }) => (
  <TextLink to="/customers" search={{ on_account: currency }} className="number">
    <Value {...sum} />
  </TextLink>
)

const Value = ({ label, value, note, reason, isBad = false }: Omit<Props, 'search'>) => (
  <span className="number-facts">
    <span>{label}</span>
    <span className="number-value">{value}</span>
    {reason !== undefined && <span>{reason}</span>}
    {note !== undefined && <span data-bad={isBad || undefined}>{note}</span>}
  </span>
)
