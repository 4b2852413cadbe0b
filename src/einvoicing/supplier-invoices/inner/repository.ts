import { sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { allOf, among, type Condition, filteredPage } from '../../../core/lists/filtered-page.ts'
import { countRows } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { isUniqueViolation } from '../../../platform/database/db.ts'
import { contains } from '../../../platform/database/like.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import { isId } from '../../../platform/ids.ts'
import type {
  Compared,
  Status,
  SupplierInvoice,
  SupplierInvoiceEntry,
} from '../supplier-invoice.ts'
import { supplierInvoiceExists, supplierInvoiceNotFound } from './errors.ts'
import { toEntry, toRow, toSupplierInvoice } from './rows.ts'

export interface SupplierInvoiceFilter {
  readonly words: readonly string[]
  readonly statuses: readonly Status[]
  readonly currencies: readonly string[]
  readonly issuedFrom: string | null
  readonly issuedTo: string | null
  /** The last due date. */
  readonly dueTo: string | null
}

/** Everything except the contents, which may be large. */
const ENTRY_COLUMNS = [
  'id',
  'version',
  'status',
  'reason',
  'paid_on',
  'format',
  'profile',
  'kind',
  'number',
  'issue_date',
  'due_date',
  'currency',
  'seller_name',
  'seller_key',
  'total_cents',
  'due_cents',
  'errors',
  'warnings',
  'sha256',
  'created_at',
  'updated_at',
] as const

export async function requireSupplierInvoice(
  scope: CompanyDb,
  id: string,
): Promise<SupplierInvoice> {
  const row = isId('sin', id) ? await findRow(scope, 'supplier_invoices', id) : undefined
  if (!row) throw supplierInvoiceNotFound()
  return toSupplierInvoice(row)
}

/** Reads it and locks it until the transaction ends. */
export async function lockSupplierInvoice(work: Work, id: string): Promise<SupplierInvoice> {
  if (!isId('sin', id)) throw supplierInvoiceNotFound()
  await lockRow(work, 'supplier_invoices', id)
  return requireSupplierInvoice(work, id)
}

export async function findIdByHash(scope: CompanyDb, sha256: string): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('supplier_invoices')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.id
}

/** In the order of the hashes. */
export async function listByHashes(
  scope: CompanyDb,
  hashes: readonly string[],
): Promise<readonly { readonly id: string; readonly number: string }[]> {
  const rows = await tablesOf(scope)
    .selectFrom('supplier_invoices')
    .select(['id', 'number', 'sha256'])
    .where('sha256', 'in', hashes)
    .execute()
  return rows
    .toSorted((one, other) => hashes.indexOf(one.sha256) - hashes.indexOf(other.sha256))
    .map(({ id, number }) => ({ id, number }))
}

/** The page's rows and one more, if there is one. */
export async function listSupplierInvoices(
  scope: CompanyDb,
  filter: SupplierInvoiceFilter,
  request: PageRequest,
): Promise<readonly SupplierInvoiceEntry[]> {
  const conditions = conditionsOf(filter)
  const by = request.sort === 'number' ? 'number_order' : request.sort
  const list = { table: 'supplier_invoices', columns: ENTRY_COLUMNS, by, conditions } as const
  const rows = await filteredPage<Parameters<typeof toEntry>[0]>(scope, list, request)
  return rows.map(toEntry)
}

export const countSupplierInvoices = (
  scope: CompanyDb,
  filter: SupplierInvoiceFilter,
): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('supplier_invoices')
      .where(allOf(conditionsOf(filter))),
  )

function conditionsOf({
  words,
  statuses,
  currencies,
  issuedFrom,
  issuedTo,
  dueTo,
}: SupplierInvoiceFilter): readonly Condition[] {
  const issued = [
    ...(issuedFrom === null ? [] : [sql<boolean>`issue_date >= ${issuedFrom}`]),
    ...(issuedTo === null ? [] : [sql<boolean>`issue_date <= ${issuedTo}`]),
  ]
  return [
    ...words.map((word) => ({ where: contains('search_text', word) })),
    ...among('status', statuses),
    ...among('currency', currencies),
    ...issued.map((where) => ({ where, rangeOf: 'issue_date' })),
    ...(dueTo === null ? [] : [{ where: sql<boolean>`due_date <= ${dueTo}` }]),
  ]
}

/** Each with the first document of its seller with its number, if that is another one. */
export async function compare<T extends SupplierInvoiceEntry>(
  scope: CompanyDb,
  entries: readonly T[],
): Promise<readonly Compared<T>[]> {
  if (entries.length === 0) return []
  const rows = await tablesOf(scope)
    .selectFrom('supplier_invoices')
    .select(['seller_key', 'number'])
    .select(({ fn }) => fn.min('id').as('id'))
    .where('seller_key', 'in', distinct(entries, 'sellerKey'))
    .where('number', 'in', distinct(entries, 'number'))
    .groupBy(['seller_key', 'number'])
    .execute()
  const first = new Map(rows.map(({ seller_key, number, id }) => [keyOf(seller_key, number), id]))
  return entries.map((entry) => {
    const id = first.get(keyOf(entry.sellerKey, entry.number))
    return { ...entry, duplicateOf: id === undefined || id === entry.id ? null : id }
  })
}

const keyOf = (sellerKey: string, number: string): string => JSON.stringify([sellerKey, number])

const distinct = (
  entries: readonly SupplierInvoiceEntry[],
  field: 'sellerKey' | 'number',
): readonly string[] => [...new Set(entries.map((entry) => entry[field]))]

/** The table's key refuses a file that another request stored meanwhile. */
export async function insertSupplierInvoice(work: Work, it: SupplierInvoice): Promise<void> {
  try {
    await insertRows(work, 'supplier_invoices', [toRow(it)])
  } catch (error) {
    throw isUniqueViolation(error) ? supplierInvoiceExists(null) : error
  }
}

/** Only after `lockSupplierInvoice`. */
export async function saveSupplierInvoice(work: Work, it: SupplierInvoice): Promise<void> {
  const { status, reason, paidOn, updatedAt } = it
  await tablesOf(work)
    .updateTable('supplier_invoices')
    .set({
      status,
      reason,
      paid_on: paidOn,
      version: BigInt(it.version),
      updated_at: updatedAt,
    })
    .where('id', '=', it.id)
    .execute()
}

export async function deleteSupplierInvoice(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('supplier_invoices').where('id', '=', id).execute()
}
