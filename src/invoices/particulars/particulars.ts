import type { Address, Endpoint } from '../../settings/settings.ts'

/** What an invoice is beyond an ordinary one (EN 16931 BT-3, UNCL 1001). */
export const INVOICE_KINDS = [
  'standard',
  'corrected',
  'prepayment',
  'partial',
  'self_billed',
] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** Most earlier invoices that one corrects or continues. */
export const PRECEDING_MAX = 50
export const ATTACHMENTS_MAX = 20
/** Of one item. */
export const ATTRIBUTES_MAX = 30

/** Numbers that other papers go by, all optional. */
export const REFERENCES = [
  'project',
  'contract',
  'salesOrder',
  'despatch',
  'receipt',
  'tender',
  'object',
  'accountingCode',
] as const
export type References = { readonly [R in (typeof REFERENCES)[number]]?: string }

/** An earlier invoice that this one corrects or follows (EN 16931 BG-3). */
export interface Preceding {
  readonly number: string
  readonly issueDate?: string
}

/** Where the goods or services went, if not to the buyer's address (EN 16931 BG-13, BG-15). */
export interface Delivery {
  readonly name?: string
  readonly identifier?: Endpoint
  readonly address?: Partial<Address>
}

/** How it is to be paid; the account is the seller's (EN 16931 BG-16 to BG-19). */
export interface PaymentTerms {
  /** UNCL 4461, e.g. `58` for a SEPA transfer. */
  readonly means?: string
  /** What the payer is to write on the transfer; the number unless given. */
  readonly reference?: string
  /** Of a direct debit. */
  readonly mandate?: string
  readonly payerIban?: string
  readonly cardLast4?: string
  readonly cardHolder?: string
}

/** A supporting document, by its address on the web (EN 16931 BG-24). */
export interface Attachment {
  readonly reference: string
  readonly description?: string
  readonly url?: string
}

/** The tax converted into the currency that the seller's books are kept in (EN 16931 BT-6, BT-111). */
export interface TaxInCurrency {
  readonly currency: string
  /** A plain decimal. */
  readonly amount: string
}

/**
 * What e-invoices carry and most invoices never say. Only what somebody said is there, so that an
 * invoice without any of it is stored, and hashed, as it was before these fields were known.
 */
export interface Particulars {
  readonly kind?: InvoiceKind
  readonly preceding?: readonly Preceding[]
  readonly taxPointDate?: string
  readonly taxInCurrency?: TaxInCurrency
  readonly references?: References
  readonly delivery?: Delivery
  readonly payment?: PaymentTerms
  readonly attachments?: readonly Attachment[]
  readonly eInvoiceProfile?: string
}

/** The same of one item. */
export interface ItemParticulars {
  readonly itemNumber?: string
  readonly buyerItemNumber?: string
  readonly gtin?: string
  readonly periodStart?: string
  readonly periodEnd?: string
  readonly note?: string
  readonly orderLine?: string
  readonly accountingCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly originCountry?: string
  readonly classification?: { readonly scheme: string; readonly code: string }
  readonly attributes?: readonly { readonly name: string; readonly value: string }[]
}

/** Some of an invoice's particulars, for a document that is made of it. */
export function carriedOver(
  particulars: Particulars | undefined,
  names: readonly (keyof Particulars)[],
): { readonly particulars?: Particulars } {
  const kept = Object.entries(particulars ?? {}).filter(([name]) =>
    (names as readonly string[]).includes(name),
  )
  return kept.length === 0 ? {} : { particulars: Object.fromEntries(kept) }
}
