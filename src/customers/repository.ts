import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { PageRequest } from '../http/pagination.ts'
import { searchForm, searchWords } from '../http/text.ts'
import { forUpdate, isForeignKeyViolation } from '../platform/database/db.ts'
import { compiledForCompany, insertRows, of, type Scope } from '../platform/database/scope.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isId } from '../platform/ids.ts'
import type { Work } from '../record/work.ts'
import type { Customer } from './customer.ts'
import { customerInUse, customerNotFound } from './errors.ts'

export interface CustomerFilter {
  /** Words, each of which must occur in name, contact, e-mail, city or tax id. */
  readonly words: readonly string[]
  readonly country: string | null
  readonly archived: boolean | null
}

export async function requireCustomer(scope: Scope, id: string): Promise<Customer> {
  if (!isId('cus', id)) throw customerNotFound()
  const [row] = await selectById(scope, id)
  if (!row) throw customerNotFound()
  return toCustomer(row)
}

/** Read with every draft. */
const selectById = compiledForCompany((scope, id: string) =>
  of(scope).selectFrom('customers').selectAll().where('id', '=', id),
)

/** Reads a customer and locks it until the transaction ends: nobody else changes or names it. */
export async function lockCustomer(work: Work, id: string): Promise<Customer> {
  if (!isId('cus', id)) throw customerNotFound()
  const row = await of(work)
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forUpdate(work.db))
    .executeTakeFirst()
  if (!row) throw customerNotFound()
  return toCustomer(row)
}

export async function insertCustomer(work: Work, customer: Customer): Promise<void> {
  const row = toRow(customer)
  await insertRows(work, 'customers', [row])
  await insertWords(work, row)
}

/** The search of invoices finds an invoice by the words of its customer. */
async function insertWords(
  work: Work,
  { id, search_text }: Pick<ReturnType<typeof toRow>, 'id' | 'search_text'>,
): Promise<void> {
  const words = searchWords(search_text)
  const rows = words.map((word) => ({ customer_id: id, word: Buffer.from(word) }))
  await insertRows(work, 'customer_words', rows)
}

/** Only after `lockCustomer`. */
export async function saveCustomer(work: Work, customer: Customer): Promise<void> {
  const { id, created_at: _, ...changed } = toRow(customer)
  await of(work).updateTable('customers').set(changed).where('id', '=', id).execute()
  await of(work).deleteFrom('customer_words').where('customer_id', '=', id).execute()
  await insertWords(work, { id, search_text: changed.search_text })
}

/** The foreign key of the documents keeps a customer that one of them names. */
export async function deleteCustomer(work: Work, id: string): Promise<void> {
  try {
    await of(work).deleteFrom('customers').where('id', '=', id).execute()
  } catch (error) {
    throw isForeignKeyViolation(error) ? customerInUse() : error
  }
}

/** The page's rows and one more, if there is one. */
export async function listCustomers(
  scope: Scope,
  filter: CustomerFilter,
  { limit, after, sort, direction }: PageRequest,
): Promise<readonly Customer[]> {
  const column = sort === 'created_at' ? 'created_at' : 'name'
  const compare = sql.raw(direction === 'asc' ? '>' : '<')
  const rows = await of(scope)
    .selectFrom('customers')
    .selectAll()
    .where((where) => matches(where, filter))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(column)}, id) ${compare} (${after?.value ?? ''}, ${after?.id ?? ''})`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toCustomer)
}

export async function countCustomers(scope: Scope, filter: CustomerFilter): Promise<number> {
  const { count } = await of(scope)
    .selectFrom('customers')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where((where) => matches(where, filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function matches(
  where: ExpressionBuilder<Tables, 'customers'>,
  { words, country, archived }: CustomerFilter,
) {
  return where.and([
    ...words.map((word) => sql<boolean>`search_text like ${likePattern(word)} escape '!'`),
    ...(country === null ? [] : [where('country_code', '=', country)]),
    ...(archived === null ? [] : [where('archived', '=', archived ? 1n : 0n)]),
  ])
}

const likePattern = (word: string): string => `%${word.replace(/[!%_]/g, '!$&')}%`

const searchText = ({ name, contactName, email, address, taxId }: Customer): string =>
  searchForm([name, contactName, email, address.city, taxId].filter((it) => it !== null).join('\n'))

const toRow = (customer: Customer) => ({
  id: customer.id,
  version: BigInt(customer.version),
  name: customer.name,
  contact_name: customer.contactName,
  email: customer.email,
  phone: customer.phone,
  line1: customer.address.line1,
  line2: customer.address.line2,
  city: customer.address.city,
  postal_code: customer.address.postalCode,
  region: customer.address.region,
  country_code: customer.address.countryCode,
  tax_id: customer.taxId,
  registration_id: customer.registrationId,
  endpoint_scheme: customer.endpoint?.scheme ?? null,
  endpoint_id: customer.endpoint?.id ?? null,
  trading_name: customer.tradingName,
  registration_scheme: customer.registrationScheme,
  identifier_scheme: customer.identifier?.scheme ?? null,
  identifier_id: customer.identifier?.id ?? null,
  e_invoice_profile: customer.eInvoiceProfile,
  reference: customer.reference,
  language: customer.language,
  currency: customer.currency,
  payment_terms_days: customer.paymentTermsDays === null ? null : BigInt(customer.paymentTermsDays),
  notes: customer.notes,
  metadata: JSON.stringify(customer.metadata),
  archived: customer.archived ? 1n : 0n,
  search_text: searchText(customer),
  created_at: customer.createdAt,
  updated_at: customer.updatedAt,
})

const toCustomer = (row: Selectable<Tables['customers']>): Customer => ({
  id: row.id,
  version: Number(row.version),
  name: row.name,
  contactName: row.contact_name,
  email: row.email,
  phone: row.phone,
  address: {
    line1: row.line1,
    line2: row.line2,
    city: row.city,
    postalCode: row.postal_code,
    region: row.region,
    countryCode: row.country_code,
  },
  taxId: row.tax_id,
  registrationId: row.registration_id,
  endpoint: toEndpoint(row.endpoint_scheme, row.endpoint_id),
  tradingName: row.trading_name,
  registrationScheme: row.registration_scheme,
  identifier: toEndpoint(row.identifier_scheme, row.identifier_id),
  eInvoiceProfile: row.e_invoice_profile,
  reference: row.reference,
  language: row.language,
  currency: row.currency,
  paymentTermsDays: row.payment_terms_days === null ? null : Number(row.payment_terms_days),
  notes: row.notes,
  metadata: JSON.parse(row.metadata),
  archived: row.archived === 1n,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toEndpoint = (scheme: string | null, id: string | null) =>
  scheme !== null && id !== null ? { scheme, id } : null
