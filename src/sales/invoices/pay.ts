import type { EventType } from '@billwright/rules/events'
import type { Work } from '../../core/record/work.ts'
import { type Payment, settledMinor } from '../ledger/payment.ts'
import { deletePayment, insertPayments } from '../ledger/payments.ts'
import { save } from './inner/changes.ts'
import { giveDiscountAgain } from './inner/discount-back.ts'
import type { StoredInvoice } from './invoice.ts'
import * as lifecycle from './lifecycle.ts'
import { lockForChange } from './lock.ts'
import type { InvoiceDetails } from './view.ts'

/**
 * Stores a payment of a locked invoice; its status follows. `event`: instead of the one that its sign
 * suggests; null: the caller records it.
 */
export async function recordPaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
  event?: EventType | null,
): Promise<InvoiceDetails> {
  await insertPayments(work, [payment])
  const isRefund =
    payment.amountMinor < 0n && payment.reversesId === null && event !== 'payment.returned'
  const action = isRefund ? 'refunded' : undefined
  const discountBack =
    payment.reversesId === null
      ? null
      : await giveDiscountAgain(work, claim, { gone: payment, day: payment.paidAt })
  const minor = settledMinor(payment) + backOf(discountBack)
  const after = isRefund ? lifecycle.addRefund(claim, -minor) : lifecycle.addPaid(claim, minor)
  return save(work, claim, after, { action, payment, discountBack, event })
}

/** A written-off invoice is paid after all. Returns it as stored. */
export async function reopenForPayment(work: Work, claim: StoredInvoice): Promise<StoredInvoice> {
  await save(work, claim, lifecycle.reopen(claim), {})
  const { id } = claim
  return lockForChange(work, { id, ifMatch: undefined })
}

export async function deletePaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<void> {
  await deletePayment(work, payment)
  const discountBack = await giveDiscountAgain(work, claim, { gone: payment })
  const after = lifecycle.addPaid(claim, backOf(discountBack) - settledMinor(payment))
  await save(work, claim, after, { deletedPayments: [payment], discountBack })
}

const backOf = (discountBack: Payment | null): bigint =>
  discountBack === null ? 0n : settledMinor(discountBack)
