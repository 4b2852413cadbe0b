import { type ExpressionBuilder, sql } from 'kysely'
import { hasExternalId } from '../external-ids/external-ids.ts'
import type { PageRequest } from '../http/pagination.ts'
import { countRows, sortedPage } from '../http/sorted-page.ts'
import { type Db, forUpdate } from '../platform/database/db.ts'
import {
  type Among,
  companiesWith,
  insertRows,
  type NewRow,
  of,
  type Scope,
} from '../platform/database/scope.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isId } from '../platform/ids.ts'
import type { Work } from '../record/work.ts'
import { quoteNotFound } from './errors.ts'
import type { Quote, QuoteStatus } from './quote.ts'
import { toQuote } from './rows.ts'

export interface QuoteFilter {
  readonly words: readonly string[]
  /** `expired`: open, and the last day is over. */
  readonly statuses: readonly (QuoteStatus | 'expired')[]
  readonly customerIds: readonly string[]
  readonly numbers: readonly string[]
  readonly updatedSince: string | null
  readonly externalId: string | null
  readonly today: string
}

export async function requireQuote(scope: Scope, id: string): Promise<Quote> {
  if (!isId('quo', id)) throw quoteNotFound()
  const row = await of(scope)
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw quoteNotFound()
  return toQuote(row)
}

/** All revisions of a quote, oldest first. */
export async function listFamily(scope: Scope, rootId: string): Promise<readonly Quote[]> {
  const rows = await of(scope)
    .selectFrom('quotes')
    .selectAll()
    .where('root_id', '=', rootId)
    .orderBy('revision')
    .execute()
  return rows.map(toQuote)
}

/** The same, locked by its first revision until the transaction ends. */
export async function lockFamily(work: Work, rootId: string): Promise<readonly Quote[]> {
  await of(work)
    .selectFrom('quotes')
    .select('id')
    .where('id', '=', rootId)
    .modifyEnd(forUpdate(work.db))
    .execute()
  return listFamily(work, rootId)
}

/** The first revision of the quote that a share token's hash opens. */
export async function findRootId(scope: Scope, shareHash: string): Promise<string | undefined> {
  const row = await of(scope)
    .selectFrom('quotes')
    .select('id')
    .where('share_hash', '=', shareHash)
    .executeTakeFirst()
  return row?.id
}

export const insertQuote = (work: Work, row: NewRow<'quotes'>): Promise<void> =>
  insertRows(work, 'quotes', [row])

/** Only with the family locked. */
export async function updateQuote(work: Work, row: NewRow<'quotes'>): Promise<void> {
  const { id, created_at: _, ...changed } = row
  await of(work).updateTable('quotes').set(changed).where('id', '=', id).execute()
}

export async function deleteQuote(work: Work, id: string): Promise<void> {
  await of(work).deleteFrom('quotes').where('id', '=', id).execute()
}

/** The page's rows and one more, if there is one. */
export async function listQuotes(
  scope: Scope,
  filter: QuoteFilter,
  request: PageRequest,
): Promise<readonly Quote[]> {
  const query = of(scope)
    .selectFrom('quotes')
    .selectAll()
    .where((where) => matches(where, filter, scope))
  const by = request.sort === 'total' ? 'total_minor' : request.sort
  return (await sortedPage(query, { ...request, by })).map(toQuote)
}

export const countQuotes = (scope: Scope, filter: QuoteFilter): Promise<number> =>
  countRows(
    of(scope)
      .selectFrom('quotes')
      .where((where) => matches(where, filter, scope)),
  )

function matches(
  where: ExpressionBuilder<Tables, 'quotes'>,
  { words, statuses, customerIds, numbers, updatedSince, externalId, today }: QuoteFilter,
  scope: Scope,
) {
  return where.and([
    ...words.map((word) => sql<boolean>`search_text like ${likePattern(word)} escape '!'`),
    ...(customerIds.length === 0 ? [] : [where('customer_id', 'in', customerIds)]),
    ...(externalId === null
      ? []
      : [hasExternalId(scope, 'quote', { column: sql`quotes.id`, query: externalId })]),
    ...(numbers.length === 0 ? [] : [where('number', 'in', numbers)]),
    ...(updatedSince === null ? [] : [where('updated_at', '>=', updatedSince)]),
    ...(statuses.length === 0 ? [] : [hasStatus(where, statuses, today)]),
  ])
}

function hasStatus(
  where: ExpressionBuilder<Tables, 'quotes'>,
  statuses: QuoteFilter['statuses'],
  today: string,
) {
  const stored = statuses.filter((status) => status !== 'expired')
  const isExpired = where.and([where('status', '=', 'open'), where('valid_until', '<', today)])
  return where.or([
    ...(stored.length === 0 ? [] : [where('status', 'in', stored)]),
    ...(stored.length === statuses.length ? [] : [isExpired]),
  ])
}

const likePattern = (word: string): string => `%${word.replace(/[!%_]/g, '!$&')}%`

/** Open quotes whose last day is over, by their ids. */
export async function listExpired(
  scope: Scope,
  {
    today,
    after,
    limit,
  }: { readonly today: string; readonly after: string; readonly limit: number },
): Promise<readonly Quote[]> {
  const rows = await of(scope)
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
  scope: Scope,
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<readonly Quote[]> {
  const rows = await of(scope)
    .selectFrom('quotes')
    .selectAll()
    .where('answered_at', '>=', since)
    .where('status', 'in', ['accepted', 'declined'])
    .orderBy('answered_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toQuote)
}

export const isNumberUsed = async (scope: Scope, number: string): Promise<boolean> =>
  (await of(scope)
    .selectFrom('quotes')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined

export async function listNumbers(scope: Scope, start: string): Promise<readonly string[]> {
  const rows = await of(scope)
    .selectFrom('quotes')
    .select('number')
    .where(sql<boolean>`number like ${`${start.replace(/[!%_]/g, '!$&')}%`} escape '!'`)
    .execute()
  return rows.flatMap(({ number }) => (number === null ? [] : [number]))
}
