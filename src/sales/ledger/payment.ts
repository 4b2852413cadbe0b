/** What settles the invoice beside the money that was paid. */
export interface PaymentParts {
  /** For early payment. */
  readonly discountMinor: bigint
  /** What a bank kept. */
  readonly feeMinor: bigint
  /** A small difference. */
  readonly writeOffMinor: bigint
  /** What the customer pays to the tax office for the seller. */
  readonly withheldMinor: bigint
}

export const NO_PARTS: PaymentParts = {
  discountMinor: 0n,
  feeMinor: 0n,
  writeOffMinor: 0n,
  withheldMinor: 0n,
}

/**
 * What happened to the money: it came in, it went back to the customer, a bank or provider took it back,
 * the customer disputes it, or it came in again after that.
 */
export const PAYMENT_KINDS = ['payment', 'refund', 'return', 'dispute', 'reinstated'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** A payment of an invoice; negative for a refund and for a payment that is returned. */
export interface Payment extends PaymentParts {
  readonly id: string
  readonly invoiceId: string
  readonly kind: PaymentKind
  /** ISO 4217, the currency of the invoice. */
  readonly currency: string
  readonly amountMinor: bigint
  /** `YYYY-MM-DD`. */
  readonly paidAt: string
  readonly method: string | null
  readonly reference: string | null
  /** The system that gave the reference, which is unique among its payments. */
  readonly source: string | null
  readonly note: string | null
  /** Created by setting the status to `paid`, and deleted with it. */
  readonly automatic: boolean
  /** The entry of the customer's account that it came from or went to. */
  readonly accountEntryId: string | null
  /** What the bank credited, in another currency than that of the invoice. */
  readonly received: ReceivedAmount | null
  /** The payment that it takes back; both have the same amounts with opposite signs. */
  readonly reversesId: string | null
  /** The entry of the bank that it was booked from, or linked to. */
  readonly bankEntryId: string | null
  /** What was credited when it was recorded. */
  readonly creditedBeforeMinor: bigint
  /** The credit note that takes a share of the discounts back, or, once void, gives it again. */
  readonly creditNoteId: string | null
  readonly createdAt: string
}

export interface ReceivedAmount {
  readonly amountMinor: bigint
  readonly currency: string
}

export const partsSum = (parts: PaymentParts): bigint =>
  parts.discountMinor + parts.feeMinor + parts.writeOffMinor + parts.withheldMinor

/** By how much a payment lowers the amount due. */
export const settledMinor = (payment: Payment): bigint => payment.amountMinor + partsSum(payment)

/** An invoice that payments settle; it gives them its currency. */
export interface Paid {
  readonly id: string
  readonly currency: string
}

/** A payment of an invoice; it has no more than is given. */
export const newPayment = (
  { id: invoiceId, currency, creditedMinor }: Paid & { readonly creditedMinor: bigint },
  given: Pick<Payment, 'id' | 'amountMinor' | 'paidAt' | 'createdAt'> & Partial<Payment>,
): Payment => ({
  invoiceId,
  kind: given.amountMinor >= 0n ? 'payment' : given.reversesId == null ? 'refund' : 'return',
  currency,
  method: null,
  reference: null,
  source: null,
  note: null,
  automatic: false,
  accountEntryId: null,
  ...NO_PARTS,
  received: null,
  reversesId: null,
  bankEntryId: null,
  creditedBeforeMinor: creditedMinor,
  creditNoteId: null,
  ...given,
})

/** The sums of the payments of one invoice. */
export interface PaymentSums {
  /** With discounts, also those that came back. */
  readonly receivedMinor: bigint
  readonly refundedMinor: bigint
  /** Paid back to the account of the customer. */
  readonly onAccountMinor: bigint
}
