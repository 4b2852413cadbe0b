import { divideRounded, minorDigits } from '@billwright/money'

const CENT_DIGITS = 2

/**
 * An amount in hundredths of the currency, the finest unit of EN 16931 (BR-DEC-*). Rounds finer
 * amounts; `fitsCents` tells whether it did.
 */
export function toCents(minor: bigint, currency: string): bigint {
  const digits = minorDigits(currency)
  return digits <= CENT_DIGITS
    ? minor * 10n ** BigInt(CENT_DIGITS - digits)
    : divideRounded(minor, 10n ** BigInt(digits - CENT_DIGITS))
}

export function fitsCents(minor: bigint, currency: string): boolean {
  const digits = minorDigits(currency)
  return digits <= CENT_DIGITS || minor % 10n ** BigInt(digits - CENT_DIGITS) === 0n
}
