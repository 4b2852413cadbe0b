/** A payment of an invoice; negative for a refund. */
export interface Payment {
  readonly id: string
  readonly invoiceId: string
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
  readonly createdAt: string
}

/** An invoice that payments settle; it gives them its currency. */
export interface Paid {
  readonly id: string
  readonly currency: string
}

/** A payment of an invoice; it has no more than is given. */
export const newPayment = (
  { id: invoiceId, currency }: Paid,
  given: Pick<Payment, 'id' | 'amountMinor' | 'paidAt' | 'createdAt'> & Partial<Payment>,
): Payment => ({
  invoiceId,
  currency,
  method: null,
  reference: null,
  source: null,
  note: null,
  automatic: false,
  accountEntryId: null,
  ...given,
})

/** The sums of the payments of one invoice. */
export interface PaymentSums {
  readonly receivedMinor: bigint
  readonly refundedMinor: bigint
  /** Paid back to the account of the customer. */
  readonly onAccountMinor: bigint
}
