import type { Day } from './day.ts'
import type { Decimal } from './decimal.ts'
import type { Identifier } from './party.ts'

/** BG-25. */
export interface Line {
  /** BT-126. */
  readonly id: string
  /** BT-127. */
  readonly note?: string | undefined
  /** BT-128; the scheme is of UNTDID 1153. */
  readonly object?: Identifier | undefined
  /** BT-129. */
  readonly quantity: Decimal
  /** BT-130, UNECE Rec 20 or 21. */
  readonly unit: string
  /** BT-131. */
  readonly netCents: bigint
  /** BT-132, the line of the buyer's order. */
  readonly orderLineReference?: string | undefined
  /** BT-133. */
  readonly buyerAccountingReference?: string | undefined
  /** BG-26. */
  readonly period?: Period | undefined
  /** BG-27. */
  readonly allowances: readonly Allowance[]
  /** BG-28. */
  readonly charges: readonly Allowance[]
  /** BG-29. */
  readonly price: Price
  /** BG-30. */
  readonly tax: LineTax
  /** BG-31. */
  readonly item: Item
}

/** BG-29. */
export interface Price {
  /** BT-146. */
  readonly net: Decimal
  /** BT-147. */
  readonly discount?: Decimal | undefined
  /** BT-148: before the discount, not before tax. */
  readonly gross?: Decimal | undefined
  /** BT-149, how many units the price is for; 1 when absent. */
  readonly baseQuantity?: Decimal | undefined
  /** BT-150. */
  readonly baseUnit?: string | undefined
}

/** BG-30, and of document allowances and charges. */
export interface LineTax {
  /** The national name of the category. */
  readonly name?: string | undefined
  /** Why no tax is charged, for formats that state it on each line instead of in BG-23. */
  readonly reason?: string | undefined
  readonly reasonCode?: string | undefined
  /** BT-151, 95, 102: UNCL 5305. */
  readonly category: string
  /** BT-152, 96, 103, in percent. None in category O. */
  readonly rate?: Decimal | undefined
}

/** BG-31. */
export interface Item {
  /** BT-153. */
  readonly name: string
  /** BT-154. */
  readonly description?: string | undefined
  /** BT-155. */
  readonly sellerId?: string | undefined
  /** BT-156. */
  readonly buyerId?: string | undefined
  /** BT-157, e.g. a GTIN with scheme 0160. */
  readonly standardId?: Identifier | undefined
  /** BT-158. */
  readonly classifications: readonly Classification[]
  /** BT-159, ISO 3166-1. */
  readonly originCountry?: string | undefined
  /** BG-32: BT-160, BT-161. */
  readonly attributes: readonly ItemAttribute[]
}

/** BT-158: the scheme is of UNTDID 7143, e.g. `STI` for UNSPSC. */
export interface Classification extends Identifier {
  readonly schemeVersion?: string | undefined
}

/** BG-32. */
export interface ItemAttribute {
  readonly name: string
  readonly value: string
}

/** BG-14 (BT-73, BT-74) or, of a line, BG-26 (BT-134, BT-135). */
export interface Period {
  readonly start?: Day | undefined
  readonly end?: Day | undefined
}

/** The terms that allowances and charges of documents (BG-20, BG-21) and lines (BG-27, BG-28) share. */
export interface Allowance {
  /** BT-92, 99, 136, 141. Unsigned: the list determines whether it adds or subtracts. */
  readonly amountCents: bigint
  /** BT-93, 100, 137, 142. */
  readonly baseCents?: bigint | undefined
  /** BT-94, 101, 138, 143. */
  readonly percent?: Decimal | undefined
  /** BT-97, 104, 139, 144. */
  readonly reason?: string | undefined
  /** BT-98 and 140, UNCL 5189; BT-105 and 145, UNCL 7161. */
  readonly reasonCode?: string | undefined
}
