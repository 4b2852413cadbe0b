import { CREDIT_NOTE_TYPES } from './code-lists.ts'
import type { Day } from './day.ts'
import type { Decimal } from './decimal.ts'
import type { Allowance, Line, LineTax, Period } from './line.ts'
import type { Address, Buyer, Identifier, Payee, Seller, TaxRepresentative } from './party.ts'

/**
 * An invoice in the semantic model of EN 16931-1:2017 + A1, independent of syntax. The numbers in
 * the comments are the standard's: BT for a business term, BG for a group.
 *
 * Missing terms are absent. Texts are never empty: writers omit empty ones and readers create none.
 * A document made from a draft may have `''` for a required text; the rules report it.
 *
 * `…Cents` are hundredths of the currency unit **in every currency**, even yen and dinar, because
 * the standard has no finer amounts (BR-DEC-*). Quantities, prices and percentages are exact
 * decimals of any length. Dates are `YYYY-MM-DD`.
 */
export interface EInvoice {
  /** BT-24, e.g. `urn:cen.eu:en16931:2017`. Writers set that of their profile. */
  readonly specification?: string | undefined
  /** BT-23. Writers set that of their profile, if it has one. */
  readonly businessProcess?: string | undefined
  /** BT-1. */
  readonly number: string
  /** BT-2. */
  readonly issueDate: Day
  /** The instant of issuing. No syntax has it: a profile derives the time from it. */
  readonly issuedAt?: string | undefined
  /** HR-BT-2, `HH:MM:SS`. */
  readonly issueTime?: string | undefined
  /** BT-3, UNTDID 1001: 380 invoice, 381 credit note, 384 correction, 326 partial, 389 self-billed. */
  readonly typeCode: string
  /** Whether it deducts deposits. No syntax has it: France derives BT-23 from it. */
  readonly isFinal?: boolean | undefined
  /** BT-5, ISO 4217. */
  readonly currency: string
  /** BT-6, the currency of VAT accounting, if it differs. */
  readonly taxCurrency?: string | undefined
  /** BT-7, when VAT falls due; not together with `taxPointCode`. */
  readonly taxPointDate?: Day | undefined
  /** BT-8, UNTDID 2005: 3 date of the invoice, 35 of the delivery, 432 of the payment. */
  readonly taxPointCode?: string | undefined
  /** BT-9. */
  readonly dueDate?: Day | undefined
  /** BT-10, in Germany the Leitweg-ID. */
  readonly buyerReference?: string | undefined
  /** BT-11. */
  readonly projectReference?: string | undefined
  /** BT-12. */
  readonly contractReference?: string | undefined
  /** BT-13, the buyer's order. */
  readonly purchaseOrderReference?: string | undefined
  /** BT-14, the seller's. */
  readonly salesOrderReference?: string | undefined
  /** BT-15. */
  readonly receivingAdviceReference?: string | undefined
  /** BT-16. */
  readonly despatchAdviceReference?: string | undefined
  /** BT-17, the call for tender, or its lot. */
  readonly tenderReference?: string | undefined
  /** BT-18, the invoiced object, e.g. a meter; the scheme is of UNTDID 1153. */
  readonly invoicedObject?: Identifier | undefined
  /** BT-19, the buyer's accounting code. */
  readonly buyerAccountingReference?: string | undefined
  /** BT-20. */
  readonly paymentTerms?: string | undefined
  /** BG-1. */
  readonly notes: readonly Note[]
  /** BG-3. */
  readonly precedingInvoices: readonly PrecedingInvoice[]
  /** BG-4. */
  readonly seller: Seller
  /** BG-7. */
  readonly buyer: Buyer
  /** BG-10, the payee if different from the seller. */
  readonly payee?: Payee | undefined
  /** BG-11. */
  readonly taxRepresentative?: TaxRepresentative | undefined
  /** BG-13 without its period. */
  readonly delivery?: Delivery | undefined
  /** BG-14. */
  readonly period?: Period | undefined
  /** BG-16. */
  readonly payment?: Payment | undefined
  /** The terms of a payment with several dates, parts or discounts. Only readers know them. */
  readonly schedule?: readonly ScheduledPayment[] | undefined
  /** Single payments within BT-113. Only readers know them. */
  readonly payments?: readonly PaymentMade[] | undefined
  /** What lies between BT-112 and BT-115 besides BT-113 and 114. Only national formats have it. */
  readonly settlement?: readonly SettlementPart[] | undefined
  /** BG-20. */
  readonly allowances: readonly DocumentAllowance[]
  /** BG-21. */
  readonly charges: readonly DocumentAllowance[]
  /** BG-22. */
  readonly totals: DocumentTotals
  /** BG-23, one per category and rate. */
  readonly taxBreakdown: readonly TaxBreakdown[]
  /** BG-23 as Croatia repeats it (HR-BG-2). */
  readonly nationalTaxes?: readonly NationalTax[] | undefined
  /** BG-24. */
  readonly attachments: readonly Attachment[]
  /** BG-25. */
  readonly lines: readonly Line[]
}

