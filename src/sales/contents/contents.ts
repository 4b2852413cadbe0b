import type { Adjustment, ItemTax, TaxGroup, Totals } from '@billwright/totals'
import type { FileCopy } from '../../core/files/file.ts'
import type { FieldValues, OptionalItemValues, OptionalValues } from './fields.ts'
import type { Buyer, Seller } from './parties.ts'
import type { TextLine } from './text-lines.ts'

/** A discount or charge on the whole document, with its own tax (EN 16931 BG-20, BG-21). */
export interface DocumentAdjustment {
  readonly reason: string | null
  /** UNCL 5189 of a discount, UNCL 7161 of a charge, if given. */
  readonly reasonCode?: string
  readonly value: Adjustment
  readonly tax: ItemTax
  /** Whether withholdings count it, if it is not as usual: `isWithheldOn`. */
  readonly withhold?: boolean
  /**
   * The computed amount: net, or with tax if prices include tax. Always ≥ 0 for a positive
   * document.
   */
  readonly amountMinor: bigint
}

/** The part that a line of a credit note credits. */
interface CreditedItem {
  /** Of the invoice that is corrected. */
  readonly itemId: string
  /** 0 if an amount is credited and no quantity. */
  readonly quantityMicro: bigint
}

/** A charge on an item (EN 16931 BG-28). */
export interface ItemCharge {
  readonly value: Adjustment
  readonly reason: string | null
}

export interface Item extends OptionalItemValues {
  readonly id: string
  readonly description: string
  readonly details: string | null
  readonly quantityMicro: bigint
  /** UNECE Rec 20 code, e.g. `HUR`; null prints no unit (and is C62 in e-invoices). */
  readonly unit: string | null
  readonly unitPriceMicro: bigint
  readonly discount: Adjustment | null
  /** Added to the item, e.g. for work at night; absent if there is none. */
  readonly charge?: ItemCharge
  readonly tax: ItemTax
  /** Computed, after discount and charge: net, or with tax if prices include tax. */
  readonly totalMinor: bigint
  /** Only on the lines of a credit note. */
  readonly credits?: CreditedItem
  /** The deposit that this item of a final invoice deducts. */
  readonly deducts?: string
}

/** A template at one version. */
export interface TemplateRef {
  readonly id: string
  readonly version: string
}

/** The template of a document: a draft uses its newest version, an issued one a fixed version. */
interface TemplateChoice {
  readonly id: string
  readonly version: string | null
}

/**
 * What a document says: for whom, about what, at which prices. Invoices and quotes have contents.
 * Fields that a kind of document does not use are empty.
 */
export interface Contents extends FieldValues, OptionalValues {
  readonly customerId: string
  /** Null before it is issued: the settings and the customer apply. Then fixed copies. */
  readonly seller: Seller | null
  readonly buyer: Buyer | null
  /** The files that are visible to the customer, from issuing on; absent if there are none. */
  readonly files?: readonly FileCopy[]
  readonly items: readonly Item[]
  /** Headings, texts and subtotals between the items; absent if there are none. */
  readonly textLines?: readonly TextLine[]
  readonly discounts: readonly DocumentAdjustment[]
  readonly charges: readonly DocumentAdjustment[]
  readonly taxes: readonly TaxGroup[]
  readonly totals: Totals
  /** Null: `settings.templateId` at its newest version. */
  readonly template: TemplateChoice | null
}

/** Contents with seller and buyer, fixed or live. */
export interface LiveContents extends Contents {
  readonly seller: Seller
  readonly buyer: Buyer
}
