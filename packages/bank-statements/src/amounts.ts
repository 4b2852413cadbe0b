import { AmountError, isCurrency, parseMinor } from '@billwright/money'
import { unreadable } from './bank-file-error.ts'
import type { BankEntry, MoneyAmount } from './statement.ts'

/**
 * A plain decimal without a sign in minor units. A decimal point at either end is allowed.
 *
 * @throws BankFileError `file_unreadable` for anything else, and for an unknown currency
 */
export function plainAmount(text: string, currency: string, line: number): bigint {
  if (!isCurrency(currency)) throw unreadable('currency', { line })
  const minor = decimalOr(text, currency)
  if (minor === undefined) throw unreadable('amount', { line })
  return minor
}

/** Undefined instead of an error, for amounts that nobody books. */
export function plainAmountOr(text: string, currency: string): MoneyAmount | null {
  if (!isCurrency(currency)) return null
  const amountMinor = decimalOr(text, currency)
  return amountMinor === undefined ? null : { amountMinor, currency }
}

function decimalOr(text: string, currency: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole + fraction === '') return undefined
  try {
    return parseMinor(`${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`, currency)
  } catch (error) {
    if (error instanceof AmountError) return undefined
    throw error
  }
}

/**
 * Digits without a decimal point, of which `decimals` are behind it, as CODA and GPC write amounts.
 *
 * @throws BankFileError `file_unreadable`
 */
export function fixedAmount(
  digits: string,
  { decimals, currency, line }: { decimals: number; currency: string; line: number },
): bigint {
  if (!/^\d+$/.test(digits)) throw unreadable('amount', { line })
  const whole = digits.slice(0, -decimals)
  return plainAmount(`${whole}.${digits.slice(-decimals)}`, currency, line)
}

/** Null if it is the amount of the entry itself. */
export function otherAmount(
  amount: MoneyAmount | null,
  { amountMinor, currency }: Pick<BankEntry, 'amountMinor' | 'currency'>,
): MoneyAmount | null {
  if (amount === null) return null
  const entry = amountMinor < 0n ? -amountMinor : amountMinor
  return amount.currency === currency && amount.amountMinor === entry ? null : amount
}
