import type { Work } from '../../core/record/work.ts'
import type { Payment } from '../ledger/payment.ts'
import { deletePayment, insertPayments } from '../ledger/payments.ts'
import { save } from './inner/changes.ts'
import type { StoredInvoice } from './invoice.ts'
import * as lifecycle from './lifecycle.ts'
import type { InvoiceDetails } from './view.ts'

/** Stores a payment of a locked invoice; its status follows. */
export async function recordPaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<InvoiceDetails> {
  await insertPayments(work, [payment])
  const { amountMinor } = payment
  const action = amountMinor < 0n ? 'refunded' : undefined
  return save(work, claim, lifecycle.addPaid(claim, amountMinor), { action, payment })
}

export async function deletePaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<void> {
  await deletePayment(work, payment.id)
  const after = lifecycle.addPaid(claim, -payment.amountMinor)
  await save(work, claim, after, { deletedPayments: [payment] })
}
