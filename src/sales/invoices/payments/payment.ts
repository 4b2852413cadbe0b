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

/** The sums of the payments of one invoice. */
export interface PaymentSums {
  readonly receivedMinor: bigint
  readonly refundedMinor: bigint
  /** Paid back to the account of the customer. */
  readonly onAccountMinor: bigint
}

export interface PaymentFilter {
  readonly invoiceId?: string | undefined
  readonly customerIds?: readonly string[]
  readonly currencies?: readonly string[]
  readonly reference?: string | undefined
  readonly source?: string | undefined
  readonly methods?: readonly string[]
  readonly paidFrom?: string | undefined
  readonly paidTo?: string | undefined
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
}

/** A payment of a list. */
export interface ListedPayment extends Payment {
  /** The entity tag of its invoice. */
  readonly invoiceTag: string
}

/** A payment and its invoice. */
export interface PaymentEntry extends ListedPayment {
  readonly invoiceNumber: string | null
  readonly customerId: string
}
