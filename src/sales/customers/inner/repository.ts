import { indexForm, searchWords } from '@billwright/rules/folding'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  deleteExternalIds,
  hasExternalId,
  saveExternalIds,
} from '../../../core/external-ids/external-ids.ts'
import {
  deleteMetadata,
  hasMetadata,
  type Metadata,
  saveMetadata,
} from '../../../core/external-ids/metadata.ts'
import type { PageRequest } from '../../../core/http/pagination.ts'
import {
  allOf,
  type Condition,
  filteredPage,
  range,
  searchConditions,
} from '../../../core/lists/filtered-page.ts'
import { countRows } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { ADDRESS } from '../../../kernel/fields/address.ts'
import { load, toColumns } from '../../../kernel/fields/field.ts'
import {
  forKeyShare,
  forNoKeyUpdate,
  forUpdate,
  isForeignKeyViolation,
} from '../../../platform/database/db.ts'
import {
  type CompanyDb,
  compiledForCompany,
  insertRows,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { loadAddresses, loadContacts, storeAddresses, storeContacts } from '../contacts/fields.ts'
import type { Customer } from '../customer.ts'
import { customerInUse, customerNotFound } from '../errors.ts'
import { FIELDS } from '../fields.ts'
import { WORDS } from '../lookups.ts'

const { address: _address, endpoint: _endpoint, identifier: _identifier, ...PLAIN_FIELDS } = FIELDS

export interface CustomerFilter {
  /** Words, each of which must begin a word of name, contact, e-mail, city or tax id. */
  readonly q: string | undefined
  readonly country: string | null
  readonly archived: boolean | null
  /** Of the id of a customer. */
  readonly onAccount: ((id: RawBuilder<unknown>) => RawBuilder<boolean>) | null
  readonly email: string | null
  readonly taxId: string | null
  readonly externalId: string | null
  readonly metadata: Metadata
  readonly createdFrom: string | null
  readonly createdTo: string | null
  readonly updatedSince: string | null
}

const SORTS = { name: true, created_at: true, updated_at: true }

/** Read for every draft. */
const selectById = compiledForCompany((scope, id: string) =>
  tablesOf(scope).selectFrom('customers').selectAll().where('id', '=', id),
)
const selectToName = compiledForCompany((scope, id: string) =>
  tablesOf(scope)
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forKeyShare(scope.db)),
)
const selectToChange = compiledForCompany((scope, id: string) =>
  tablesOf(scope)
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forUpdate(scope.db)),
)

/** Other documents can still refer to the customer meanwhile, with the weaker key lock. */
const selectForAccount = compiledForCompany((scope, id: string) =>
  tablesOf(scope)
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forNoKeyUpdate(scope.db)),
)

const requireWith =
  <S extends CompanyDb>(select: typeof selectById) =>
  async (scope: S, id: string): Promise<Customer> => {
    if (!isId('cus', id)) throw customerNotFound()
    const [row] = await select(scope, id)
    if (!row) throw customerNotFound()
    return toCustomer(row)
  }

export const requireCustomer = requireWith(selectById)

/** Customers whose address bounced permanently, the latest first. */
export async function listEmailProblems(
  scope: CompanyDb,
  limit: number,
): Promise<readonly Customer[]> {
  const rows = await tablesOf(scope)
    .selectFrom('customers')
    .selectAll()
    .where('email_problem', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCustomer)
}

/** For a document that refers to the customer: prevents its deletion until the transaction ends. */
export const requireCustomerToName = requireWith<Work>(selectToName)

/** `requireCustomerToName` for several customers, locked in the order of their ids. Unknown ones are left out. */
export async function findCustomersToName(
  work: Work,
  ids: readonly string[],
): Promise<readonly Customer[]> {
  const known = ids.filter((id) => isId('cus', id))
  const [first, ...others] = known
  if (first === undefined) return []
  if (others.length === 0) return (await selectToName(work, first)).map(toCustomer)
  const rows = await tablesOf(work)
    .selectFrom('customers')
    .selectAll()
    .where('id', 'in', known)
    .orderBy('id')
    .modifyEnd(forKeyShare(work.db))
    .execute()
  return rows.map(toCustomer)
}

/** Locks the customer until the transaction ends, against changes and new references. */
export const lockCustomer = requireWith<Work>(selectToChange)

