import { type RawBuilder, sql } from 'kysely'
import { of, type Scope } from '../platform/database/scope.ts'

/* Finds customers for other slices: as statements, and as expressions for their SQL. */

/** Below the number of parameters that a statement takes. */
const IDS_PER_QUERY = 500
/** Greater than every byte of UTF-8. */
const GREATEST = Buffer.of(0xff)

/** Those of the ids that belong to a customer. */
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
    // With the version no index has all columns: SQLite would read the index of all names.
    const query = of(scope)
      .selectFrom('customers')
      .select(['id', 'name', 'version'])
      .where('id', 'in', part)
    for (const { id, name } of await query.execute()) found.set(id, name)
  }
  return found
}

/** Ids of the customers with that name that are not archived, `limit` at most. */
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

/** Ids of the customers with a word that begins like `start`, `limit` at most. */
export async function findCustomersByWord(
  scope: Scope,
  start: string,
  limit: number,
): Promise<readonly string[]> {
  const { first, end } = wordsLike(start)
  const rows = await of(scope)
    .selectFrom('customer_words')
    .select('customer_id')
    .distinct()
    .where('word', '>=', first)
    .where('word', '<', end)
    .limit(limit)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/**
 * Whether the customer of that id has a word that begins like `start`. With an offset PostgreSQL looks
 * at the customers that it meets, and does not gather all that have the word.
 */
export function customerHasWord(
  { company }: Scope,
  id: RawBuilder<unknown>,
  start: string,
): RawBuilder<boolean> {
  const { first, end } = wordsLike(start)
  return sql<boolean>`exists (select 1 from customer_words as w where w.company_id = ${company}
    and w.customer_id = ${id} and w.word >= ${first} and w.word < ${end} limit 1 offset 0)`
}

/** The name that the customer of that id has now. */
export const customerName = ({ company }: Scope, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select c.name from customers as c where c.company_id = ${company} and c.id = ${id})`

/** The words that begin like `start` lie between these bytes. */
function wordsLike(start: string): { readonly first: Buffer; readonly end: Buffer } {
  const first = Buffer.from(start)
  return { first, end: Buffer.concat([first, GREATEST]) }
}
