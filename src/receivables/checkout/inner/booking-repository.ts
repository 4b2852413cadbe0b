import type { Work } from '../../../core/record/work.ts'
import { type CompanyDb, insertRows, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Booking, BookingKind, Place } from '../provider-payment.ts'

/* What is booked of them. */
export async function listBookings(
  scope: CompanyDb,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Booking[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('provider_bookings')
    .selectAll()
    .where('provider_payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .orderBy('key')
    .orderBy('position')
    .execute()
  const byPayment = Map.groupBy(rows, (row) => row.provider_payment_id)
  return new Map([...byPayment].map(([id, of]) => [id, of.map(toBooking)]))
}

export const insertBookings = (
  work: Work,
  paymentId: string,
  bookings: readonly Booking[],
): Promise<void> =>
  insertRows(
    work,
    'provider_bookings',
    bookings.map((it) => ({
      provider_payment_id: paymentId,
      key: it.key,
      position: BigInt(it.position),
      kind: it.kind,
      place: it.place,
      amount_minor: it.amountMinor,
      invoice_id: it.invoiceId,
      payment_id: it.paymentId,
      account_entry_id: it.accountEntryId,
      created_at: work.at,
    })),
  )

const toBooking = (row: Tables['provider_bookings']): Booking => ({
  key: row.key,
  position: Number(row.position),
  kind: row.kind as BookingKind,
  place: row.place as Place,
  amountMinor: row.amount_minor,
  invoiceId: row.invoice_id,
  paymentId: row.payment_id,
  accountEntryId: row.account_entry_id,
})
