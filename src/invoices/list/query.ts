import { type RawBuilder, sql } from 'kysely'
import { invalidCursor, type PageRequest, type Position } from '../../http/pagination.ts'
import { type Condition, SORTS, type Sort } from './conditions.ts'

export interface EntryRow {
  readonly id: string
  readonly type: string
  readonly number: string | null
  readonly status: string
  readonly customer_id: string
  readonly issue_date: string
  readonly due_date: string | null
  readonly currency: string
  readonly total_minor: bigint
  readonly paid_minor: bigint
  readonly credited_minor: bigint
  readonly share_nonce: string | null
  readonly name: string
  readonly sort_value: string | bigint
}

export interface Query {
  readonly order: RawBuilder<unknown>
  readonly direction: PageRequest['direction']
  readonly sort: Sort
  /** Met by the index that the sort walks along. */
  readonly inner: readonly Condition[]
  /** Looked at in each invoice on the way. */
  readonly outer: readonly Condition[]
}

export function toQuery(conditions: readonly Condition[], { sort, direction }: PageRequest): Query {
  const usable = conditions.filter(({ within }) => within === sort)
  // An index begins with one column: the first of those is the most selective.
  const first = usable.find(({ isEquality }) => isEquality)
  const inner = usable.filter((it) => it === first || !it.isEquality)
  const outer = conditions.filter((it) => !inner.includes(it))
  return { order: SORTS[sort as Sort], direction, sort: sort as Sort, inner, outer }
}

export const COLUMNS = sql.raw(
  [
    'id',
    'type',
    'number',
    'status',
    'customer_id',
    'customer_name',
    'issue_date',
    'due_date',
    'currency',
    'total_minor',
    'paid_minor',
    'credited_minor',
    'share_nonce',
  ]
    .map((column) => `i.${column}`)
    .join(', '),
)

/** A draft's customer is read as it is now; only those of the page are. */
export const NAME = sql`case i.status when 'draft'
  then (select c.name from customers as c where c.id = i.customer_id) else i.customer_name end`

export function following(
  { order, direction, sort }: Query,
  after: Position | null,
): readonly RawBuilder<boolean>[] {
  if (after === null) return []
  const value = sort === 'total' ? toTotal(after.value) : (after.value ?? '')
  const side = direction === 'asc' ? sql`>` : sql`<`
  return [sql<boolean>`(${order}, i.id) ${side} (${value}, ${after.id})`]
}

/** A cursor is opaque to its holder, who may send any text instead. */
function toTotal(value: string | null): bigint {
  if (/^-?\d{1,18}$/.test(value ?? '')) return BigInt(value ?? '')
  throw invalidCursor()
}

export const whereAll = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`

export const orderBy = ({ order, direction }: Pick<Query, 'order' | 'direction'>) => {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`order by ${order} ${way}, i.id ${way}`
}
