import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { InvoiceStatus, InvoiceType } from '../invoice.ts'
import { searchCondition } from './search.ts'

export interface InvoiceFilter {
  readonly type?: InvoiceType | undefined
  readonly status?: InvoiceStatus | undefined
  readonly overdue?: boolean | undefined
  readonly hasDue?: boolean | undefined
  readonly partiallyPaid?: boolean | undefined
  readonly refundDue?: boolean | undefined
  readonly customerId?: string | undefined
  readonly issuedFrom?: string | undefined
  readonly issuedTo?: string | undefined
  readonly dueFrom?: string | undefined
  readonly dueTo?: string | undefined
  readonly currency?: string | undefined
  readonly published?: boolean | undefined
  readonly q?: string | undefined
}

/** What each sort orders by; an index has the same expression. Without a date or number comes first. */
export const SORTS = {
  issue_date: sql<string | bigint>`i.issue_date`,
  due_date: sql<string | bigint>`coalesce(i.due_date, '')`,
  created_at: sql<string | bigint>`i.created_at`,
  number: sql<string | bigint>`coalesce(i.number, '')`,
  total: sql<string | bigint>`i.total_minor`,
}
export type Sort = keyof typeof SORTS

/** One condition of a filter on the invoice `i`. */
export interface Condition {
  readonly where: RawBuilder<boolean>
  /** The sort that has an index beginning with what is asked for, or of which this is a range. */
  readonly within?: Sort
  /** Whether there may be no second one within the same sort. */
  readonly isEquality?: boolean
  /** The same, found by an index without regard to order; null: there is none. */
  readonly lookUp: LookUp | null
  /** The same, told on the way by the index of an order; null: by none. */
  readonly held?: Held | null
}

export interface LookUp {
  readonly where: RawBuilder<boolean>
  /** The table to count in, where that is not `invoices as i` under the same condition. */
  readonly source?: RawBuilder<unknown>
  /** Whether to count what it finds takes about as long as to fetch it. */
  readonly isCostly?: boolean
  /** Whether it finds more than what is asked for. */
  readonly isPartial?: boolean
}

/** What the index of an order holds besides: for nearly all that do not meet this no row is read. */
export interface Held {
  /** The only column that `where` reads of `i`, but for the id. */
  readonly column: RawBuilder<unknown>
  readonly where: RawBuilder<boolean>
  readonly sorts: readonly Sort[] | 'all'
  /** Whether all that meet it are found before the first step: it is for those that are few. */
  readonly isOfFew: boolean
}

/** What a filter asks for, the most selective sorts of condition first. */
export async function conditionsOf(
  db: Db,
  filter: InvoiceFilter & { readonly today: string },
): Promise<readonly Condition[]> {
  const { type, published } = filter
  const conditions = [
    await searchCondition(db, filter.q ?? ''),
    equality(sql`i.customer_id`, filter.customerId),
    equality(sql`i.status`, filter.status),
    equality(sql`i.currency`, filter.currency),
    issued(filter),
    due(filter),
    type === 'credit_note' ? rare(sql<boolean>`i.type = 'credit_note'`, true) : null,
    type === 'invoice' ? frequent(sql<boolean>`i.type = 'invoice'`) : null,
    published === undefined ? null : rare(sql<boolean>`i.share_nonce is not null`, published),
    filter.overdue === undefined ? null : rare(overdue(filter.today), filter.overdue),
    filter.hasDue === undefined ? null : rare(HAS_DUE, filter.hasDue),
    filter.refundDue === undefined ? null : rare(REFUND_DUE, filter.refundDue),
    filter.partiallyPaid === undefined ? null : rare(PARTIALLY_PAID, filter.partiallyPaid),
  ]
  return conditions.filter((it) => it !== null)
}

/** The customer still owes something: the display status is open, partially_paid or overdue. */
const HAS_DUE = sql<boolean>`(i.status = 'sent' and i.type = 'invoice'
  and i.total_minor > i.paid_minor + i.credited_minor)`

/** The SQL of `isOverdue` in lifecycle.ts. */
export const overdue = (today: string) =>
  sql<boolean>`(${HAS_DUE} and i.due_date is not null and i.due_date < ${today})`

/** The SQL of `isPartiallyPaid` in lifecycle.ts. */
const PARTIALLY_PAID = sql<boolean>`(${HAS_DUE} and i.paid_minor > 0)`

/** The SQL of `refund_due` in lifecycle.ts: the balance is below zero. */
export const REFUND_DUE = sql<boolean>`(i.status in ('sent', 'paid', 'uncollectible') and i.type = 'invoice'
  and i.total_minor < i.paid_minor + i.credited_minor)`

function equality(column: RawBuilder<unknown>, value: string | undefined): Condition | null {
  if (value === undefined) return null
  const where = sql<boolean>`${column} = ${value}`
  return { where, within: 'issue_date', isEquality: true, lookUp: { where } }
}

const frequent = (where: RawBuilder<boolean>): Condition => ({ where, lookUp: null })

/** Its words are literal, as a partial index is used only where the statement itself says them. */
const rare = (where: RawBuilder<boolean>, isWanted: boolean): Condition =>
  isWanted ? { where, lookUp: { where } } : frequent(sql<boolean>`not (${where})`)

function issued({ issuedFrom, issuedTo }: InvoiceFilter): Condition | null {
  const bounds = [
    ...(issuedFrom === undefined ? [] : [sql`i.issue_date >= ${issuedFrom}`]),
    ...(issuedTo === undefined ? [] : [sql`i.issue_date <= ${issuedTo}`]),
  ]
  return range(bounds, 'issue_date')
}

function due({ dueFrom, dueTo }: InvoiceFilter): Condition | null {
  if (dueFrom === undefined && dueTo === undefined) return null
  const bounds = [
    dueFrom === undefined ? sql`${SORTS.due_date} > ''` : sql`${SORTS.due_date} >= ${dueFrom}`,
    ...(dueTo === undefined ? [] : [sql`${SORTS.due_date} <= ${dueTo}`]),
  ]
  return range(bounds, 'due_date')
}

function range(bounds: readonly RawBuilder<unknown>[], within: Sort): Condition | null {
  if (bounds.length === 0) return null
  const where = sql<boolean>`(${sql.join(bounds, sql` and `)})`
  return { where, within, lookUp: { where } }
}
