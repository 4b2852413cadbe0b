import type { Adjustment, ItemTax, TaxGroup, Totals } from '@billwright/totals'
import type { FileCopy } from '../../core/files/file.ts'
import type { FieldValues, OptionalItemValues, OptionalValues } from './fields.ts'
import type { Buyer, Seller } from './parties.ts'

export type { Adjustment, ItemTax, TaxGroup, Totals } from '@billwright/totals'

/** Unique within an invoice. */
export const ITEMS_MAX = 1000

export type InvoiceType = 'invoice' | 'credit_note'
export const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'void', 'uncollectible'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** A discount or charge on the whole document, with its own tax (EN 16931 BG-20, BG-21). */
export interface DocumentAdjustment {
  readonly reason: string | null
  /** UNCL 5189 of a discount, UNCL 7161 of a charge, if given. */
  readonly reasonCode?: string
  readonly value: Adjustment
  readonly tax: ItemTax
  /**
   * The computed amount: net, or with tax if prices include tax. Always ≥ 0 for a positive
   * document.
   */
  readonly amountMinor: bigint
}

/** The part that a line of a credit note credits. */
export interface CreditedItem {
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

/** The template of an invoice: a draft uses its newest version, an issued one a fixed version. */
export interface TemplateChoice {
  readonly id: string
  readonly version: string | null
}

export interface Invoice extends FieldValues, OptionalValues {
  readonly id: string
  readonly version: number
  readonly type: InvoiceType
  /** Assigned once, when the draft is issued; stays used forever. */
  readonly number: string | null
  readonly status: InvoiceStatus
  readonly customerId: string
  /** Live from the settings and the customer on a draft, fixed copies afterwards. */
  readonly seller: Seller
  readonly buyer: Buyer
  /** A credit note names the invoice it corrects. */
  readonly corrects: {
    readonly id: string
    readonly number: string
    readonly issueDate: string
  } | null
  /** Absent if a person created it. */
  readonly recurring?: RecurringOrigin
  /** The quote that it bills; its items keep their ids. */
  readonly quoteId?: string
  /** The files that are visible to the customer, from issuing on; absent if there are none. */
  readonly files?: readonly FileCopy[]
  readonly items: readonly Item[]
  readonly discounts: readonly DocumentAdjustment[]
  readonly charges: readonly DocumentAdjustment[]
  readonly taxes: readonly TaxGroup[]
  readonly totals: Totals
  readonly paidMinor: bigint
  /** The amount that issued credit notes subtract. */
  readonly creditedMinor: bigint
  /** Null: `settings.templateId` at its newest version. */
  readonly template: TemplateChoice | null
  /** The random part of the share token (`share-token.ts`); null: not published. */
  readonly shareNonce: string | null
  readonly publishedAt: string | null
  /** The state of the newest message with the invoice; not part of the record. */
  readonly mail: InvoiceMail | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly issuedAt: string | null
}

/** The recurring invoice and the position in it. */
export interface RecurringOrigin {
  readonly id: string
  /** The day of the schedule. */
  readonly date: string
  readonly n: number
}

/** The state of the newest message with the invoice, and its time. */
export interface InvoiceMail {
  readonly status: InvoiceMailStatus
  readonly at: string
}
export const INVOICE_MAIL_STATUSES = ['queued', 'sent', 'failed', 'bounced', 'canceled'] as const
export type InvoiceMailStatus = (typeof INVOICE_MAIL_STATUSES)[number]

/** A credit note as its invoice lists it. */
export interface CreditNoteRef {
  readonly id: string
  readonly number: string | null
  readonly status: InvoiceStatus
  readonly issueDate: string
  readonly totalMinor: bigint
  readonly payableMinor?: bigint
}

/** The part of an invoice in an order with deposits. */
export const INVOICE_ROLES = ['deposit', 'final'] as const
export type InvoiceRole = (typeof INVOICE_ROLES)[number]

/** A deposit as the invoice that deducts it lists it. */
export interface DepositRef {
  readonly id: string
  readonly number: string | null
  readonly status: InvoiceStatus
  readonly issueDate: string
  readonly totalMinor: bigint
  readonly dueMinor: bigint
}

/** The invoice that deducts a deposit. */
export type DeductionRef = Pick<DepositRef, 'id' | 'number' | 'status'>

/** As stored: a draft has no copies yet and uses the settings and the customer. */
export type StoredInvoice = Omit<Invoice, 'seller' | 'buyer'> & {
  readonly seller: Seller | null
  readonly buyer: Buyer | null
  /** The series of the number, and its position. */
  readonly series: string | null
  readonly sequence: bigint | null
}
