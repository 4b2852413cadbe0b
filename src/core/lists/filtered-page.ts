import { searchForm, searchWords } from '@billwright/rules/folding'
import { type RawBuilder, sql } from 'kysely'
import { preparedRows } from '../../platform/database/compiled.ts'
import { engineOf } from '../../platform/database/db.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import type { CompanyTable } from '../../platform/database/tables.ts'
import {
  findShared,
  idsLike,
  occurs,
  rarestFirst,
  type WordTable,
} from '../../platform/database/words.ts'
import { invalidCursor, type PageRequest, type Position } from '../http/pagination.ts'

/** The number of next rows that are checked before the conditions are looked up. */
const WINDOW = 1500
/** The maximum number of rows to sort. */
const FEW = 5000
const WORDS_MAX = 10

/** One condition of a filter. */
export interface Condition {
  readonly where: RawBuilder<boolean>
  /** The condition in a form that an index can answer; null: no index can. */
  readonly lookUp?: RawBuilder<boolean> | null
  /** The sort, if the condition is a range of it. */
  readonly rangeOf?: string
  /** Very few rows meet it, so the list looks it up at once. */
  readonly isRare?: boolean
}

interface List {
  readonly table: CompanyTable
  /** The name of the row in conditions and expressions. Default: the table's. */
  readonly alias?: string
  /** Default: all. */
  readonly columns?: readonly string[]
  /** What conditions and `derived` read besides the columns. Default: all. */
  readonly alsoRead?: readonly string[]
  /** Read only for the rows of a page. */
  readonly derived?: RawBuilder<unknown>
  /** The sort, with its expression by default: the column. It has an index, unless `isUnindexed`. */
  readonly by: string
  readonly order?: RawBuilder<unknown>
  readonly isUnindexed?: boolean
  /** The sort is by a number. */
  readonly isNumeric?: boolean
  readonly conditions: readonly Condition[]
  /** A condition that the index of the order answers, besides the ranges of the sort. */
  readonly inOrder?: RawBuilder<boolean> | undefined
  /** All conditions with the company, to look them up. Default: the planner chooses the index. */
  readonly found?: RawBuilder<boolean>
}

/** `sort_value` is the value for the cursor. */
export type ListRow<Row> = Row & { readonly sort_value: string | bigint }

/**
 * The rows of a page, and one more if there is one. Looks first among the next rows of the list. If they
 * do not fill the page, few matches are looked up and sorted; with many, the list is read further. One
 * statement reads rows and order, so that concurrent changes move no cursor.
 */
export async function filteredPage<Row extends object>(
  scope: CompanyDb,
  list: List,
  request: PageRequest,
): Promise<readonly ListRow<Row>[]> {
  const query = toQuery(scope, list, request)
  type Found = ListRow<Row> & { readonly found?: bigint }
  const planned = async (statement: RawBuilder<unknown>) => {
    const { rows } = await statement.execute(scope.db)
    return rows as readonly Found[]
  }
  // Along the order, every plan is equally good.
  const prepared = async (statement: RawBuilder<unknown>) =>
    (await preparedRows(scope.db, statement)) as readonly Found[]
  if (list.isUnindexed) return planned(foundRows(query, Number.MAX_SAFE_INTEGER))
  if (query.others.length === 0) return prepared(nextRows(query))
  if (!list.conditions.some(({ isRare }) => isRare)) {
    const rows = await prepared(windowRows(query))
    if (rows.length > request.limit) return rows
  }
  const few = await planned(foundRows(query, FEW + 1))
  return (few[0]?.found ?? 0n) > FEW ? planned(nextRows(query)) : few
}

type Query = ReturnType<typeof toQuery>

function toQuery({ companyId, db }: CompanyDb, list: List, request: PageRequest) {
  const { direction } = request
  const limit = request.limit + 1
  const { table, alias = table, by, conditions, columns, alsoRead, derived, inOrder } = list
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const order = list.order ?? of(by)
  const [way, side] = direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const after = request.after && {
    value: list.isNumeric ? toInteger(request.after) : (request.after.value ?? ''),
    id: request.after.id,
  }
  const following = after
    ? sql<boolean>`(${order}, ${of('id')}) ${side} (${after.value}, ${after.id})`
    : sql<boolean>`1 = 1`
  const ofCompany = sql<boolean>`${of('company_id')} = ${companyId}`
  const ranges = conditions.filter(({ rangeOf }) => rangeOf === by).map(({ where }) => where)
  const indexed = inOrder ? [inOrder, ...ranges] : ranges
  const row = sql.table(alias)
  const selected = columns ? named(alias, columns) : sql`${row}.*`
  const lookedUp = conditions.map(({ where, lookUp }) => lookUp ?? where)
  return {
    companyId,
    row,
    from: sql`${sql.table(table)} as ${row}`,
    /** PostgreSQL keeps a plan only if it knows how few rows are read. */
    limit: engineOf(db) === 'postgres' ? sql.lit(limit) : sql`${limit}`,
    selected: derived ? sql`${selected}, ${derived}` : selected,
    /** What the window passes on. */
    passed:
      columns && alsoRead ? named(alias, ['company_id', ...columns, ...alsoRead]) : sql`${row}.*`,
    order,
    orderBy: (value: RawBuilder<unknown>, id = of('id')) =>
      sql`order by ${value} ${way}, ${id} ${way}`,
    following,
    /** The index of the order answers these conditions; the others are checked on each row. */
    next: and([ofCompany, ...indexed, following]),
    others: conditions.map(({ where }) => where).filter((where) => !indexed.includes(where)),
    found: list.found ?? and([ofCompany, ...lookedUp]),
  }
}

