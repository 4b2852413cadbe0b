import { AmountError } from './amount-error.ts'
import { minorDigits } from './currencies.ts'
import { formatMicro, formatScaled, parseScaled } from './decimal.ts'

/** Larger amounts are refused, so that sums of a thousand amounts fit into 64 bits. */
export const MINOR_MAX = 9_000_000_000_000_000n

/**
 * An exact amount in the currency's minor units: `"1234.5"` EUR is `123450n`, `"12"` JPY is `12n`.
 *
 * @throws AmountError for text that is not a number, has more decimals than the currency, more than
 * 15 significant digits, or exceeds `MINOR_MAX` minor units.
 */
export function parseMinor(value: string | number, currency: string): bigint {
  const minor = parseScaled(value, minorDigits(currency))
  if (isMinorInRange(minor)) return minor
  throw new AmountError('too_large', `"${value}" ${currency} is too large for an amount.`)
}

/** Writes all decimals of the currency: `"1234.50"`, JPY `"1234"`, KWD `"1.234"`. */
export const formatMinor = (minor: bigint, currency: string): string =>
  formatScaled(minor, minorDigits(currency))

/** A price has at least the digits of its currency, and more if necessary. */
export function formatPrice(priceMicro: bigint, currency: string): string {
  const [whole = '0', fraction = ''] = formatMicro(priceMicro).split('.')
  const padded = fraction.padEnd(minorDigits(currency), '0')
  return padded === '' ? whole : `${whole}.${padded}`
}

export const isMinorInRange = (minor: bigint): boolean => minor <= MINOR_MAX && minor >= -MINOR_MAX

/** For amounts of one currency. */
export const sumOf = (minors: readonly bigint[]): bigint =>
  minors.reduce((sum, minor) => sum + minor, 0n)

export const leastOf = (...minors: readonly [bigint, ...bigint[]]): bigint =>
  minors.reduce((one, other) => (one < other ? one : other))
