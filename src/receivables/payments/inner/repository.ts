import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { versionTag } from '../../../sales/invoices/version-tag.ts'
import type { Payment } from '../../../sales/ledger/payment.ts'
import { toPayment } from '../../../sales/ledger/payments.ts'
import type { ListedPayment, PaymentEntry, PaymentFilter } from '../payment-entry.ts'
import { paymentNotFound } from './errors.ts'

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

type Row = Tables['payments'] & Pick<Tables['invoices'], 'currency' | 'version'>

const toListed = (row: Row): ListedPayment => ({
  ...toPayment(row),
  invoiceTag: versionTag(Number(row.version)),
})

const toEntry = (row: Row & Pick<Tables['invoices'], 'number' | 'customer_id'>): PaymentEntry => ({
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

export const countPayments = (scope: CompanyDb, invoiceId: string): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('payments').where('invoice_id', '=', invoiceId))

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

/** The id of the payment that takes this one back. */
export async function findReversal(scope: CompanyDb, id: string): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('payments')
    .select('id')
    .where('reverses_id', '=', id)
    .executeTakeFirst()
  return row?.id
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
