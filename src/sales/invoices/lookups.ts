import { countRows } from '../../core/lists/sorted-page.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { type CompanyDb, tablesOf } from '../../platform/database/scope.ts'

/* Finds and counts invoices for other rooms. */

/** Below the maximum number of parameters of a statement. */
const VALUES_PER_QUERY = 500

/** The ids among these that belong to an invoice. */
export async function findInvoiceIds(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const part of partsOf(ids)) {
    const query = tablesOf(scope).selectFrom('invoices').select('id').where('id', 'in', part)
    for (const { id } of await query.execute()) found.add(id)
  }
  return found
}

/** The versions of invoices by their ids, and whether they are drafts. */
export async function findInvoiceVersions(scope: CompanyDb, ids: readonly string[]) {
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'version', 'status', 'number'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, version, status, number }) => ({
    id,
    number,
    version: Number(version),
    isDraft: status === 'draft',
  }))
}

/** The customers among these that an invoice names. */
export async function findInvoicedCustomers(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select('customer_id')
    .distinct()
    .where('customer_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/** The numbers among these that an invoice has, with its id. */
export async function findInvoiceNumbers(
  scope: CompanyDb,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const part of partsOf(numbers)) {
    const query = tablesOf(scope)
      .selectFrom('invoices')
      .select(['id', 'number'])
      .where('number', 'in', part)
    for (const { id, number } of await query.execute()) if (number !== null) found.set(number, id)
  }
  return found
}

/** The date of the newest issued document; null: none was ever issued. */
export async function findLastIssueDate(scope: CompanyDb): Promise<string | null> {
  const row = await tablesOf(scope)
    .selectFrom('invoices')
    .select('issue_date')
    .where('number', 'is not', null)
    .orderBy('issue_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.issue_date ?? null
}

export const countDrafts = (scope: CompanyDb): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('invoices').where('status', '=', 'draft'))

/** Documents created in the calendar month (UTC) of this instant, including drafts. */
export const countMadeInMonth = (scope: ReadWork): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('invoices')
      .where('created_at', '>=', `${scope.at.slice(0, 7)}-01`)
      .where('created_at', '<=', scope.at),
  )

/** Documents issued in the month of a day. */
export const countIssuedInMonth = (scope: CompanyDb, day: string): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('invoices')
      .where('status', '<>', 'draft')
      .where('issue_date', '>=', `${day.slice(0, 7)}-01`)
      .where('issue_date', '<=', day),
  )

const partsOf = (values: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(values.length / VALUES_PER_QUERY) }, (_, index) =>
    values.slice(index * VALUES_PER_QUERY, (index + 1) * VALUES_PER_QUERY),
  )
