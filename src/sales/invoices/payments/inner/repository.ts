import { sql } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../../core/http/sorted-page.ts'
import type { Work } from '../../../../core/record/work.ts'
import {
  type CompanyDb,
  insertRows,
  type NewRow,
  tablesOf,
} from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { paymentNotFound } from '../../errors.ts'
import { versionTag } from '../../inner/version-tag.ts'
import type {
  ListedPayment,
  Payment,
  PaymentEntry,
  PaymentFilter,
  PaymentSums,
} from '../payment.ts'

const selectPayments = (scope: CompanyDb, invoiceId: string) =>
  selectEntries(scope)
    .selectAll('payments')
    .select(['invoices.currency', 'invoices.version'])
    .where('payments.invoice_id', '=', invoiceId)

const ENTRY = [
  'invoices.currency',
  'invoices.number',
  'invoices.customer_id',
  'invoices.version',
] as const

const selectEntries = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('payments')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.company_id', '=', 'payments.company_id')
        .onRef('invoices.id', '=', 'payments.invoice_id'),
    )

/** The payments of all invoices; one row more than the page, where there is one. */
export async function listAllPayments(
  scope: CompanyDb,
  filter: PaymentFilter,
  page: PageRequest,
): Promise<readonly PaymentEntry[]> {
  const by = page.sort === 'created_at' ? 'payments.created_at' : 'payments.paid_at'
  const query = filtered(selectEntries(scope), filter).selectAll('payments').select(ENTRY)
  const rows = await sortedPage(query, { ...page, by, unique: 'payments.id' })
  return rows.map(toEntry)
}

export const countAllPayments = (scope: CompanyDb, filter: PaymentFilter): Promise<number> =>
  countRows(filtered(selectEntries(scope), filter))

export async function findPayment(scope: CompanyDb, id: string): Promise<PaymentEntry> {
  const row = await selectEntries(scope)
    .selectAll('payments')
    .select(ENTRY)
    .where('payments.id', '=', id)
    .executeTakeFirst()
  if (!row) throw paymentNotFound()
  return toEntry(row)
}

const filtered = (query: ReturnType<typeof selectEntries>, filter: PaymentFilter) => {
  const { invoiceId, customerIds = [], currencies = [], methods = [], reference, source } = filter
  const { paidFrom, paidTo, createdFrom, createdTo } = filter
  return query
    .$if(invoiceId !== undefined, (it) => it.where('payments.invoice_id', '=', invoiceId ?? ''))
    .$if(customerIds.length > 0, (it) => it.where('invoices.customer_id', 'in', customerIds))
    .$if(currencies.length > 0, (it) => it.where('invoices.currency', 'in', currencies))
    .$if(reference !== undefined, (it) => it.where('payments.reference', '=', reference ?? ''))
    .$if(source !== undefined, (it) => it.where('payments.source', '=', source ?? ''))
    .$if(methods.length > 0, (it) => it.where('payments.method', 'in', methods))
    .$if(paidFrom !== undefined, (it) => it.where('payments.paid_at', '>=', paidFrom ?? ''))
    .$if(paidTo !== undefined, (it) => it.where('payments.paid_at', '<=', paidTo ?? ''))
    .$if(createdFrom !== undefined, (it) =>
      it.where('payments.created_at', '>=', createdFrom ?? ''),
    )
    .$if(createdTo !== undefined, (it) => it.where('payments.created_at', '<=', createdTo ?? ''))
}

const toListed = (row: Row & Pick<Tables['invoices'], 'version'>): ListedPayment => ({
  ...toPayment(row),
  invoiceTag: versionTag(Number(row.version)),
})

const toEntry = (
  row: Row & Pick<Tables['invoices'], 'version' | 'number' | 'customer_id'>,
): PaymentEntry => ({
  ...toListed(row),
  invoiceNumber: row.number,
  customerId: row.customer_id,
})

/** One row more than the page, where there is one. */
export async function listPayments(
  scope: CompanyDb,
  invoiceId: string,
  page: PageRequest,
): Promise<readonly ListedPayment[]> {
  const by = page.sort === 'created_at' ? 'payments.created_at' : 'payments.paid_at'
  const sorting = { ...page, by, unique: 'payments.id' }
  return (await sortedPage(selectPayments(scope, invoiceId), sorting)).map(toListed)
}

/** The maximum number of expanded payments of one invoice. */
const PAYMENTS_BESIDE_MAX = 100

/**
 * The payments of each of these invoices by day, up to that number for each. With a mere
 * `paid_at`, SQLite would read all payments of the company.
 */
