import { divideRounded, isCurrency, MICRO, minorDigits, parseMicro } from '@billwright/money'
import type { Contents } from '../contents.ts'

interface Rounded extends Pick<Contents, 'currency'> {
  readonly cashRounding?: Contents['cashRounding']
}

/** The step in minor units; undefined: the amount to pay is not rounded. */
export const cashStepMinor = ({ cashRounding, currency }: Rounded): bigint | undefined =>
  cashRounding && isCurrency(currency)
    ? divideRounded(parseMicro(cashRounding) * 10n ** BigInt(minorDigits(currency)), MICRO)
    : undefined

/** The part of the rounding (BT-114) that rounds the amount to pay. The rest comes from prices with tax. */
export function cashRoundingOf({
  cashRounding,
  pricesIncludeTax,
  totals,
}: Pick<Contents, 'pricesIncludeTax' | 'totals'> & Omit<Rounded, 'currency'>): bigint {
  if (!cashRounding) return 0n
  const { subtotalMinor, discountMinor, chargeMinor, totalMinor, roundingMinor } = totals
  return pricesIncludeTax
    ? totalMinor - (subtotalMinor - discountMinor + chargeMinor)
    : roundingMinor
}
