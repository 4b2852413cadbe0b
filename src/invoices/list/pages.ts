import { type RawBuilder, sql } from 'kysely'
import { customerName } from '../../customers/lookups.ts'
import { invalidCursor, type PageRequest, type Position } from '../../http/pagination.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { type Condition, checkedOnRow, SORTS, type Sort } from './conditions.ts'

/** So many of the next invoices are checked before the conditions are looked up. */
const WINDOW = 1500
/** So many that meet the conditions may be fetched and sorted. */
const FEW = 5000

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

/**
 * The rows of the page and one more, if there is one. What many invoices meet fills the page from the
 * next of the list; what few meet is looked up and sorted. If neither does, the list is read until
 * the page is full.
 */
export async function readRows(
  scope: Scope,
  conditions: readonly Condition[],
  request: PageRequest,
): Promise<readonly EntryRow[]> {
  const query = toQuery(scope, conditions, request)
  if (query.others.length === 0) return readList(query)
  const next = await readWindow(query)
  if (next.length === query.limit) return next
  return (await readFew(query)) ?? readList(query)
}

/** How many there are: this reads all that match. */
export async function countRows(scope: Scope, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from invoices as i
    where ${foundByIndex(scope, conditions)}`.execute(scope.db)
  return Number(rows[0]?.total ?? 0)
}

interface Query {
  readonly scope: Scope
  readonly order: RawBuilder<unknown>
  readonly direction: RawBuilder<unknown>
  readonly limit: number
  readonly conditions: readonly Condition[]
  /** Whether it comes after the page before. */
  readonly following: RawBuilder<boolean>
  /** The next invoices, as the index of the order has them. */
  readonly next: RawBuilder<boolean>
  /** The conditions that are checked on each of these. */
  readonly others: readonly RawBuilder<boolean>[]
}

function toQuery(
  scope: Scope,
  conditions: readonly Condition[],
  { sort, direction, after, limit }: PageRequest,
): Query {
  const order = SORTS[sort as Sort]
  const ranges = conditions.filter(({ rangeOf }) => rangeOf === sort).map(({ where }) => where)
  const first = conditions.map(({ byIssueDate }) => byIssueDate).find((it) => it !== undefined)
  const indexed = first && sort === 'issue_date' ? [first, ...ranges] : ranges
  const side = direction === 'asc' ? sql`>` : sql`<`
  const following = after
    ? sql<boolean>`(${order}, i.id) ${side} (${startOf(after, sort)}, ${after.id})`
    : sql<boolean>`1 = 1`
  return {
    scope,
    order,
    direction: direction === 'asc' ? sql`asc` : sql`desc`,
    limit: limit + 1,
    conditions,
    following,
    next: and([ofCompany(scope), ...indexed, following]),
    others: conditions.map(({ where }) => where).filter((where) => !indexed.includes(where)),
  }
}

/** Clients may send any text as a cursor. */
function startOf({ value }: Position, sort: string): string | bigint {
  if (sort !== 'total') return value ?? ''
  if (value === null || !/^-?\d{1,18}$/.test(value)) throw invalidCursor()
  return BigInt(value)
}

const COLUMNS = sql.raw(
  `i.id, i.type, i.number, i.status, i.customer_id, i.customer_name, i.issue_date, i.due_date,
    i.currency, i.total_minor, i.paid_minor, i.credited_minor, i.share_nonce`,
)

/** A draft has the name that its customer has now. */
const name = (scope: Scope) => sql`case i.status when 'draft'
  then ${customerName(scope, sql`i.customer_id`)} else i.customer_name end as name`

/** Reads the list until the page is full. */
async function readList({ scope, order, direction, limit, next, others }: Query) {
  const checked = others.map(checkedOnRow)
  const { rows } = await sql<EntryRow>`select ${COLUMNS}, ${name(scope)}, ${order} as sort_value
    from invoices as i where ${and([next, ...checked])}
    order by ${order} ${direction}, i.id ${direction} limit ${limit}`.execute(scope.db)
  return rows
}

/** The same, but gives up after so many. */
async function readWindow({ scope, order, direction, limit, next, others }: Query) {
  const { rows } = await sql<EntryRow>`select ${COLUMNS}, ${name(scope)}, i.sort_value
    from (select ${COLUMNS}, i.search_text, ${order} as sort_value from invoices as i
      where ${next} order by ${order} ${direction}, i.id ${direction} limit ${WINDOW}) as i
    where ${and(others)}
    order by i.sort_value ${direction}, i.id ${direction} limit ${limit}`.execute(scope.db)
  return rows
}

/**
 * All that meet the conditions, sorted; null if they are many. Materialized: the planners shall find
 * an index for the conditions, and not read the list.
 */
async function readFew({ scope, order, direction, limit, conditions, following }: Query) {
  const sorted = sql`order by i.sort_value ${direction}, i.id ${direction}`
  const { rows } = await sql<EntryRow & { readonly found: bigint }>`with few as materialized
    (select i.id, ${order} as sort_value from invoices as i
      where ${foundByIndex(scope, conditions)} and ${checkedOnRow(following)}
      limit ${FEW + 1})
    select ${COLUMNS}, ${name(scope)}, page.sort_value, (select count(*) from few) as found
    from (select i.id, i.sort_value from few as i ${sorted} limit ${limit}) as page
    join invoices as i on i.company_id = ${scope.company} and i.id = page.id
    order by page.sort_value ${direction}, page.id ${direction}`.execute(scope.db)
  return (rows[0]?.found ?? 0n) > FEW ? null : rows
}

/** The first condition as its index answers it; the others are checked on what it finds. */
function foundByIndex(scope: Scope, conditions: readonly Condition[]): RawBuilder<boolean> {
  const first = conditions.find(({ lookUp }) => lookUp !== null)
  const others = conditions.filter((it) => it !== first).map(({ where }) => checkedOnRow(where))
  return and([first?.lookUp ?? and([ofCompany(scope), ...wheresOf(first)]), ...others])
}

const wheresOf = (condition: Condition | undefined) => (condition ? [condition.where] : [])

const ofCompany = ({ company }: Scope) => sql<boolean>`i.company_id = ${company}`

const and = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql`${sql.join(conditions, sql` and `)}`
