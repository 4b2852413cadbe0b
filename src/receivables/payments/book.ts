import type { Work } from '../../core/record/work.ts'
import { newId } from '../../platform/ids.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { deletePaymentOf, recordPaymentOf, reopenForPayment } from '../../sales/invoices/pay.ts'
import { newPayment, type Payment, partsSum } from '../../sales/ledger/payment.ts'
import { notePaymentEntry } from '../../sales/ledger/payments.ts'
import { reversalOf } from './change.ts'
import { paymentOfEntry, paymentReversed } from './inner/errors.ts'
import { findPayment, findReversal } from './inner/repository.ts'
import { requirePayable, requireWithinDue } from './inner/rules.ts'

/* Payments that an entry of the bank makes or takes back. */

export type Booked = Partial<Payment> &
  Pick<Payment, 'invoiceId' | 'amountMinor' | 'paidAt' | 'reference' | 'bankEntryId'>

/** Settles an invoice. A written-off one is open again. */
export async function bookPayment(work: Work, booked: Booked): Promise<Payment> {
  const locked = await lockForChange(work, { id: booked.invoiceId, ifMatch: undefined })
  const claim = locked.status === 'uncollectible' ? await reopenForPayment(work, locked) : locked
  requirePayable(claim)
  const payment = newPayment(claim, {
    method: 'transfer',
    ...booked,
    id: newId('pay'),
    createdAt: work.at,
  })
  requireWithinDue(claim, payment.amountMinor, partsSum(payment))
  await recordPaymentOf(work, claim, payment)
  return payment
}

/** The bank took a payment back. `event`: instead of `payment.reversed`. */
export async function bookReversal(
  work: Work,
  paymentId: string,
  {
    event,
    ...about
  }: Pick<Payment, 'paidAt' | 'reference' | 'bankEntryId'> & {
    readonly event?: 'payment.returned'
  },
): Promise<Payment> {
  const { invoiceId } = await findPayment(work, paymentId)
  const claim = await lockForChange(work, { id: invoiceId, ifMatch: undefined })
  requirePayable(claim)
  const paid = await findPayment(work, paymentId)
  const reversal = await reversalOf(work, claim, paid, { note: null, ...about })
  await recordPaymentOf(work, claim, reversal, event)
  return reversal
}

/** A person recorded the payment before the bank reported it. */
export async function linkPayment(work: Work, id: string, entryId: string): Promise<Payment> {
  const { invoiceId } = await findPayment(work, id)
  await lockForChange(work, { id: invoiceId, ifMatch: undefined })
  const payment = await findPayment(work, id)
  if (payment.bankEntryId !== null) throw paymentOfEntry(payment.bankEntryId)
  await notePaymentEntry(work, id, entryId)
  return payment
}

/** A recorded payment stays; one that the entry made is deleted. */
export async function unbookPayment(
  work: Work,
  id: string,
  { isLink }: { readonly isLink: boolean },
): Promise<void> {
  const { invoiceId } = await findPayment(work, id)
  const claim = await lockForChange(work, { id: invoiceId, ifMatch: undefined })
  if (isLink) return notePaymentEntry(work, id, null)
  requirePayable(claim)
  const reversal = await findReversal(work, id)
  if (reversal !== undefined) throw paymentReversed(reversal)
  await deletePaymentOf(work, claim, await findPayment(work, id))
}
