import { TAXED_CATEGORIES, type TaxCategory } from '@billwright/money'

/** Whether tax is rounded once for each tax group, or for each line. */
export type Rounding = 'document' | 'line'

/** A second tax on the same net, such as QST beside GST. `rateMicro`: percent in millionths. */
export interface SecondTax {
  readonly label: string
  readonly rateMicro: bigint
}

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
  /** The name of the tax, if documents print another one than usual: `GST`. */
  readonly label?: string
  /** Only with category S. */
  readonly second?: SecondTax
}

/** A discount or charge: a percentage (in millionths of a percent) of what it applies to, or an amount. */
export type Adjustment =
  | { readonly kind: 'percent'; readonly percentMicro: bigint }
  | { readonly kind: 'amount'; readonly amountMinor: bigint }

/**
 * One row of the tax breakdown (EN 16931 BG-23): one per category, rate and label. Second taxes have
 * rows of their own, whose taxable amounts the first ones contain, too.
 */
export interface TaxGroup {
  readonly category: TaxCategory
  readonly rateMicro: bigint
  readonly label?: string
  readonly second?: true
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

type FirstTax = Pick<ItemTax, 'category' | 'rateMicro' | 'label'>
type BothTaxes = FirstTax & Pick<ItemTax, 'second'>

/** A rate with a category that has none counts as zero (BR-Z-09, BR-E-09, …). */
export const rateOf = ({ category, rateMicro }: Omit<FirstTax, 'label'>): bigint =>
  TAXED_CATEGORIES.has(category) ? rateMicro : 0n

/** What both taxes of an item come to, in millionths of a percent of its net. */
export const wholeRateOf = (tax: BothTaxes): bigint => rateOf(tax) + (tax.second?.rateMicro ?? 0n)

const firstKey = (tax: FirstTax): string => `${tax.category} ${rateOf(tax)} ${tax.label ?? ''}`

const secondKey = ({ label, rateMicro }: SecondTax): string => `second ${rateMicro} ${label}`

/** The rows of the breakdown in which an item with these taxes counts. */
export const rowKeysOf = (tax: BothTaxes): readonly string[] =>
  tax.second ? [firstKey(tax), secondKey(tax.second)] : [firstKey(tax)]

/** Items with one key bear the same taxes. */
export const taxKey = (tax: BothTaxes): string => JSON.stringify(rowKeysOf(tax))

/** Two rows with one key are of the same tax. */
export const rowKey = (row: TaxGroup): string =>
  row.second ? secondKey({ label: row.label ?? '', rateMicro: row.rateMicro }) : firstKey(row)

/** Whether an item with these taxes counts in the row. */
export const isTaxIn = (tax: BothTaxes, row: TaxGroup): boolean =>
  rowKeysOf(tax).includes(rowKey(row))
