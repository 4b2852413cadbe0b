import { type RawBuilder, sql } from 'kysely'
import { type CompanyDb, tablesOf } from '../../platform/database/scope.ts'
import { occurs, type WordTable, wordsLike } from '../../platform/database/words.ts'
import {
  judge,
  type Likeness,
  likenessOf,
  namingWords,
  type Person,
  sharedBy,
} from './duplicates.ts'
import { FIELDS } from './fields.ts'

/* Finds customers for other rooms, as statements and as SQL expressions. */

export const WORDS: WordTable = { table: 'customer_words', id: 'customer_id' }
/** Below the maximum number of parameters of a statement. */
const IDS_PER_QUERY = 500

/** The ids among these that belong to a customer. */
export async function findCustomerIds(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const part = ids.slice(start, start + IDS_PER_QUERY)
    const query = tablesOf(scope).selectFrom('customers').select('id').where('id', 'in', part)
    for (const { id } of await query.execute()) found.add(id)
  }
  return found
}

/** The names of customers by their ids. */
export async function findCustomerNames(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const part = ids.slice(start, start + IDS_PER_QUERY)
    // With the version, no index covers all columns; without it, SQLite would read the index of
    // all names.
    const query = tablesOf(scope)
      .selectFrom('customers')
      .select(['id', 'name', 'version'])
      .where('id', 'in', part)
    for (const { id, name } of await query.execute()) found.set(id, name)
  }
  return found
}

/** The versions of customers by their ids. */
export async function findCustomerVersions(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly version: number }[]> {
  const rows = await tablesOf(scope)
    .selectFrom('customers')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, version }) => ({ id, version: Number(version) }))
}

interface Lookalike extends Person {
  readonly id: string
  readonly shared: Likeness
}

/** More customers with the word of a name are not compared. */
const WITH_WORD_MAX = 20

/** For each of these, an active customer that may be the same. */
export async function findLookalikes(
  scope: CompanyDb,
  people: readonly Person[],
): Promise<readonly (Lookalike | undefined)[]> {
  const likenesses = people.map(likenessOf)
  const emails = likenesses.flatMap(({ email }) => email || [])
  const taxIds = [...likenesses, ...people].flatMap(({ taxId }) => taxId || [])
  const ids = new Set<string>()
  for (const { name } of people) {
    const [word] = namingWords(name).toSorted((a, b) => b.length - a.length)
    const found = word ? await findCustomersByWord(scope, word, WITH_WORD_MAX) : []
    for (const id of found) ids.add(id)
  }
  const rows = [
    ...(await selectPeople(
      scope,
      sql.ref('name'),
      people.map(({ name }) => name),
    )),
    ...(await selectPeople(scope, sql`email is not null and lower(email)`, emails)),
    ...(await selectPeople(scope, sql.ref(FIELDS.taxId.wire), taxIds)),
    ...(await selectPeople(scope, sql.ref('id'), [...ids])),
  ]
  return people.map((person) => {
    for (const row of rows) {
      const shared = sharedBy(person, row)
      if (shared && judge(person, row) !== 'different') return { ...row, shared }
    }
    return undefined
  })
}

/** The active customers with one of these values. */
async function selectPeople(
  scope: CompanyDb,
  column: RawBuilder<unknown>,
  values: readonly string[],
): Promise<readonly (Person & { readonly id: string })[]> {
  const found: (Person & { readonly id: string })[] = []
  for (let start = 0; start < values.length; start += IDS_PER_QUERY) {
    const part = values.slice(start, start + IDS_PER_QUERY)
    const rows = await tablesOf(scope)
      .selectFrom('customers')
      .select(['id', 'name', 'email'])
      .select(sql<string | null>`${sql.ref(FIELDS.taxId.wire)}`.as('taxId'))
      .where(sql<boolean>`${column} in (${sql.join(part)})`)
      .where('archived', '=', 0n)
      .orderBy('id')
      .execute()
    found.push(...rows)
  }
  return found
}

/** What tells customers of one name apart. */
interface Namesake {
  readonly id: string
  readonly city: string | null
  readonly email: string | null
}

/** Active customers with that name, at most `limit`. */
export async function findCustomersByName(
  scope: CompanyDb,
  name: string,
  limit: number,
): Promise<readonly Namesake[]> {
  return await tablesOf(scope)
    .selectFrom('customers')
    .select(['id', 'city', 'email'])
    .where('name', '=', name)
    .where('archived', '=', 0n)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Ids of customers with a word that begins with `start`, at most `limit`. */
export async function findCustomersByWord(
  scope: CompanyDb,
  start: string,
  limit: number,
): Promise<readonly string[]> {
  const { from, to } = wordsLike(start)
  const rows = await tablesOf(scope)
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
  scope: CompanyDb,
  id: RawBuilder<unknown>,
  start: string,
): RawBuilder<boolean> => occurs(scope, WORDS, { id, start })

/** The current name of the customer. */
export const customerName = (scope: CompanyDb, id: RawBuilder<unknown>): RawBuilder<string> =>
  customerColumn<string>(scope, id, 'name')

/** A column of the customer as it is now. */
export const customerColumn = <Value>(
  { companyId }: CompanyDb,
  id: RawBuilder<unknown>,
  column: 'name' | 'email' | 'contacts',
): RawBuilder<Value> =>
  sql<Value>`(select c.${sql.raw(column)} from customers as c
    where c.company_id = ${companyId} and c.id = ${id})`

/** A customer by what its payments may name. */
export interface Payer {
  readonly id: string
  readonly names: readonly string[]
  readonly reference: string | null
}

const TRADING_NAME = FIELDS.tradingName.wire

/** All customers, to recognize them in payments. */
export async function listPayers(scope: CompanyDb): Promise<readonly Payer[]> {
  const rows = await tablesOf(scope)
    .selectFrom('customers')
    .select(['id', 'name', TRADING_NAME, 'reference'])
    .execute()
  return rows.map(({ id, name, [TRADING_NAME]: other, reference }) => ({
    id,
    names: other === null ? [name] : [name, other],
    reference,
  }))
}
