import { type RawBuilder, sql } from 'kysely'
import { invalidCursor, type PageRequest, type Position } from '../http/pagination.ts'
import type { Db } from '../platform/database.ts'
import { type Condition, type LookUp, SORTS, type Sort } from './list-conditions.ts'

/** How many invoices are looked at in the order of the list before what is asked for counts as rare. */
const FIRST_STEPS = [250, 1000]
/** Of a longer way; short enough that on SQLite, where a statement holds up all, nobody waits long. */
const STEP = 5000
/** As many may be fetched and sorted. */
const RARE_MAX = 5000

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

interface Query {
  readonly order: RawBuilder<unknown>
  readonly direction: PageRequest['direction']
  readonly sort: Sort
  /** Met by the index that the sort walks along. */
  readonly inner: readonly Condition[]
  /** Looked at in each invoice on the way. */
  readonly outer: readonly Condition[]
}

/**
 * The page's rows and one more, if there is one. It walks along the index of the order: what is
 * frequent fills a page at once. What is not, and which an index says to be few, is fetched and
 * sorted. Neither takes longer the more invoices there are.
 */
export async function readRows(
  db: Db,
  conditions: readonly Condition[],
  request: PageRequest,
): Promise<readonly EntryRow[]> {
  const query = toQuery(conditions, request)
  const limit = request.limit + 1
  if (query.outer.length === 0)
    return readStep(db, query, { after: request.after, size: limit, limit })
  let rows: readonly EntryRow[] = []
  let after = request.after
  for (let step = 0; ; step++) {
    const size = FIRST_STEPS[step] ?? STEP
    rows = [...rows, ...(await readStep(db, query, { after, size, limit: limit - rows.length }))]
    if (rows.length >= limit) return rows
    after = await findEnd(db, query, { after, size })
    if (after === null) return rows
    const few = step === FIRST_STEPS.length - 1 ? await findFew(db, query.outer) : null
    if (few)
      return [...rows, ...(await readFew(db, query, { few, after, limit: limit - rows.length }))]
  }
}

/** How many there are: this reads all that match. */
export async function countRows(db: Db, conditions: readonly Condition[]): Promise<number> {
  const wheres = conditions.map(({ where, lookUp }) =>
    lookUp?.source ? both(where, lookUp) : where,
  )
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from invoices as i
    ${whereAll(wheres)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

const both = (where: RawBuilder<boolean>, lookUp: LookUp) =>
  sql<boolean>`(${lookUp.where} and ${where})`

function toQuery(conditions: readonly Condition[], { sort, direction }: PageRequest): Query {
  const usable = conditions.filter(({ within }) => within === sort)
  // An index begins with one column: the first of those is the most selective.
  const first = usable.find(({ isEquality }) => isEquality)
  const inner = usable.filter((it) => it === first || !it.isEquality)
  const outer = conditions.filter((it) => !inner.includes(it))
  return { order: SORTS[sort as Sort], direction, sort: sort as Sort, inner, outer }
}

const COLUMNS = sql.raw(
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
const NAME = sql`case i.status when 'draft'
  then (select c.name from customers as c where c.id = i.customer_id) else i.customer_name end`

interface Step {
  readonly after: Position | null
  /** How many invoices are looked at. */
  readonly size: number
  readonly limit: number
}

/** Looks at the next `size` invoices and answers the first `limit` of them that meet the rest. */
async function readStep(db: Db, query: Query, { after, size, limit }: Step) {
  const { order, outer } = query
  // One search text is long: it is read only where something asks for it.
  const text = outer.length === 0 ? sql`` : sql`, i.search_text`
  const { rows } = await sql<EntryRow>`select ${COLUMNS}, ${NAME} as name, i.sort_value
    from (select ${COLUMNS}${text}, ${order} as sort_value from invoices as i
      ${whereAll([...query.inner.map(({ where }) => where), ...following(query, after)])}
      ${orderBy(query)} limit ${size}) as i
    ${whereAll(outer.map(({ where }) => where))}
    ${orderBy({ ...query, order: sql`i.sort_value` })} limit ${limit}`.execute(db)
  return rows
}

/** The last of the next `size` invoices, or null if there are not more. */
async function findEnd(
  db: Db,
  query: Query,
  { after, size }: Pick<Step, 'after' | 'size'>,
): Promise<Position | null> {
  const { rows } = await sql<{ id: string; value: string | bigint }>`select i.id,
    ${query.order} as value from invoices as i
    ${whereAll([...query.inner.map(({ where }) => where), ...following(query, after)])}
    ${orderBy(query)} limit 1 offset ${size - 1}`.execute(db)
  const end = rows[0]
  return end ? { value: String(end.value), id: end.id } : null
}

/** The condition that the fewest meet, if those are few enough to be sorted. */
async function findFew(db: Db, conditions: readonly Condition[]): Promise<LookUp | null> {
  let few: { readonly lookUp: LookUp; readonly count: number } | null = null
  for (const { lookUp } of conditions) {
    if (!lookUp) continue
    const source = lookUp.source ?? sql`invoices as i where ${lookUp.where}`
    const { rows } = await sql<{ count: bigint }>`select count(*) as count
      from (select 1 from ${source} limit ${sql.lit(RARE_MAX + 1)}) as few`.execute(db)
    const count = Number(rows[0]?.count ?? 0)
    if (count <= (few?.count ?? RARE_MAX)) few = { lookUp, count }
  }
  return few?.lookUp ?? null
}

/**
 * All of the few after a place, in their order. Materialized: no planner shall walk instead. Only
 * what is sorted by is read of each, and the rest of those on the page.
 */
async function readFew(
  db: Db,
  query: Query,
  { few, after, limit }: { readonly few: LookUp; readonly after: Position; readonly limit: number },
) {
  const others = [...query.inner, ...query.outer].filter(
    ({ lookUp }) => lookUp !== few || few.isPartial,
  )
  const sorted = { ...query, order: sql`i.sort_value` }
  const { rows } = await sql<EntryRow>`with few as materialized
    (select i.id, ${query.order} as sort_value from invoices as i
      ${whereAll([few.where, ...others.map(({ where }) => where)])})
    select ${COLUMNS}, ${NAME} as name, page.sort_value from
      (select i.id, i.sort_value from few as i ${whereAll(following(sorted, after))}
        ${orderBy(sorted)} limit ${limit}) as page
      join invoices as i on i.id = page.id
    ${orderBy({ ...query, order: sql`page.sort_value` })}`.execute(db)
  return rows
}

function following(
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

const whereAll = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`

const orderBy = ({ order, direction }: Pick<Query, 'order' | 'direction'>) => {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`order by ${order} ${way}, i.id ${way}`
}
