import { parseMinor } from '@billwright/money'
import { invalidRequest } from '../../../kernel/errors.ts'
import { requireNumber } from '../../../kernel/fields/numbers.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { invoiceNotPayable, nothingToRefund, overpayment } from './errors.ts'

/** Only an issued invoice accepts payments, unless it is void or written off. */
export function requirePayable(invoice: StoredInvoice): void {
  const isOpen = invoice.status === 'sent' || invoice.status === 'paid'
  if (invoice.type !== 'invoice' || !isOpen) throw invoiceNotPayable(invoice)
}

/**
 * The amount of a payment in minor units: as requested, or by default the amount due.
 *
 * @throws AppError `invalid_request` if it is not an amount
 */
export const paymentAmount = (
  invoice: StoredInvoice,
  asked: string | number | undefined,
): bigint => (asked === undefined ? dueMinor(invoice) : readAmount(asked, invoice.currency))

/** @throws AppError `overpayment` above the amount due, `invalid_request` for zero */
export function requireWithinDue(invoice: StoredInvoice, amount: bigint): void {
  const due = dueMinor(invoice)
  const isWithin = due < 0n ? amount >= due && amount < 0n : amount <= due && amount > 0n
  if (isWithin) return
  if (amount === 0n && due !== 0n)
    throw invalidRequest([
      {
        pointer: '/amount',
        code: 'out_of_range',
        message: 'Out of range: the amount cannot be zero.',
        params: { reason: 'zero' },
      },
    ])
  if (amount < 0n && due >= 0n) throw nothingToRefund(due, invoice.currency)
  throw overpayment(due, invoice.currency)
}

/** @throws AppError `invalid_request` if it is not an amount */
export const readAmount = (asked: string | number, currency: string, pointer = '/amount'): bigint =>
  requireNumber(pointer, () => parseMinor(asked, currency))