/** Columns that the code names, as one text: a reference for each takes longer than SQLite reads a row. */
const named = (alias: string, columns: readonly string[]) =>
  sql.raw(columns.map((it) => `"${alias}"."${it}"`).join(', '))

/** Clients may send any text as a cursor. */
function toInteger({ value }: Position): bigint {
  if (value === null || !/^-?\d{1,18}$/.test(value)) throw invalidCursor()
  return BigInt(value)
}

/** Reads along the order. */
const nextRows = ({ selected, order, orderBy, from, next, others, limit }: Query) =>
  sql`select ${selected}, ${order} as sort_value from ${from}
    where ${and([next, ...others.map(checkedOnRow)])} ${orderBy(order)} limit ${limit}`

/**
 * Reads the matches among the next rows of the order. This finds only their ids: the window has 1,500 rows, and
 * SQLite copies each column that is used later. The other columns are read for the rows of the page.
 */
const windowRows = (query: Query) => {
  const { row, passed, order, orderBy, from, next, others, limit } = query
  const value = sql`${row}.sort_value`
  return pageRows(
    query,
    sql`select ${row}.id, ${value}
      from (select ${passed}, ${order} as sort_value from ${from}
        where ${next} ${orderBy(order)} limit ${sql.lit(WINDOW)}) as ${row}
      where ${and(others)} ${orderBy(value)} limit ${limit}`,
  )
}

/**
 * Looks up at most `max` matches and sorts them. Materialized, so that the planners do not read along
 * the order.
 */
const foundRows = (query: Query, max: number) => {
  const { row, order, orderBy, from, found, following, limit } = query
  return sql`with few as materialized
    (select ${row}.id, ${order} as sort_value from ${from}
      where ${found} and ${checkedOnRow(following)} limit ${max})
    ${pageRows(
      query,
      sql`select few.id, few.sort_value from few
        ${orderBy(sql`few.sort_value`, sql`few.id`)} limit ${limit}`,
      sql`, (select count(*) from few) as found`,
    )}`
}

/** The rows of a page from their ids and sort values. */
const pageRows = (query: Query, page: RawBuilder<unknown>, more = sql``) => {
  const { companyId, row, selected, orderBy, from } = query
  return sql`select ${selected}, page.sort_value${more} from (${page}) as page
    join ${from} on ${row}.company_id = ${companyId} and ${row}.id = page.id
    ${orderBy(sql`page.sort_value`, sql`page.id`)}`
}

/** Each word of a search must begin a word of the row. */
export async function searchConditions(
  scope: CompanyDb,
  words: WordTable,
  { id, q }: { readonly id: RawBuilder<unknown>; readonly q: string | undefined },
): Promise<readonly Condition[]> {
  if ((q ?? '').trim() === '') return []
  const texts = searchWords(searchForm(q ?? '')).slice(0, WORDS_MAX)
  // Words consist of letters and digits, so no row has these characters.
  if (texts.length === 0) return [{ where: sql`1 = 0`, isRare: true }]
  const sorted = await rarestFirst(scope, words, texts)
  const where = and(sorted.words.map((start) => occurs(scope, words, { id, start })))
  if (sorted.areFrequent) {
    const ids = await findShared(scope, words, sorted.words)
    if (ids === null) return [{ where }]
    return [
      { where: ids.length === 0 ? sql`1 = 0` : sql`${id} in (${sql.join(ids)})`, isRare: true },
    ]
  }
  const [start = '', ...rest] = sorted.words
  const others = rest.map((start) => occurs(scope, words, { id: sql`w.id`, start }))
  const lookUp = sql<boolean>`${id} in (select w.id from (${idsLike(scope, words, start)}) as w
    where ${and([sql`1 = 1`, ...others])})`
  return [{ where, lookUp }]
}

/** One of several values. No values: any. */
export const among = (column: string, values: readonly string[]): readonly Condition[] =>
  values.length === 0 ? [] : [{ where: sql`${sql.ref(column)} in (${sql.join(values)})` }]

interface Bounds {
  readonly from: string | null
  readonly to: string | null
}

/** From one value to another, both included. */
export function range(column: string, { from, to }: Bounds): readonly Condition[] {
  const bounds = [
    ...(from === null ? [] : [sql`${sql.ref(column)} >= ${from}`]),
    ...(to === null ? [] : [sql`${sql.ref(column)} <= ${to}`]),
  ]
  return bounds.length === 0 ? [] : [{ where: and(bounds), rangeOf: column }]
}

/** The conditions of a filter as one. */
export const allOf = (conditions: readonly Condition[]): RawBuilder<boolean> =>
  and([sql`1 = 1`, ...conditions.map(({ where, lookUp }) => lookUp ?? where)])

/** The planners use no index for it. */
export const checkedOnRow = (where: RawBuilder<boolean>) => sql<boolean>`(${where}) is true`

export const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql`${sql.join(conditions, sql` and `)}`