/** BG-1. */
export interface Note {
  /** BT-21, UNTDID 4451, e.g. `PMT`. */
  readonly subjectCode?: string | undefined
  /** BT-22. */
  readonly text: string
}

/** BG-3. */
export interface PrecedingInvoice {
  /** BT-25. */
  readonly number: string
  /** BT-26. */
  readonly issueDate?: Day | undefined
}

/** BG-13. */
export interface Delivery {
  /** BT-70. */
  readonly name?: string | undefined
  /** BT-71. */
  readonly location?: Identifier | undefined
  /** BT-72. */
  readonly date?: Day | undefined
  /** BG-15: BT-75, 76, 165, 77 to 80. */
  readonly address?: Address | undefined
}

/** BG-16. */
export interface Payment {
  /** BT-83, the reference that the payer must state. */
  readonly reference?: string | undefined
  /** The standard allows one means with several accounts; Peppol and both syntaxes several means. */
  readonly means: readonly PaymentMeans[]
  /** BT-89. */
  readonly mandate?: string | undefined
  /** BT-90. */
  readonly creditorId?: string | undefined
}

export interface PaymentMeans {
  /** BT-81, UNTDID 4461: 58 SEPA transfer, 30 transfer, 59 SEPA direct debit, 48 card, 10 cash. */
  readonly code: string
  /** BT-82. */
  readonly text?: string | undefined
  /** BG-17. */
  readonly account?: CreditTransfer | undefined
  /** BG-18. */
  readonly card?: PaymentCard | undefined
  /** BT-91, the buyer's account that is debited. */
  readonly debitedAccount?: string | undefined
}

/** BG-17. */
export interface CreditTransfer {
  /** BT-84, an IBAN where there is one. */
  readonly id: string
  /** BT-85. */
  readonly name?: string | undefined
  /** BT-86, a BIC where there is one. */
  readonly bic?: string | undefined
}

/** BG-18. */
export interface PaymentCard {
  /** BT-87, the last four to six digits and at most the first six. */
  readonly number: string
  /** BT-88. */
  readonly holder?: string | undefined
}

export interface ScheduledPayment {
  readonly dueDate?: Day | undefined
  /** Its part of the amount due; undefined: the whole. */
  readonly cents?: bigint | undefined
  /** Off, for a payment until `dueDate` or within `discountDays`. */
  readonly discountPercent?: Decimal | undefined
  readonly discountCents?: bigint | undefined
  readonly discountDays?: Decimal | undefined
  readonly text?: string | undefined
}

export interface PaymentMade {
  readonly date?: Day | undefined
  readonly cents: bigint
}

export interface SettlementPart {
  readonly kind: 'withholding' | 'split_payment' | 'fund' | 'stamp_duty' | 'charge' | 'deduction'
  readonly text?: string | undefined
  readonly percent?: Decimal | undefined
  /** What it adds to the amount due, or its part of the total. */
  readonly cents: bigint
  /** Whether the total (BT-112) has it already. */
  readonly isInTotal: boolean
}

/** BG-20 or BG-21. */
export interface DocumentAllowance extends Allowance {
  /** BT-95 and 96, 102 and 103. */
  readonly tax: LineTax
}

/** BG-22. */
export interface DocumentTotals {
  /** BT-106, the sum of the lines' nets. */
  readonly linesCents: bigint
  /** BT-107. */
  readonly allowancesCents?: bigint | undefined
  /** BT-108. */
  readonly chargesCents?: bigint | undefined
  /** BT-109. */
  readonly withoutTaxCents: bigint
  /** BT-110. */
  readonly taxCents?: bigint | undefined
  /** BT-111, the same VAT in `taxCurrency`. */
  readonly taxInTaxCurrencyCents?: bigint | undefined
  /** BT-112. */
  readonly withTaxCents: bigint
  /** BT-113. */
  readonly paidCents?: bigint | undefined
  /** BT-114. */
  readonly roundingCents?: bigint | undefined
  /** BT-115. */
  readonly dueCents: bigint
}

/** BG-23. */
export interface TaxBreakdown {
  /** BT-116. */
  readonly taxableCents: bigint
  /** BT-117. */
  readonly taxCents: bigint
  /** BT-118, UNCL 5305. */
  readonly category: string
  /** BT-119. */
  readonly rate?: Decimal | undefined
  /** BT-120. */
  readonly exemptionReason?: string | undefined
  /** BT-121, VATEX. */
  readonly exemptionCode?: string | undefined
}

/** A group of taxes with its national name. */
export interface NationalTax extends TaxBreakdown {
  readonly name?: string | undefined
}

/** BG-24. */
export interface Attachment {
  /** BT-122. */
  readonly id: string
  /** BT-123. */
  readonly description?: string | undefined
  /** BT-124. */
  readonly url?: string | undefined
  /** BT-125. */
  readonly file?: AttachedFile | undefined
}

export interface AttachedFile {
  readonly name: string
  readonly mediaType: string
  readonly base64: string
}

/** Whether BT-3 is a credit note code of EN 16931, so that amounts count against the seller. */
export const isCreditNote = ({ typeCode }: Pick<EInvoice, 'typeCode'>): boolean =>
  CREDIT_NOTE_TYPES.has(typeCode)
