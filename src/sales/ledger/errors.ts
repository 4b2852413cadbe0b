import { formatMinor } from '@billwright/money'
import { AppError } from '../../kernel/errors.ts'

export const accountTooSmall = (balanceMinor: bigint, currency: string): AppError => {
  const balance = formatMinor(balanceMinor, currency)
  const message = `The customer has ${balance} ${currency} on account. Use at most this amount.`
  const params = { amount: balance, currency }
  return new AppError('invalid', 'account_too_small', message, {
    balance,
    currency,
    params,
    faults: [{ pointer: '/amount', code: 'account_too_small', message, params }],
  })
}
