import { AppError } from '../../../kernel/errors.ts'

export const NOT_PAYABLE = [
  'not_issued',
  'credit_note',
  'void',
  'written_off',
  'nothing_due',
  'no_provider',
  'amount_not_expressible',
  'below_minimum',
  'currency_not_offered',
  'paid',
] as const
export type NotPayable = (typeof NOT_PAYABLE)[number]

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
