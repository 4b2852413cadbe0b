import { formatMinor } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { optional } from '../../sales/contents/input.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { deletePaymentOf, recordPaymentOf } from '../../sales/invoices/pay.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { newPayment } from '../../sales/ledger/payment.ts'
import { notePaymentSource } from '../../sales/ledger/payments.ts'
import { type Recorded, receiveMoney, takeMoneyBack } from './account/money.ts'
import { paymentExists, paymentOfSourceExists, referenceMissing } from './inner/errors.ts'
import { findPaymentLike, requirePayment } from './inner/repository.ts'
import { paymentAmount, requirePayable, requireWithinDue } from './inner/rules.ts'
import type { PaymentBody } from './input.ts'
import { findPaymentOf } from './lookups.ts'

/** `request` has the id of the invoice. */
export function recordPayment(
  work: ReadWork,
  request: VersionedRef,
  body: PaymentBody,
): Promise<Recorded> {
  return transaction(work, async (work) => {
    const claim = await lockForChange(work, request)
    requirePayable(claim)
    const amountMinor = paymentAmount(claim, body.amount)
    await refuseSource(work, body)
    if (body.allow_duplicate !== true) await refuseRepetition(work, claim, body)
    const due = dueMinor(claim)
    if (body.overpayment === 'account' && due > 0n && amountMinor > due)
      return overpaid(work, claim, { ...body, amount: body.amount ?? '' })
    requireWithinDue(claim, amountMinor)
    const { timeZone } = await currentSettings(work)
    const payment = newPayment(claim, {
      id: newId('pay'),
      amountMinor,
      paidAt: body.paid_at ?? dayOf(work.at, timeZone),
      method: optional(body.method),
      reference: optional(body.reference),
      source: optional(body.source),
      note: optional(body.note),
      createdAt: work.at,
    })
    return { payment, invoice: await recordPaymentOf(work, claim, payment) }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? paymentOfSourceExists(null) : error
  })
}

/** `request` has the id of the invoice. */
export function deletePayment(work: ReadWork, request: VersionedRef, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const claim = await lockForChange(work, request)
    const payment = await requirePayment(work, claim.id, id)
    requirePayable(claim)
    if (payment.accountEntryId !== null) await takeMoneyBack(work, claim, payment)
    await deletePaymentOf(work, claim, payment)
  })
}

/**
 * Refuses a payment with the reference, amount and day of another payment of the invoice.
 * Without `paid_at` any day matches, because a request may be repeated a day later. Without
 * `amount`, once nothing is due, any amount matches.
 */
async function refuseRepetition(
  work: Work,
  claim: StoredInvoice,
  body: PaymentBody,
): Promise<void> {
  const reference = optional(body.reference)
  if (reference === null) return
  const isAnyAmount = body.amount === undefined && dueMinor(claim) <= 0n
  const id = await findPaymentLike(work, {
    invoiceId: claim.id,
    reference,
    amountMinor: isAnyAmount ? null : paymentAmount(claim, body.amount),
    paidAt: body.paid_at ?? null,
  })
  if (id !== undefined) throw paymentExists(id)
}

/** The table's unique key refuses one that another request records meanwhile. */
async function refuseSource(work: Work, { source, reference }: PaymentBody): Promise<void> {
  const [from, as] = [optional(source), optional(reference)]
  if (from === null) return
  if (as === null) throw referenceMissing()
  const id = await findPaymentOf(work, from, as)
  if (id !== undefined) throw paymentOfSourceExists(id)
}

/** Adds all of it to the account, and settles the amount due from there. */
async function overpaid(
  work: Work,
  claim: StoredInvoice,
  { overpayment: _, source: from, ...body }: PaymentBody & { readonly amount: string | number },
): Promise<Recorded> {
  const apply = [{ invoice_id: claim.id, amount: formatMinor(dueMinor(claim), claim.currency) }]
  const { payments } = await receiveMoney(work, claim.customerId, {
    ...body,
    currency: claim.currency,
    apply,
  })
  const [payment] = payments
  if (!payment) throw new Error('An overpayment settled nothing.')
  const source = optional(from)
  if (source !== null) await notePaymentSource(work, payment.id, source)
  return { payment: { ...payment, source }, invoice: await getInvoice(work, claim.id) }
}
