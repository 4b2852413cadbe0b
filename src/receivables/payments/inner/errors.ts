import { formatMinor } from '@billwright/money'
import { AppError, invalidRequest } from '../../../kernel/errors.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'

export const invoiceNotPayable = ({
  type,
  status,
}: Pick<StoredInvoice, 'type' | 'status'>): AppError =>
  new AppError('conflict', 'invoice_not_payable', reasonOf(type, status), {
    params: { reason: type === 'credit_note' ? type : status },
  })

function reasonOf(type: StoredInvoice['type'], status: StoredInvoice['status']): string {
  if (type === 'credit_note')
    return 'Credit notes take no payments. Record the payment on the invoice.'
  if (status === 'draft') return 'Drafts take no payments. Issue the invoice first.'
  if (status === 'uncollectible')
    return 'Uncollectible invoices take no payments. Reopen the invoice first by setting its status to sent.'
  return `You cannot change the payments of a ${status} invoice.`
}

/** A program that repeats a request must not record the money twice. */
export const paymentExists = (paymentId: string): AppError =>
  new AppError(
    'conflict',
    'payment_exists',
    'A payment with this reference and amount already exists. Send `allow_duplicate: true` to record another one.',
    { payment_id: paymentId },
  )

/** The system reported it before. */
export const paymentOfSourceExists = (paymentId: string | null): AppError =>
  new AppError(
    'conflict',
    'payment_exists',
    'A payment with this source and reference already exists.',
    paymentId === null ? {} : { payment_id: paymentId },
  )

export const referenceMissing = (): AppError =>
  invalidRequest([
    {
      pointer: '/reference',
      code: 'required',
      message: 'With `source`, send the `reference` of the payment there.',
    },
  ])

export const nothingOnAccount = (): AppError => {
  const message = 'The customer has no money on account in this currency.'
  const params = { reason: 'empty' }
  return new AppError('invalid', 'account_too_small', message, {
    params,
    faults: [{ pointer: '/amount', code: 'account_too_small', message, params }],
  })
}

/** A refund while the customer has not paid too much, because its credit note is still missing. */
export const nothingToRefund = (dueMinor: bigint, currency: string): AppError => {
  const due = formatMinor(dueMinor, currency)
  const params = { reason: 'no_refund' }
  const message =
    'There is nothing to refund. Issue the credit note first; then record the refund with a minus sign.'
  return new AppError('invalid', 'overpayment', message, {
    due,
    currency,
    params,
    faults: [{ pointer: '/amount', code: 'overpayment', message, params }],
  })
}

/** More than the amount due, or than what is to be refunded. */
export const overpayment = (dueMinor: bigint, currency: string): AppError => {
  const due = formatMinor(dueMinor, currency)
  const message =
    dueMinor < 0n
      ? `The balance is ${due} ${currency}. Record at most this amount as a refund, with a minus sign.`
      : dueMinor === 0n
        ? 'Nothing is due on this invoice.'
        : `The payment is too high. Only ${due} ${currency} is due.`
  const amounts = { amount: due, currency }
  const params =
    dueMinor < 0n
      ? { reason: 'refund', ...amounts }
      : dueMinor === 0n
        ? { reason: 'nothing_due' }
        : amounts
  return new AppError('invalid', 'overpayment', message, {
    due,
    currency,
    params,
    faults: [{ pointer: '/amount', code: 'overpayment', message, params }],
  })
}

export const discountNotAllowed = (): AppError =>
  new AppError(
    'invalid',
    'discount_not_allowed',
    'No discount for early payment is allowed on this day. Send a figure to allow it anyway.',
    { params: {} },
  )

/** Money back has no discount, fee or other part. */
export const partsOfRefund = (): AppError =>
  invalidRequest([
    {
      pointer: '/amount',
      code: 'out_of_range',
      message: 'Out of range: with a discount, fee or other part, use an amount of zero or more.',
      params: { min: 0 },
    },
  ])

export const paymentOfEntry = (entryId: string): AppError =>
  new AppError(
    'conflict',
    'entry_booked',
    'The payment was booked from a bank entry. Unbook the entry instead.',
    { bank_entry_id: entryId },
  )

/** A discount that comes back with a credit note goes with it. */
export const paymentOfCreditNote = (creditNoteId: string): AppError =>
  new AppError(
    'conflict',
    'payment_of_credit_note',
    'The discount comes back with a credit note. Void the credit note instead.',
    { credit_note_id: creditNoteId },
  )

/** What is booked follows what the provider says. */
export const paymentOfProvider = (providerId: string): AppError =>
  new AppError(
    'conflict',
    'payment_of_provider',
    'A payment provider reported the payment. Refund it instead; the refund is booked automatically.',
    { provider_id: providerId },
  )

/** The bank took it back, so it must stay beside its reversal. */
export const paymentReversed = (reversalId: string): AppError =>
  new AppError(
    'conflict',
    'payment_reversed',
    'The bank took this payment back. Remove that reversal first.',
    { payment_id: reversalId },
  )

export const notReversible = (): AppError =>
  new AppError(
    'conflict',
    'payment_not_reversible',
    'Only money that arrived for the invoice can be taken back: no refund, no reversal, and no money from the account.',
  )

export const paymentNotFound = (): AppError =>
  new AppError('not_found', 'payment_not_found', 'This invoice has no such payment.')
