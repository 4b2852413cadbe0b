import { type RawBuilder, sql } from 'kysely'
import type { CompanyDb } from './scope.ts'
import type { CompanyTable } from './tables.ts'

/* Finds rows by words in a separate table. */

/** A table of words. Its key is company, id and word; an index has the word before the id. */
export interface WordTable {
  readonly table: Extract<CompanyTable, `${string}_words`>
  /** The column with the id of the row. */
  readonly id: string
}

/** Greater than every byte of UTF-8. */
const GREATEST = Buffer.from([0xff])
/** Words with more rows than this count as equally frequent. */
const COUNTED_MAX = 2000
/** The maximum number of rows to look up one by one before reading lists. */
const TRIED_MAX = 1000
/** Beyond this limit, a search finds nothing more by a word. */
const LIST_MAX = 5_000_000
/** The maximum number of ids in a list. */
export const CANDIDATES_MAX = 500

/** The words that begin with `start` are between these bytes. */
export function wordsLike(start: string): { readonly from: Buffer; readonly to: Buffer } {
  const from = Buffer.from(start)
  return { from, to: Buffer.concat([from, GREATEST]) }
}

/** Whether the row has a word that begins with `start`. */
export const occurs = (
  scope: CompanyDb,
  words: WordTable,
  { id, start }: { readonly id: RawBuilder<unknown>; readonly start: string },
): RawBuilder<boolean> =>
  occursBefore(scope, words, { id, start, end: sql`${wordsLike(start).to}` })

/**
 * Whether a word occurs before `end`. With an offset PostgreSQL checks the rows one by one instead
 * of collecting all that have the word.
 */
export function occursBefore(
  { companyId }: CompanyDb,
  words: WordTable,
  {
    id,
    start,
    end,
  }: {
    readonly id: RawBuilder<unknown>
    readonly start: string
    readonly end: RawBuilder<unknown>
  },
): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${sql.table(words.table)} as o
    where o.company_id = ${companyId} and o.${sql.ref(words.id)} = ${id}
      and o.word >= ${Buffer.from(start)} and o.word < ${end} limit 1 offset 0)`
}

/**
 * The ids of the rows with a word that begins with `start`; a row with several such words appears
 * more than once.
 */
export function idsLike(
  { companyId }: CompanyDb,
  { table, id }: WordTable,
  start: string,
): RawBuilder<unknown> {
  const { from, to } = wordsLike(start)
  return sql`select ${sql.ref(id)} as id from ${sql.table(table)} where company_id = ${companyId}
    and word >= ${from} and word < ${to}`
}

/**
 * The words with the fewest rows first, so that a search tries few rows in vain; and whether all
 * words are frequent.
 */
export async function rarestFirst(
  scope: CompanyDb,
  words: WordTable,
  texts: readonly string[],
): Promise<{ readonly words: readonly string[]; readonly areFrequent: boolean }> {
  if (texts.length < 2) return { words: texts, areFrequent: false }
  const counted: { readonly word: string; readonly count: number }[] = []
  for (const word of texts) {
    const { rows } = await sql<{ count: bigint }>`select count(*) as count
      from (${idsLike(scope, words, word)} limit ${COUNTED_MAX}) as w`.execute(scope.db)
    counted.push({ word, count: Number(rows[0]?.count ?? 0) })
  }
  const sorted = counted.toSorted((a, b) => a.count - b.count)
  return {
    words: sorted.map(({ word }) => word),
    areFrequent: sorted.every(({ count }) => count === COUNTED_MAX),
  }
}

/**
 * The ids of the rows that have all of several frequent words; null: more than `CANDIDATES_MAX`. If the
 * first rows of one word do not show that, the lists of all words are intersected. Their limit makes
 * SQLite use the index of words. They have no order, because PostgreSQL would often sort them.
 */
export async function findShared(
  scope: CompanyDb,
  words: WordTable,
  [first = '', ...others]: readonly string[],
): Promise<readonly string[] | null> {
  const limit = CANDIDATES_MAX + 1
  const id = sql`w.id`
  const tried = await sql<{ id: string }>`select w.id
    from (${idsLike(scope, words, first)} limit ${TRIED_MAX}) as w
    where ${and(others.map((start) => occurs(scope, words, { id, start })))} limit ${limit}`.execute(
    scope.db,
  )
  if (tried.rows.length > CANDIDATES_MAX) return null
  const lists = sql.join(
    [first, ...others].map(
      (start) => sql`select l.id from (${idsLike(scope, words, start)} limit ${LIST_MAX}) as l`,
    ),
    sql` intersect `,
  )
  const { rows } = await sql<{ id: string }>`select id from (${lists}) as shared
    limit ${limit}`.execute(scope.db)
  return rows.length > CANDIDATES_MAX ? null : rows.map(({ id }) => id)
}

const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql`${sql.join(conditions, sql` and `)}`
