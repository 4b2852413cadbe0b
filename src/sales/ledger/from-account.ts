import type { Work } from '../../core/record/work.ts'
import { newId } from '../../platform/ids.ts'
import { addAccountEntry } from './account.ts'
import { newPayment, type Paid, type Payment } from './payment.ts'

/**
 * The payment of an invoice from its customer's account, and its entry. A negative amount returns
 * to the account. The account is locked.
 */
export async function fromAccount(
  work: Work,
  {
    claim,
    amountMinor,
    paidAt,
    paymentId: id = newId('pay'),
  }: {
    readonly claim: Paid & { readonly customerId: string; readonly creditedMinor: bigint }
    readonly amountMinor: bigint
    readonly paidAt: string
    /** For a payment that is deleted. */
    readonly paymentId?: string
  },
): Promise<Payment> {
  const entry = await addAccountEntry(work, {
    customerId: claim.customerId,
    currency: claim.currency,
    kind: amountMinor < 0n ? 'unapplied' : 'applied',
    amountMinor: -amountMinor,
    invoiceId: claim.id,
    paymentId: id,
    paidAt,
    method: null,
    reference: null,
    note: null,
  })
  const { id: accountEntryId, createdAt } = entry
  return newPayment(claim, { id, amountMinor, paidAt, accountEntryId, createdAt })
}
