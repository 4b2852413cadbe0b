import { type RawBuilder, sql } from 'kysely'
import { requireOpen } from '../../company/closing/open.ts'
import type { Work } from '../../core/record/work.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  type NewRow,
  tablesOf,
} from '../../platform/database/scope.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Paid, Payment, PaymentKind, PaymentSums } from './payment.ts'

/** The maximum number of expanded payments of one invoice. */
const PAYMENTS_BESIDE_MAX = 100

/**
 * The payments of each of these invoices by day, up to that number for each. With a mere
 * `paid_at`, SQLite would read all payments of the company.
 */
export async function listPaymentsOf(
  scope: CompanyDb,
  invoices: readonly Paid[],
): Promise<ReadonlyMap<string, readonly Payment[]>> {
  if (invoices.length === 0) return new Map()
  const ids = invoices.map(({ id }) => id)
  const { rows } = await sql<Tables['payments']>`select p.* from payments as p
    where p.company_id = ${scope.companyId} and p.invoice_id in (${sql.join(ids)})
      and p.id in (select q.id from payments as q
        where q.company_id = ${scope.companyId} and q.invoice_id = p.invoice_id
        order by coalesce(q.paid_at, ''), q.id limit ${PAYMENTS_BESIDE_MAX})
    order by coalesce(p.paid_at, ''), p.id`.execute(scope.db)
  const byInvoice = Map.groupBy(rows, (row) => row.invoice_id)
  return new Map(
    invoices.map(({ id, currency }) => [
      id,
      (byInvoice.get(id) ?? []).map((row) => toPayment({ ...row, currency })),
    ]),
  )
}

/** The discounts that payments of an invoice have got. */
export async function sumDiscounts(scope: CompanyDb, invoiceId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select cast(coalesce(sum(discount_minor), 0) as bigint) as sum from payments
    where company_id = ${scope.companyId} and invoice_id = ${invoiceId}`.execute(scope.db)
  return rows[0]?.sum ?? 0n
}

/** What a payment settled as discount. */
export async function discountOfPayment(scope: CompanyDb, id: string): Promise<bigint> {
  const row = await findRow(scope, 'payments', id)
  return row?.discount_minor ?? 0n
}

/** The SQL of `settledMinor` for a payment `p`. */
export const SETTLED: RawBuilder<bigint> = sql`(p.amount_minor + p.discount_minor + p.fee_minor
  + p.write_off_minor + p.withheld_minor)`

export async function sumPayments(scope: CompanyDb, invoiceId: string): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select
      cast(coalesce(sum(case when p.credit_note_id is null
        and (p.amount_minor >= 0 or p.reverses_id is not null)
        then ${SETTLED} end), 0) as bigint) as "receivedMinor",
      cast(coalesce(-sum(case when p.amount_minor < 0 and p.account_entry_id is null
        and p.reverses_id is null then p.amount_minor end), 0) as bigint) as "refundedMinor",
      cast(coalesce(-sum(case when p.amount_minor < 0 and p.account_entry_id is not null
        and p.reverses_id is null then p.amount_minor end), 0) as bigint) as "onAccountMinor"
    from payments as p where p.company_id = ${scope.companyId} and p.invoice_id = ${invoiceId}
  `.execute(scope.db)
  return rows[0] ?? { receivedMinor: 0n, refundedMinor: 0n, onAccountMinor: 0n }
}

/** Records which system reported a payment. */
export async function notePaymentSource(work: Work, id: string, source: string): Promise<void> {
  await tablesOf(work).updateTable('payments').set({ source }).where('id', '=', id).execute()
}

/** Records which entry of the bank has the payment; null: none. */
export async function notePaymentEntry(
  work: Work,
  id: string,
  entryId: string | null,
): Promise<void> {
  await tablesOf(work)
    .updateTable('payments')
    .set({ bank_entry_id: entryId })
    .where('id', '=', id)
    .execute()
}

/** Throws `period_closed`. */
export async function insertPayments(work: Work, payments: readonly Payment[]): Promise<void> {
  await requireOpen(
    work,
    payments.map(({ paidAt }) => paidAt),
  )
  await insertRows(work, 'payments', payments.map(toRow))
}

/** Throws `period_closed`. */
export async function deletePayment(work: Work, { id, paidAt }: Payment): Promise<void> {
  await requireOpen(work, [paidAt])
  await tablesOf(work).deleteFrom('payments').where('id', '=', id).execute()
}

/** Deletes the payments that a status created. Throws `period_closed`. */
export async function deleteAutomaticPayments(
  work: Work,
  { id: invoiceId, currency }: Paid,
): Promise<readonly Payment[]> {
  const rows = await tablesOf(work)
    .deleteFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('automatic', '=', 1n)
    .returningAll()
    .execute()
  await requireOpen(
    work,
    rows.map(({ paid_at }) => paid_at),
  )
  return rows.map((row) => toPayment({ ...row, currency }))
}

const toRow = (payment: Payment): NewRow<'payments'> => ({
  id: payment.id,
  invoice_id: payment.invoiceId,
  kind: payment.kind,
  amount_minor: payment.amountMinor,
  paid_at: payment.paidAt,
  method: payment.method,
  reference: payment.reference,
  source: payment.source,
  note: payment.note,
  automatic: payment.automatic ? 1n : 0n,
  account_entry_id: payment.accountEntryId,
  discount_minor: payment.discountMinor,
  fee_minor: payment.feeMinor,
  write_off_minor: payment.writeOffMinor,
  withheld_minor: payment.withheldMinor,
  received_minor: payment.received?.amountMinor ?? null,
  received_currency: payment.received?.currency ?? null,
  reverses_id: payment.reversesId,
  bank_entry_id: payment.bankEntryId,
  credited_before_minor: payment.creditedBeforeMinor,
  credit_note_id: payment.creditNoteId,
  created_at: payment.createdAt,
})

/** A payment with the currency of its invoice. */
export type PaymentRow = Tables['payments'] & Pick<Paid, 'currency'>

export const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  invoiceId: row.invoice_id,
  kind: row.kind as PaymentKind,
  currency: row.currency,
  amountMinor: row.amount_minor,
  paidAt: row.paid_at,
  method: row.method,
  reference: row.reference,
  source: row.source,
  note: row.note,
  automatic: row.automatic === 1n,
  accountEntryId: row.account_entry_id,
  discountMinor: row.discount_minor,
  feeMinor: row.fee_minor,
  writeOffMinor: row.write_off_minor,
  withheldMinor: row.withheld_minor,
  received:
    row.received_minor === null || row.received_currency === null
      ? null
      : { amountMinor: row.received_minor, currency: row.received_currency },
  reversesId: row.reverses_id,
  bankEntryId: row.bank_entry_id,
  creditedBeforeMinor: row.credited_before_minor,
  creditNoteId: row.credit_note_id,
  createdAt: row.created_at,
})
