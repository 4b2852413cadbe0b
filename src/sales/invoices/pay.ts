import type { Work } from '../../core/record/work.ts'
import { save } from './inner/changes.ts'
import type { StoredInvoice } from './invoice.ts'
import * as lifecycle from './lifecycle.ts'
import * as payments from './payments/inner/repository.ts'
import type { Payment } from './payments/payment.ts'
import type { InvoiceDetails } from './view.ts'

export {
  countAllPayments,
  countPayments,
  findPayment,
  findPaymentLike,
  findPaymentOf,
  listAllPayments,
  listPayments,
  notePaymentSource,
  requirePayment,
} from './payments/inner/repository.ts'

/** Stores a payment of a locked invoice; its status follows. */
export async function recordPaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<InvoiceDetails> {
  await payments.insertPayment(work, payment)
  const { amountMinor } = payment
  const action = amountMinor < 0n ? 'refunded' : undefined
  return save(work, claim, lifecycle.addPaid(claim, amountMinor), { action, payment })
}

export async function deletePaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<void> {
  await payments.deletePayment(work, payment.id)
  const after = lifecycle.addPaid(claim, -payment.amountMinor)
  await save(work, claim, after, { deletedPayments: [payment] })
}
