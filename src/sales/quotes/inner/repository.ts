import { searchWords } from '@billwright/rules/folding'
import { type RawBuilder, sql } from 'kysely'
import { hasExternalId } from '../../../core/external-ids/external-ids.ts'
import { hasMetadata, type Metadata } from '../../../core/external-ids/metadata.ts'
import type { PageRequest } from '../../../core/http/pagination.ts'
import {
  allOf,
  among,
  type Condition,
  filteredPage,
  range,
  searchConditions,
} from '../../../core/lists/filtered-page.ts'
import { countRows } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { table } from '../../../kernel/table.ts'
import type { Db } from '../../../platform/database/db.ts'
import { startsWith } from '../../../platform/database/like.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { WordTable } from '../../../platform/database/words.ts'
import { isId } from '../../../platform/ids.ts'
import { quoteNotFound } from '../errors.ts'
import type { Quote, QuoteStatus } from '../quote.ts'
import { toQuote, toRow } from '../rows.ts'

const WORDS: WordTable = { table: 'quote_words', id: 'quote_id' }
/** Words of a longer text beyond this limit are not found. */
const TEXT_LENGTH_MAX = 20_000

export interface QuoteFilter {
  /** Words, each of which must begin a word of number, customer, reference or items. */
  readonly q: string | undefined
  /** `expired`: open, and the last day has passed. */
  readonly statuses: readonly (QuoteStatus | 'expired')[]
  readonly customerIds: readonly string[]
  readonly numbers: readonly string[]
  readonly updatedSince: string | null
  readonly externalId: string | null
  readonly metadata: Metadata
  readonly createdFrom: string | null
  readonly createdTo: string | null
  readonly today: string
}

export async function requireQuote(scope: CompanyDb, id: string): Promise<Quote> {
  if (!isId('quo', id)) throw quoteNotFound()
  const row = await findRow(scope, 'quotes', id)
  if (!row) throw quoteNotFound()
  return toQuote(row)
}

/** All revisions of a quote, oldest first. */
export async function listFamily(scope: CompanyDb, rootId: string): Promise<readonly Quote[]> {
  const rows = await tablesOf(scope)
    .selectFrom('quotes')
    .selectAll()
    .where('root_id', '=', rootId)
    .orderBy('revision')
    .execute()
  return rows.map(toQuote)
}

/** All revisions of a quote, locked by the first until the transaction ends. */
export async function lockFamily(work: Work, rootId: string): Promise<readonly Quote[]> {
  await lockRow(work, 'quotes', rootId)
  return listFamily(work, rootId)
}

/** The first revision of the quote that a share token's hash opens. */
export async function findRootId(scope: CompanyDb, shareHash: string): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('quotes')
    .select('id')
    .where('share_hash', '=', shareHash)
    .executeTakeFirst()
  return row?.id
}

export async function insertQuote(work: Work, quote: Quote): Promise<void> {
  const row = toRow(quote)
  await insertRows(work, 'quotes', [row])
  await insertWords(work, row)
}

async function insertWords(
  work: Work,
  { id, search_text }: Pick<NewRow<'quotes'>, 'id' | 'search_text'>,
): Promise<void> {
  const words = searchWords(search_text.slice(0, TEXT_LENGTH_MAX))
  const rows = words.map((word) => ({ quote_id: id, word: Buffer.from(word) }))
  await insertRows(work, 'quote_words', rows)
}

/** Only with all revisions locked. */
export async function updateQuote(work: Work, after: Quote): Promise<void> {
  const row = toRow(after)
  const { id, created_at: _, ...changed } = row
  await tablesOf(work).updateTable('quotes').set(changed).where('id', '=', id).execute()
  await tablesOf(work).deleteFrom('quote_words').where('quote_id', '=', id).execute()
  await insertWords(work, row)
}

export async function deleteQuote(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('quotes').where('id', '=', id).execute()
}

/** The column of a sort that has another name. */
const COLUMN_OF = table<string>({ total: 'total_minor', number: 'number_order' })

/** The page's rows and one more, if there is one. */
export async function listQuotes(
  scope: CompanyDb,
  filter: QuoteFilter,
  request: PageRequest,
): Promise<readonly Quote[]> {
  const by = COLUMN_OF[request.sort] ?? request.sort
  const conditions = await conditionsOf(scope, filter)
  const isNumeric = request.sort === 'total'
  const list = { table: 'quotes', by, isNumeric, conditions } as const
  const rows = await filteredPage<Parameters<typeof toQuote>[0]>(scope, list, request)
  return rows.map(toQuote)
}

export const countQuotes = async (scope: CompanyDb, filter: QuoteFilter): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('quotes')
      .where(allOf(await conditionsOf(scope, filter))),
  )

async function conditionsOf(scope: CompanyDb, filter: QuoteFilter): Promise<readonly Condition[]> {
  const { q, statuses, customerIds, numbers, externalId, metadata, today } = filter
  const id = sql`quotes.id`
  const rare = (where: RawBuilder<boolean>): Condition => ({ where, isRare: true })
  return [
    ...(await searchConditions(scope, WORDS, { id, q })),
    ...among('customer_id', customerIds),
    ...(externalId === null
      ? []
      : [rare(hasExternalId(scope, 'quote', { column: id, query: externalId }))]),
    ...hasMetadata(scope, 'quote', { column: id, pairs: metadata }).map(rare),
    ...among('number', numbers).map((it) => ({ ...it, isRare: true })),
    ...range('created_at', { from: filter.createdFrom, to: filter.createdTo }),
    ...range('updated_at', { from: filter.updatedSince, to: null }),
    ...(statuses.length === 0 ? [] : [{ where: hasStatus(statuses, today) }]),
  ]
}

function hasStatus(statuses: QuoteFilter['statuses'], today: string): RawBuilder<boolean> {
  const stored = statuses.filter((status) => status !== 'expired')
  const either = [
    ...(stored.length === 0 ? [] : [sql`status in (${sql.join(stored)})`]),
    ...(stored.length === statuses.length
      ? []
      : [sql`(status = 'open' and valid_until < ${today})`]),
  ]
  return sql`(${sql.join(either, sql` or `)})`
}

/** Open quotes whose last day has passed, by id. */
export async function listExpired(
  scope: CompanyDb,
  {
    today,
    after,
    limit,
  }: { readonly today: string; readonly after: string; readonly limit: number },
): Promise<readonly Quote[]> {
  const rows = await tablesOf(scope)
    .selectFrom('quotes')
    .selectAll()
    .where('status', '=', 'open')
    .where('valid_until', '<', today)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toQuote)
}

/** The companies with open quotes whose last day was before a day. */
export const listWithExpired = (db: Db, among: Among, day: string) =>
  companiesWith(db, 'quotes', { among, where: sql`status = 'open' and valid_until < ${day}` })

/** Quotes that were answered since an instant, the latest first. */
export async function listAnswered(
  scope: CompanyDb,
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<readonly Quote[]> {
  const rows = await tablesOf(scope)
    .selectFrom('quotes')
    .selectAll()
    .where('answered_at', '>=', since)
    .where('status', 'in', ['accepted', 'declined'])
    .orderBy('answered_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toQuote)
}

export const isNumberUsed = async (scope: CompanyDb, number: string): Promise<boolean> =>
  (await tablesOf(scope)
    .selectFrom('quotes')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined

export async function listNumbers(scope: CompanyDb, start: string): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('quotes')
    .select('number')
    .where(startsWith('number', start))
    .execute()
  return rows.flatMap(({ number }) => (number === null ? [] : [number]))
}