export async function listPaymentsOf(
  scope: CompanyDb,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Payment[]>> {
  if (invoiceIds.length === 0) return new Map()
  const { rows } = await sql<Row>`select p.*, i.currency from payments as p
    join invoices as i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${scope.companyId} and p.invoice_id in (${sql.join(invoiceIds)})
      and p.id in (select q.id from payments as q
        where q.company_id = ${scope.companyId} and q.invoice_id = p.invoice_id
        order by coalesce(q.paid_at, ''), q.id limit ${PAYMENTS_BESIDE_MAX})
    order by coalesce(p.paid_at, ''), p.id`.execute(scope.db)
  return Map.groupBy(rows.map(toPayment), ({ invoiceId }) => invoiceId)
}

export const countPayments = (scope: CompanyDb, invoiceId: string): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('payments').where('invoice_id', '=', invoiceId))

export async function sumPayments(scope: CompanyDb, invoiceId: string): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select
      cast(coalesce(sum(case when amount_minor > 0 then amount_minor end), 0) as bigint)
        as "receivedMinor",
      cast(coalesce(-sum(case when amount_minor < 0 and account_entry_id is null
        then amount_minor end), 0) as bigint) as "refundedMinor",
      cast(coalesce(-sum(case when amount_minor < 0 and account_entry_id is not null
        then amount_minor end), 0) as bigint) as "onAccountMinor"
    from payments where company_id = ${scope.companyId} and invoice_id = ${invoiceId}
  `.execute(scope.db)
  return rows[0] ?? { receivedMinor: 0n, refundedMinor: 0n, onAccountMinor: 0n }
}

export async function requirePayment(
  scope: CompanyDb,
  invoiceId: string,
  id: string,
): Promise<Payment> {
  const row = await selectPayments(scope, invoiceId)
    .where('payments.id', '=', id)
    .executeTakeFirst()
  if (!row) throw paymentNotFound()
  return toPayment(row)
}

export interface PaymentQuery {
  readonly invoiceId: string
  readonly reference: string
  /** Null: any. */
  readonly amountMinor: bigint | null
  /** Null: any. */
  readonly paidAt: string | null
}

/** The id of the first identical payment. */
export async function findPaymentLike(
  scope: CompanyDb,
  { invoiceId, reference, amountMinor, paidAt }: PaymentQuery,
): Promise<string | undefined> {
  let query = tablesOf(scope)
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('reference', '=', reference)
  if (amountMinor !== null) query = query.where('amount_minor', '=', amountMinor)
  if (paidAt !== null) query = query.where('paid_at', '=', paidAt)
  const row = await query.orderBy('id').limit(1).executeTakeFirst()
  return row?.id
}

/** The payment with this reference of a system. */
export async function findPaymentOf(
  scope: CompanyDb,
  source: string,
  reference: string,
): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('payments')
    .select('id')
    .where('source', '=', source)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row?.id
}

/** Records which system reported a payment. */
export async function notePaymentSource(work: Work, id: string, source: string): Promise<void> {
  await tablesOf(work).updateTable('payments').set({ source }).where('id', '=', id).execute()
}

export const insertPayments = (work: Work, payments: readonly Payment[]): Promise<void> =>
  insertRows(work, 'payments', payments.map(toRow))

export const insertPayment = (work: Work, payment: Payment): Promise<void> =>
  insertPayments(work, [payment])

export async function deletePayment(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('payments').where('id', '=', id).execute()
}

/** Deletes the payments that a status created. */
export async function deleteAutomaticPayments(
  work: Work,
  { id: invoiceId, currency }: { readonly id: string; readonly currency: string },
): Promise<readonly Payment[]> {
  const rows = await tablesOf(work)
    .deleteFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('automatic', '=', 1n)
    .returningAll()
    .execute()
  return rows.map((row) => toPayment({ ...row, currency }))
}

const toRow = (payment: Payment): NewRow<'payments'> => ({
  id: payment.id,
  invoice_id: payment.invoiceId,
  amount_minor: payment.amountMinor,
  paid_at: payment.paidAt,
  method: payment.method,
  reference: payment.reference,
  source: payment.source,
  note: payment.note,
  automatic: payment.automatic ? 1n : 0n,
  account_entry_id: payment.accountEntryId,
  created_at: payment.createdAt,
})

type Row = Tables['payments'] & Pick<Tables['invoices'], 'currency'>

const toPayment = (row: Row): Payment => ({
  id: row.id,
  invoiceId: row.invoice_id,
  currency: row.currency,
  amountMinor: row.amount_minor,
  paidAt: row.paid_at,
  method: row.method,
  reference: row.reference,
  source: row.source,
  note: row.note,
  automatic: row.automatic === 1n,
  accountEntryId: row.account_entry_id,
  createdAt: row.created_at,
})
