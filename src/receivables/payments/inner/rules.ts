import { isCurrency } from '@billwright/money'
import { invalidRequest } from '../../../kernel/errors.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import type { ReceivedAmount } from '../../../sales/ledger/payment.ts'
import { amountOf } from '../amounts.ts'
import { invoiceNotPayable, nothingToRefund, overpayment, partsOfRefund } from './errors.ts'

/** Only an issued invoice accepts payments, unless it is void or written off. */
export function requirePayable(invoice: StoredInvoice): void {
  const isOpen = invoice.status === 'sent' || invoice.status === 'paid'
  if (invoice.type !== 'invoice' || !isOpen) throw invoiceNotPayable(invoice)
}

/**
 * The amount of a payment in minor units: as requested, or by default what its parts leave due.
 *
 * @throws AppError `invalid_request` if it is not an amount
 */
export const paymentAmount = (
  invoice: StoredInvoice,
  asked: string | number | undefined,
  partsMinor = 0n,
): bigint =>
  asked === undefined ? dueMinor(invoice) - partsMinor : readAmount(asked, invoice.currency)

/**
 * `partsMinor`: what settles the invoice beside the amount.
 *
 * @throws AppError `overpayment` above the amount due, `invalid_request` for zero
 */
export function requireWithinDue(invoice: StoredInvoice, paidMinor: bigint, partsMinor = 0n): void {
  const due = dueMinor(invoice)
  if (paidMinor < 0n && partsMinor !== 0n) throw partsOfRefund()
  const amount = paidMinor + partsMinor
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

/** What arrived in another currency than that of the invoice. */
export function readReceived(
  invoice: StoredInvoice,
  asked: { readonly amount: string | number; readonly currency: string } | null,
): ReceivedAmount | null {
  if (asked === null) return null
  const { currency } = asked
  const isOther = isCurrency(currency) && currency !== invoice.currency
  if (!isOther)
    throw invalidRequest([
      {
        pointer: '/received/currency',
        code: 'unknown_currency',
        message: `Use another ISO 4217 currency than ${invoice.currency}.`,
      },
    ])
  const amountMinor = readAmount(asked.amount, currency, '/received/amount')
  if (amountMinor > 0n) return { amountMinor, currency }
  const message = 'Out of range: use an amount above zero.'
  const params = { above: 0 }
  throw invalidRequest([{ pointer: '/received/amount', code: 'out_of_range', message, params }])
}

export const readAmount = (asked: string | number, currency: string, pointer = '/amount'): bigint =>
  amountOf(asked, currency, pointer)
