import { formatMinor } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { isId, newId } from '../../platform/ids.ts'
import { discountFor, offerOn } from '../../sales/contents/early-payment.ts'
import { optional } from '../../sales/contents/input.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { deletePaymentOf, recordPaymentOf } from '../../sales/invoices/pay.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import {
  newPayment,
  type Payment,
  type PaymentParts,
  partsSum,
} from '../../sales/ledger/payment.ts'
import { notePaymentSource, sumDiscounts } from '../../sales/ledger/payments.ts'
import { type Recorded, receiveMoney, takeMoneyBack } from './account/money.ts'
import { partsOf } from './amounts.ts'
import {
  discountNotAllowed,
  notReversible,
  paymentExists,
  paymentOfCreditNote,
  paymentOfEntry,
  paymentOfProvider,
  paymentOfSourceExists,
  paymentReversed,
  referenceMissing,
} from './inner/errors.ts'
import { findPaymentLike, findReversal, requirePayment } from './inner/repository.ts'
import { paymentAmount, readReceived, requirePayable, requireWithinDue } from './inner/rules.ts'
import type { PaymentBody, ReversalBody } from './input.ts'
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
    const { timeZone } = await currentSettings(work)
    const paidAt = body.paid_at ?? dayOf(work.at, timeZone)
    const parts = await partsFor(work, claim, { ...body, paid_at: paidAt })
    const partsMinor = partsSum(parts)
    const amountMinor = paymentAmount(claim, body.amount, partsMinor)
    await refuseSource(work, body)
    if (body.allow_duplicate !== true) await refuseRepetition(work, claim, { ...body, amountMinor })
    const due = dueMinor(claim)
    const isOver = due > 0n && amountMinor > due && partsMinor === 0n
    if (body.overpayment === 'account' && isOver)
      return overpaid(work, claim, { ...body, amount: body.amount ?? '' })
    requireWithinDue(claim, amountMinor, partsMinor)
    const payment = newPayment(claim, {
      id: newId('pay'),
      amountMinor,
      ...parts,
      received: readReceived(claim, body.received ?? null),
      paidAt,
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

/** The parts of a payment. With `auto`, the discount is what is allowed on its day. */
async function partsFor(
  work: Work,
  claim: StoredInvoice,
  body: PaymentBody & { readonly paid_at: string },
): Promise<PaymentParts> {
  const { discount, ...others } = body
  if (discount !== 'auto') return partsOf(claim.currency, body)
  const parts = partsOf(claim.currency, others)
  const offer = offerOn(claim, body.paid_at)
  if (!offer) throw discountNotAllowed()
  const discountMinor = discountFor({
    offer,
    grantedMinor: await sumDiscounts(work, claim.id),
    dueMinor: dueMinor(claim) - partsSum(parts),
    amountMinor: body.amount === undefined ? null : paymentAmount(claim, body.amount),
  })
  return { ...parts, discountMinor }
}

/** @throws AppError `payment_of_provider` */
function requireOwn({ source }: Payment): void {
  if (source !== null && isId('pvd', source)) throw paymentOfProvider(source)
}

/** `request` has the id of the invoice. */
export function deletePayment(work: ReadWork, request: VersionedRef, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const claim = await lockForChange(work, request)
    const payment = await requirePayment(work, claim.id, id)
    requirePayable(claim)
    if (payment.bankEntryId !== null) throw paymentOfEntry(payment.bankEntryId)
    if (payment.creditNoteId !== null) throw paymentOfCreditNote(payment.creditNoteId)
    requireOwn(payment)
    const reversal = await findReversal(work, payment.id)
    if (reversal !== undefined) throw paymentReversed(reversal)
    if (payment.accountEntryId !== null) await takeMoneyBack(work, claim, payment)
    await deletePaymentOf(work, claim, payment)
  })
}

/**
 * The bank took a payment back, for example a direct debit. The invoice is due again. `request` has the
 * id of the invoice.
 */
export function reversePayment(
  work: ReadWork,
  request: VersionedRef,
  { id, ...body }: ReversalBody & { readonly id: string },
): Promise<Recorded> {
  return transaction(work, async (work) => {
    const claim = await lockForChange(work, request)
    requirePayable(claim)
    const paid = await requirePayment(work, claim.id, id)
    requireOwn(paid)
    const { timeZone } = await currentSettings(work)
    const reversal = await reversalOf(work, claim, paid, {
      paidAt: body.paid_at ?? dayOf(work.at, timeZone),
      reference: optional(body.reference),
      note: optional(body.note),
    })
    return { payment: reversal, invoice: await recordPaymentOf(work, claim, reversal) }
  })
}

/** With the amounts of the payment and the opposite signs. The invoice is locked. */
export async function reversalOf(
  work: Work,
  claim: StoredInvoice,
  paid: Payment,
  about: Pick<Payment, 'paidAt' | 'reference' | 'note'> & Partial<Payment>,
): Promise<Payment> {
  const known = await findReversal(work, paid.id)
  if (known !== undefined) throw paymentReversed(known)
  const isReceipt = paid.amountMinor > 0n && paid.reversesId === null
  if (!isReceipt || paid.accountEntryId !== null) throw notReversible()
  return newPayment(claim, {
    id: newId('pay'),
    amountMinor: -paid.amountMinor,
    discountMinor: -paid.discountMinor,
    feeMinor: -paid.feeMinor,
    writeOffMinor: -paid.writeOffMinor,
    withheldMinor: -paid.withheldMinor,
    method: paid.method,
    reversesId: paid.id,
    createdAt: work.at,
    ...about,
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
  body: PaymentBody & { readonly amountMinor: bigint },
): Promise<void> {
  const reference = optional(body.reference)
  if (reference === null) return
  const isAnyAmount = body.amount === undefined && dueMinor(claim) <= 0n
  const id = await findPaymentLike(work, {
    invoiceId: claim.id,
    reference,
    amountMinor: isAnyAmount ? null : body.amountMinor,
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
