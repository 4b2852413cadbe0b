import { formatMinor } from '@billwright/money'
import { AppError, invalidRequest } from '../../../kernel/errors.ts'
import type { NotPayable } from '../checkout.ts'

export const notPayableOnline = (reason: NotPayable): AppError =>
  new AppError(
    'conflict',
    'not_payable_online',
    'The invoice cannot be paid online now. `reason` says why.',
    { reason, params: { reason } },
  )

/** Money of an earlier checkout is on its way. */
export const checkoutPending = (): AppError =>
  new AppError(
    'conflict',
    'checkout_pending',
    'A payment of this invoice is on its way. Wait until the provider confirms it.',
  )

export const checkoutNotFound = (): AppError =>
  new AppError('not_found', 'checkout_not_found', 'There is no checkout with this id.')

export const providerPaymentNotFound = (): AppError =>
  new AppError(
    'not_found',
    'provider_payment_not_found',
    'There is no payment of a provider with this id.',
  )

export const refundNotFound = (): AppError =>
  new AppError('not_found', 'refund_not_found', 'There is no refund with this id.')

export const disputeNotFound = (): AppError =>
  new AppError('not_found', 'dispute_not_found', 'There is no dispute with this id.')

/** More than is left of the payment. */
export const refundExceeds = (leftMinor: bigint, currency: string): AppError => {
  const amount = formatMinor(leftMinor, currency)
  const params = { amount, currency }
  const message =
    leftMinor === 0n
      ? 'Nothing is left of this payment to refund.'
      : `The refund is too high. Only ${amount} ${currency} can be refunded.`
  return new AppError('invalid', 'refund_exceeds', message, {
    params,
    faults: [{ pointer: '/amount', code: 'refund_exceeds', message, params }],
  })
}

export const paymentDisputed = (): AppError =>
  new AppError(
    'conflict',
    'payment_disputed',
    'The customer disputes this payment. Wait until the dispute is decided.',
  )

export const tooManyRefunds = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_refunds',
    `At most ${max} refunds of a payment are possible within 24 hours. Try again tomorrow.`,
    { params: { max } },
  )

/** Recorded by hand, from a bank, or from the account. */
export const notOfProvider = (): AppError =>
  new AppError(
    'conflict',
    'not_of_provider',
    'No payment provider reported this payment. Record the refund as a negative payment.',
  )

export const nothingUnassigned = (): AppError =>
  new AppError('conflict', 'nothing_unassigned', 'This payment is assigned already.')

export const currencyDiffers = (currency: string): AppError => {
  const message = `The payment is in ${currency}. Choose an invoice in this currency.`
  const params = { currency }
  return new AppError('invalid', 'payment_currency_differs', message, {
    params,
    faults: [{ pointer: '/invoice_id', code: 'payment_currency_differs', message, params }],
  })
}

/** A part that is too small or too large, or parts are not allowed. */
export const partNotPossible = (
  pointer: string,
  of: { readonly least: bigint; readonly due: bigint; readonly currency: string },
): AppError =>
  invalidRequest([
    {
      pointer,
      code: 'out_of_range',
      message: `Out of range: pay between ${formatMinor(of.least, of.currency)} and ${formatMinor(of.due, of.currency)}.`,
      params: {
        min: Number(formatMinor(of.least, of.currency)),
        max: Number(formatMinor(of.due, of.currency)),
      },
    },
  ])

/** The discount applies only to all that is due. */
export const amountWithDiscount = (pointer: string): AppError =>
  invalidRequest([
    {
      pointer,
      code: 'not_allowed',
      message: 'With `discount`, the amount is what is due, less the discount. Leave it out.',
    },
  ])

/** One checkout is for one customer and one currency. */
export const repeatedInvoice = (pointer: string): AppError =>
  invalidRequest([{ pointer, code: 'duplicate', message: 'Duplicate: list each invoice once.' }])

export const otherInvoice = (pointer: string): AppError =>
  invalidRequest([
    {
      pointer,
      code: 'not_allowed',
      message: 'Choose invoices of the same customer in the same currency.',
    },
  ])
