import type { TaxCategory } from '@billwright/money'

/** Whether tax is rounded once for each tax group, or for each line. */
export type Rounding = 'document' | 'line'

/** The tax of a line, discount or charge. `rateMicro`: percent in millionths. */
export interface ItemTax {
  readonly category: TaxCategory
  readonly rateMicro: bigint
  /** Why no tax is charged (EN 16931 BT-120), for E, AE, K, G and O. */
  readonly reason: string | null
  /** The same as a VATEX code (BT-121), if given. */
  readonly reasonCode?: string
  /** Key of the tax preset of this rate, unless another rate was entered. */
  readonly preset?: string
}

/** A discount or charge: a percentage (in millionths of a percent) of what it applies to, or an amount. */
export type Adjustment =
  | { readonly kind: 'percent'; readonly percentMicro: bigint }
  | { readonly kind: 'amount'; readonly amountMinor: bigint }

/** One row of the tax breakdown (EN 16931 BG-23): one per category and rate. */
export interface TaxGroup {
  readonly category: TaxCategory
  readonly rateMicro: bigint
  readonly reason: string | null
  readonly reasonCode?: string
  readonly taxableMinor: bigint
  readonly amountMinor: bigint
}

/** A part of the price that the customer keeps and pays to the tax office for the seller. */
export interface Withholding {
  /** Percent in millionths. */
  readonly rateMicro: bigint
  /** What counts of the document: its net, or net and tax. */
  readonly base: 'net' | 'total'
  /** The percentage of `base` to which the rate applies, in millionths. */
  readonly basePercentMicro: bigint
  /** An amount instead of the rate. If it is of the base `ofMinor`, another base gets its share. */
  readonly stated?: { readonly amountMinor: bigint; readonly ofMinor?: bigint }
}

/** What a withholding comes to, in minor units. */
export interface Withheld {
  readonly baseMinor: bigint
  readonly amountMinor: bigint
}

/**
 * All in minor units. Prices without tax: net = subtotal − discount + charge, total = net + tax.
 * Prices with tax: total = subtotal − discount + charge, and net + tax + rounding = total,
 * where rounding is the cent that cannot be split (EN 16931 BT-114). With a cash step, rounding and
 * total also contain what is missing to a multiple of it.
 */
export interface Totals {
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly chargeMinor: bigint
  readonly netMinor: bigint
  readonly taxMinor: bigint
  readonly roundingMinor: bigint
  readonly totalMinor: bigint
  /** What the customer transfers, if a withholding or split payment makes it differ from the total. */
  readonly payableMinor?: bigint
  /** Of each withholding, in their order. Absent if there are none. */
  readonly withheld?: readonly Withheld[]
}
