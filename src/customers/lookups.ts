import { type RawBuilder, sql } from 'kysely'
import { of, type Scope } from '../platform/database/scope.ts'
import { occurs, type WordTable, wordsLike } from '../platform/database/words.ts'

/* Finds customers for other slices, as statements and as SQL expressions. */

export const WORDS: WordTable = { table: 'customer_words', id: 'customer_id' }
/** Below the maximum number of parameters of a statement. */
const IDS_PER_QUERY = 500

/** The ids among these that belong to a customer. */
export async function findCustomerIds(
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const part = ids.slice(start, start + IDS_PER_QUERY)
    const query = of(scope).selectFrom('customers').select('id').where('id', 'in', part)
    for (const { id } of await query.execute()) found.add(id)
  }
  return found
}

/** The names of customers by their ids. */
export async function findCustomerNames(
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const part = ids.slice(start, start + IDS_PER_QUERY)
    // With the version, no index covers all columns; without it, SQLite would read the index of
    // all names.
    const query = of(scope)
      .selectFrom('customers')
      .select(['id', 'name', 'version'])
      .where('id', 'in', part)
    for (const { id, name } of await query.execute()) found.set(id, name)
  }
  return found
}

/** The versions of customers by their ids. */
export async function findCustomerVersions(
  scope: Scope,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly version: number }[]> {
  const rows = await of(scope)
    .selectFrom('customers')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, version }) => ({ id, version: Number(version) }))
}

/** Ids of active customers with that name, at most `limit`. */
export async function findCustomersByName(
  scope: Scope,
  name: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await of(scope)
    .selectFrom('customers')
    .select('id')
    .where('name', '=', name)
    .where('archived', '=', 0n)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of customers with a word that begins with `start`, at most `limit`. */
export async function findCustomersByWord(
  scope: Scope,
  start: string,
  limit: number,
): Promise<readonly string[]> {
  const { from, to } = wordsLike(start)
  const rows = await of(scope)
    .selectFrom('customer_words')
    .select('customer_id')
    .distinct()
    .where('word', '>=', from)
    .where('word', '<', to)
    .limit(limit)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/** Whether the customer has a word that begins with `start`. */
export const customerHasWord = (
  scope: Scope,
  id: RawBuilder<unknown>,
  start: string,
): RawBuilder<boolean> => occurs(scope, WORDS, { id, start })

/** The current name of the customer. */
export const customerName = ({ company }: Scope, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select c.name from customers as c where c.company_id = ${company} and c.id = ${id})`
