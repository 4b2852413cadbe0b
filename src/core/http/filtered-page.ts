import { searchForm, searchWords } from '@billwright/rules/folding'
import { type RawBuilder, sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'
import type { CompanyTable } from '../../platform/database/tables.ts'
import {
  findShared,
  idsLike,
  occurs,
  rarestFirst,
  type WordTable,
} from '../../platform/database/words.ts'
import type { PageRequest } from './pagination.ts'

/** The number of next rows that are checked before the conditions are looked up. */
const WINDOW = 1500
/** The maximum number of rows to sort. */
const FEW = 5000
const WORDS_MAX = 10

/** One condition of a filter. */
export interface Condition {
  readonly where: RawBuilder<boolean>
  /** The condition in a form that an index can answer. */
  readonly lookUp?: RawBuilder<boolean>
  /** The column, if the condition is a range. */
  readonly rangeOf?: string
  /** Very few rows meet it, so the list looks it up at once. */
  readonly isRare?: boolean
}

interface List {
  readonly table: CompanyTable
  /** Default: all. */
  readonly columns?: readonly string[]
  /** The column by which the list is sorted; it has an index. */
  readonly by: string
  readonly conditions: readonly Condition[]
}

/**
 * The rows of a page, and one more if there is one. Looks first among the next rows of the list. If they
 * do not fill the page, few matches are looked up and sorted; with many, the list is read further. One
 * statement reads rows and order, so that concurrent changes move no cursor.
 */
export async function filteredPage<Row extends object>(
  scope: CompanyDb,
  { table: name, columns, by, conditions }: List,
  { after, direction, limit: pageSize }: PageRequest,
): Promise<readonly Row[]> {
  const [limit, column, table] = [pageSize + 1, sql.ref(by), sql.table(name)]
  const selected = columns
    ? sql.join(columns.map((it) => sql.ref(`${name}.${it}`)))
    : sql`${table}.*`
  const [way, side] = direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const following = after
    ? sql<boolean>`(${column}, id) ${side} (${after.value ?? ''}, ${after.id})`
    : sql<boolean>`1 = 1`
  const orderBy = (value: RawBuilder<unknown>) => sql`order by ${value} ${way}, id ${way}`
  const ofCompany = sql<boolean>`company_id = ${scope.companyId}`
  const ranges = conditions.filter(({ rangeOf }) => rangeOf === by)
  const others = conditions.filter((it) => !ranges.includes(it))
  const next = [ofCompany, following, ...wheresOf(ranges)]
  const read = async (query: RawBuilder<Row>) => (await query.execute(scope.db)).rows

  const readList = () =>
    read(sql`select ${selected} from ${table}
      where ${and([...next, ...wheresOf(others).map(checkedOnRow)])}
      ${orderBy(column)} limit ${limit}`)

  const readWindow = () =>
    read(sql`select ${selected} from (select * from ${table} where ${and(next)}
        ${orderBy(column)} limit ${WINDOW}) as ${table}
      where ${and(wheresOf(others))} ${orderBy(column)} limit ${limit}`)

  /**
   * Null if there are many matches. Materialized, so that the planners do not read along the
   * order.
   */
  const readFew = async () => {
    const found = conditions.map(({ where, lookUp }) => lookUp ?? where)
    const { rows } = await sql<Row & { found: bigint }>`with few as materialized
      (select id, ${column} as sort_value from ${table}
        where ${and([ofCompany, ...found, checkedOnRow(following)])} limit ${FEW + 1}),
      page as (select id, sort_value from few ${orderBy(sql`sort_value`)} limit ${limit})
      select ${selected}, (select count(*) from few) as found from page
      join ${table} on ${table}.company_id = ${scope.companyId} and ${table}.id = page.id
      order by page.sort_value ${way}, page.id ${way}`.execute(scope.db)
    return (rows[0]?.found ?? 0n) > FEW ? null : rows
  }

  if (others.length === 0) return readList()
  if (!others.some(({ isRare }) => isRare)) {
    const rows = await readWindow()
    if (rows.length === limit) return rows
  }
  return (await readFew()) ?? readList()
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

/** The number of rows that meet the conditions. */
export const allOf = (conditions: readonly Condition[]): RawBuilder<boolean> =>
  and([sql`1 = 1`, ...conditions.map(({ where, lookUp }) => lookUp ?? where)])

const wheresOf = (conditions: readonly Condition[]) => conditions.map(({ where }) => where)

/** The planners use no index for it. */
const checkedOnRow = (where: RawBuilder<boolean>) => sql<boolean>`(${where}) is true`

const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql`${sql.join(conditions, sql` and `)}`
