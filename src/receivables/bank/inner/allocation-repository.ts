import { type Selectable, sql } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import {
  type CompanyDb,
  insertRows,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Allocation } from '../entry.ts'

/** The days of the payments that entries of a file made. */
export async function paymentDaysOf(scope: CompanyDb, fileId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly day: string }>`select distinct p.paid_at as day
    from bank_entries e
    join bank_allocations a on a.company_id = e.company_id and a.entry_id = e.id
    join payments p on p.company_id = a.company_id and p.id = a.payment_id
    where e.company_id = ${scope.companyId} and e.file_id = ${fileId} and a.kind <> 'link'
  `.execute(scope.db)
  return rows.map(({ day }) => day)
}

export async function allocationsOf(
  scope: CompanyDb,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Allocation[]>> {
  if (entryIds.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('bank_allocations')
    .selectAll()
    .where('entry_id', 'in', entryIds)
    .orderBy('position')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.entry_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(toAllocation)]))
}

export const insertAllocations = (
  work: Work,
  entryId: string,
  { after, allocations }: { readonly after: number; readonly allocations: readonly Allocation[] },
): Promise<void> =>
  insertRows(
    work,
    'bank_allocations',
    allocations.map((it, index) => toAllocationRow(work, entryId, after + index + 1, it)),
  )

export async function deleteAllocations(work: Work, entryId: string): Promise<void> {
  await tablesOf(work).deleteFrom('bank_allocations').where('entry_id', '=', entryId).execute()
}

const toAllocationRow = (
  work: Work,
  entryId: string,
  position: number,
  it: Allocation,
): NewRow<'bank_allocations'> => ({
  entry_id: entryId,
  position: BigInt(position),
  kind: it.kind,
  entry_minor: it.entryMinor,
  amount_minor: it.amountMinor,
  currency: it.currency,
  invoice_id: it.invoiceId,
  payment_id: it.paymentId,
  customer_id: it.customerId,
  account_entry_id: it.accountEntryId,
  accounting_account: it.accountingAccount,
  note: it.note,
  collection_id: it.collectionId,
  created_at: work.at,
})

const toAllocation = (row: Selectable<Tables['bank_allocations']>): Allocation => ({
  kind: row.kind as Allocation['kind'],
  entryMinor: row.entry_minor,
  amountMinor: row.amount_minor,
  currency: row.currency,
  invoiceId: row.invoice_id,
  paymentId: row.payment_id,
  customerId: row.customer_id,
  accountEntryId: row.account_entry_id,
  accountingAccount: row.accounting_account,
  note: row.note,
  collectionId: row.collection_id,
})

/** The numbers of documents by their ids. */
export async function numbersOf(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number ?? '']))
}