export async function findCustomers(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly Customer[]> {
  if (ids.length === 0) return []
  const query = tablesOf(scope).selectFrom('customers').selectAll().where('id', 'in', ids)
  return (await query.execute()).map(toCustomer)
}

export async function hasReminderPlan(scope: CompanyDb, planId: string): Promise<boolean> {
  const query = tablesOf(scope)
    .selectFrom('customers')
    .select('id')
    .where(FIELDS.reminderPlan.wire, '=', planId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Keeps others from changing the customer's account until the transaction ends. */
export const lockAccount = requireWith<Work>(selectForAccount)

export async function insertCustomer(work: Work, customer: Customer): Promise<void> {
  const row = toRow(customer)
  await insertRows(work, 'customers', [row])
  await insertWords(work, row)
  await saveExternalIds(work, { ...own(customer), before: [], after: customer.externalIds })
  await saveMetadata(work, { ...own(customer), before: {}, after: customer.metadata })
}

/** The search finds an invoice by the words of its customer. */
async function insertWords(
  work: Work,
  { id, search_text }: Pick<ReturnType<typeof toRow>, 'id' | 'search_text'>,
): Promise<void> {
  const words = searchWords(search_text)
  const rows = words.map((word) => ({ customer_id: id, word: Buffer.from(word) }))
  await insertRows(work, 'customer_words', rows)
}

const own = ({ id }: Customer) => ({ kind: 'customer', id }) as const

/** Only after `lockCustomer`. */
export async function saveCustomer(
  work: Work,
  before: Customer,
  customer: Customer,
): Promise<void> {
  const { id, created_at: _, ...changed } = toRow(customer)
  await tablesOf(work).updateTable('customers').set(changed).where('id', '=', id).execute()
  await tablesOf(work).deleteFrom('customer_words').where('customer_id', '=', id).execute()
  await insertWords(work, { id, search_text: changed.search_text })
  const ids = { before: before.externalIds, after: customer.externalIds }
  await saveExternalIds(work, { ...own(customer), ...ids })
  const pairs = { before: before.metadata, after: customer.metadata }
  await saveMetadata(work, { ...own(customer), ...pairs })
}

/** The foreign key of documents prevents deleting their customer. */
export async function deleteCustomer(work: Work, id: string): Promise<void> {
  try {
    await tablesOf(work).deleteFrom('customers').where('id', '=', id).execute()
    await deleteExternalIds(work, 'customer', id)
    await deleteMetadata(work, 'customer', id)
  } catch (error) {
    throw isForeignKeyViolation(error) ? customerInUse() : error
  }
}

/** The page's rows and one more, if there is one. */
export async function listCustomers(
  scope: CompanyDb,
  filter: CustomerFilter,
  page: PageRequest,
): Promise<readonly Customer[]> {
  const by = Object.hasOwn(SORTS, page.sort) ? page.sort : 'name'
  const conditions = await conditionsOf(scope, filter)
  const list = { table: 'customers', by, conditions } as const
  return (await filteredPage<Selectable<Tables['customers']>>(scope, list, page)).map(toCustomer)
}

export const countCustomers = async (scope: CompanyDb, filter: CustomerFilter): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('customers')
      .where(allOf(await conditionsOf(scope, filter))),
  )

async function conditionsOf(
  scope: CompanyDb,
  filter: CustomerFilter,
): Promise<readonly Condition[]> {
  const { q, country, archived, email, taxId, externalId, metadata } = filter
  const id = sql`customers.id`
  const rare = (where: RawBuilder<boolean>): Condition => ({ where, isRare: true })
  return [
    ...(await searchConditions(scope, WORDS, { id, q })),
    ...(country === null ? [] : [{ where: sql<boolean>`country_code = ${country}` }]),
    ...(archived === null ? [] : [{ where: sql<boolean>`archived = ${archived ? 1n : 0n}` }]),
    ...(filter.onAccount === null ? [] : [rare(filter.onAccount(id))]),
    // SQLite uses the partial index only if its condition is repeated.
    ...(email === null
      ? []
      : [rare(sql`email is not null and lower(email) = ${email.toLowerCase()}`)]),
    ...(taxId === null ? [] : [rare(sql`${sql.ref(FIELDS.taxId.wire)} = ${taxId}`)]),
    ...range('created_at', { from: filter.createdFrom, to: filter.createdTo }),
    ...range('updated_at', { from: filter.updatedSince, to: null }),
    ...(externalId === null
      ? []
      : [rare(hasExternalId(scope, 'customer', { column: id, query: externalId }))]),
    ...hasMetadata(scope, 'customer', { column: id, pairs: metadata }).map(rare),
  ]
}

const searchText = ({ name, contactName, email, address, taxId }: Customer): string =>
  indexForm([name, contactName, email, address.city, taxId].filter((it) => it !== null).join('\n'))

const toRow = (customer: Customer) => ({
  id: customer.id,
  version: BigInt(customer.version),
  ...toColumns(PLAIN_FIELDS, customer),
  ...toColumns(ADDRESS, customer.address),
  endpoint_scheme: customer.endpoint?.scheme ?? null,
  endpoint_id: customer.endpoint?.id ?? null,
  identifier_scheme: customer.identifier?.scheme ?? null,
  identifier_id: customer.identifier?.id ?? null,
  email_problem: customer.emailProblem && JSON.stringify(customer.emailProblem),
  mail_stop: customer.mailStop && JSON.stringify(customer.mailStop),
  contacts: storeContacts(customer.contacts),
  addresses: storeAddresses(customer.addresses),
  tax_id_check: customer.taxIdCheck && JSON.stringify(customer.taxIdCheck),
  search_text: searchText(customer),
  created_at: customer.createdAt,
  updated_at: customer.updatedAt,
})

const toCustomer = (row: Selectable<Tables['customers']>): Customer => ({
  ...load(PLAIN_FIELDS, row),
  id: row.id,
  version: Number(row.version),
  address: load(ADDRESS, row),
  endpoint: toEndpoint(row.endpoint_scheme, row.endpoint_id),
  identifier: toEndpoint(row.identifier_scheme, row.identifier_id),
  contacts: loadContacts(row.contacts),
  addresses: loadAddresses(row.addresses),
  emailProblem: row.email_problem === null ? null : JSON.parse(row.email_problem),
  mailStop: row.mail_stop === null ? null : JSON.parse(row.mail_stop),
  taxIdCheck: row.tax_id_check === null ? null : JSON.parse(row.tax_id_check),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toEndpoint = (scheme: string | null, id: string | null) =>
  scheme !== null && id !== null ? { scheme, id } : null
