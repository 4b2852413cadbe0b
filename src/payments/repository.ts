import { sql } from 'kysely'
import type { PageRequest } from '../http/pagination.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { paymentNotFound } from './errors.ts'
import type { Payment } from './payment.ts'

type Row = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>

const selectPayments = (db: Db, invoiceId: string) =>
  db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .selectAll('p')
    .select('i.currency')
    .where('p.invoice_id', '=', invoiceId)

/** One row more than the page, where there is one. */
export async function listPayments(
  db: Db,
  invoiceId: string,
  { sort, direction, after, limit }: PageRequest,
): Promise<readonly Payment[]> {
  const order = sort === 'created_at' ? sql<string>`p.created_at` : sql<string>`p.paid_at`
  let query = selectPayments(db, invoiceId)
  if (after) {
    const side = direction === 'asc' ? sql`>` : sql`<`
    query = query.where(sql<boolean>`(${order}, p.id) ${side} (${after.value}, ${after.id})`)
  }
  const rows = await query
    .orderBy(order, direction)
    .orderBy('p.id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toPayment)
}

export async function countPayments(db: Db, invoiceId: string): Promise<number> {
  const { total } = await db
    .selectFrom('payments')
    .select((e) => e.fn.countAll<bigint>().as('total'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function requirePayment(db: Db, invoiceId: string, id: string): Promise<Payment> {
  const row = await selectPayments(db, invoiceId).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw paymentNotFound()
  return toPayment(row)
}

interface Wanted {
  readonly invoiceId: string
  readonly reference: string
  /** Null: any. */
  readonly amountMinor: bigint | null
  /** Null: any. */
  readonly paidAt: string | null
}

/** The id of the first payment like this. */
export async function findPaymentLike(db: Db, wanted: Wanted): Promise<string | undefined> {
  let query = db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', wanted.invoiceId)
    .where('reference', '=', wanted.reference)
  if (wanted.amountMinor !== null) query = query.where('amount_minor', '=', wanted.amountMinor)
  if (wanted.paidAt !== null) query = query.where('paid_at', '=', wanted.paidAt)
  const row = await query.orderBy('id').limit(1).executeTakeFirst()
  return row?.id
}

export async function insertPayment(trx: Trx, payment: Payment): Promise<void> {
  await trx
    .insertInto('payments')
    .values({
      id: payment.id,
      invoice_id: payment.invoiceId,
      amount_minor: payment.amountMinor,
      paid_at: payment.paidAt,
      method: payment.method,
      reference: payment.reference,
      note: payment.note,
      automatic: payment.automatic ? 1n : 0n,
      created_at: payment.createdAt,
    })
    .execute()
}

export async function deletePayment(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('payments').where('id', '=', id).execute()
}

const toPayment = (row: Row): Payment => ({
  id: row.id,
  invoiceId: row.invoice_id,
  currency: row.currency,
  amountMinor: row.amount_minor,
  paidAt: row.paid_at,
  method: row.method,
  reference: row.reference,
  note: row.note,
  automatic: row.automatic === 1n,
  createdAt: row.created_at,
})
