import { type RawBuilder, sql } from 'kysely'
import type { PageRequest, Position } from '../../http/pagination.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Condition, Held, LookUp } from './conditions.ts'
import { type Few, findFew, readFew } from './few.ts'
import {
  COLUMNS,
  type EntryRow,
  following,
  NAME,
  orderBy,
  type Query,
  toQuery,
  whereAll,
} from './query.ts'

/** How many invoices are looked at in the order of the list before the rest of the way is estimated. */
const FIRST_STEPS = [250, 1000]
/** Of a longer way; short enough that on SQLite, where a statement holds up all, nobody waits long. */
const STEP = 5000
const HELD_STEP = 50_000
/** As many are walked past in the time in which one is fetched by itself: where keys are compared … */
const KEYED_PACE = 30
/** … where a text in the index is searched … */
const TEXT_PACE = 5
/** … where rows are read that were mostly stored together, and where each lies somewhere else. */
const PACE = 4
const SCATTERED_PACE = 2
/** A way that takes as long as so many fetches is gone without asking an index how many there are: … */
const PATIENCE = 500
/** … where the answer takes as long itself. */
const COSTLY_PATIENCE = 5000

/**
 * The page's rows and one more, if there is one. It walks along the index of the order: what is
 * frequent fills a page at once. What is not, and which an index says to be few, is fetched and
 * sorted, if that is less work than the rest of the way. Neither takes longer the more invoices
 * there are, once there are many.
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
  let way: Way = { rows: [], after: request.after, walked: 0 }
  const gaits = gaitsOf(query)
  for (const size of FIRST_STEPS) {
    way = await walkOn(db, query, { way, size, limit, held: gaits.usual.held })
    if (way.after === null) return way.rows
  }
  return readRest(db, query, { begun: way, limit, gaits })
}

/** As far as the list was walked along. */
interface Way {
  /** What was found. */
  readonly rows: readonly EntryRow[]
  /** Its end; null: of the list, or the page is full. */
  readonly after: Position | null
  readonly walked: number
}

/** How a way is gone. */
interface Gait {
  /** What is looked at in the index of the order; null: the rows are. */
  readonly held: Held | null
  /** How many at a time. */
  readonly size: number
  readonly pace: number
}

interface Gaits {
  readonly usual: Gait
  /** Where what is asked for is known to be few. */
  readonly ofFew: Gait
}

function gaitsOf({ outer: [first, ...others], sort }: Query): Gaits {
  const byRow = { held: null, size: STEP, pace: sort === 'total' ? SCATTERED_PACE : PACE }
  const held = first?.held ?? null
  const isTold = held !== null && (held.sorts === 'all' || held.sorts.includes(sort))
  if (!isTold || others.length > 0) return { usual: byRow, ofFew: byRow }
  const pace = held.isOfFew ? KEYED_PACE : TEXT_PACE
  const byIndex = { held, size: HELD_STEP, pace }
  return { usual: held.isOfFew ? byRow : byIndex, ofFew: byIndex }
}

interface Rest {
  readonly begun: Way
  readonly limit: number
  readonly gaits: Gaits
}

async function readRest(db: Db, query: Query, { begun, limit, gaits }: Rest) {
  const isCostly = query.outer.some(({ lookUp }) => lookUp?.isCostly)
  const patience = isCostly ? COSTLY_PATIENCE : PATIENCE
  let few: Few | null | undefined
  for (let way = begun; ; ) {
    const { rows, after } = way
    if (after === null) return rows
    const ahead = aheadOf(way, limit)
    if (few === undefined && ahead / gaits.usual.pace > patience)
      few = await findFew(db, query.outer)
    const { held, size, pace } = few ? gaits.ofFew : gaits.usual
    if (few && few.count < ahead / pace)
      return [...rows, ...(await readFew(db, query, { few, after, limit: limit - rows.length }))]
    way = await walkOn(db, query, { way, size, limit, held })
  }
}

/** The rest of the way until the page is full, if what is asked for stays as frequent. */
const aheadOf = ({ rows, walked }: Way, limit: number): number =>
  (walked * (limit - rows.length)) / rows.length

interface Walk {
  readonly way: Way
  readonly size: number
  /** Of the page. */
  readonly limit: number
  readonly held: Held | null
}

async function walkOn(db: Db, query: Query, { way, size, limit, held }: Walk): Promise<Way> {
  const step = { after: way.after, size, limit: limit - way.rows.length }
  const found = held
    ? await readHeld(db, query, { ...step, held })
    : await readStep(db, query, step)
  const rows = [...way.rows, ...found]
  const after = rows.length < limit ? await findEnd(db, query, step) : null
  return { rows, after, walked: way.walked + size }
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

/** The same by what the index of the order holds: other rows are not read. */
async function readHeld(
  db: Db,
  query: Query,
  { after, size, limit, held }: Step & { readonly held: Held },
) {
  const met = [...query.inner.map(({ where }) => where), ...following(query, after)]
  const { rows } = await sql<EntryRow>`select ${COLUMNS}, ${NAME} as name, page.sort_value
    from (select i.id, i.sort_value
      from (select i.id, ${held.column}, ${query.order} as sort_value from invoices as i
        ${whereAll(met)} ${orderBy(query)} limit ${size}) as i
      where ${held.where} ${orderBy({ ...query, order: sql`i.sort_value` })} limit ${limit}) as page
    join invoices as i on i.id = page.id
    ${orderBy({ ...query, order: sql`page.sort_value` })}`.execute(db)
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
