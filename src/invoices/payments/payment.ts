/** Money that came in for an invoice; negative where it was paid back. */
export interface Payment {
  readonly id: string
  readonly invoiceId: string
  /** ISO 4217, that of the invoice. */
  readonly currency: string
  readonly amountMinor: bigint
  /** `YYYY-MM-DD`. */
  readonly paidAt: string
  readonly method: string | null
  readonly reference: string | null
  /** The system whose reference it is; among its payments the reference is unique. */
  readonly source: string | null
  readonly note: string | null
  /** Made by setting the invoice's status to `paid`, and taken back with it. */
  readonly automatic: boolean
  /** The entry of the customer's account that it came from, or went back to. */
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

/** A payment and what it pays. */
export interface PaymentEntry extends ListedPayment {
  readonly invoiceNumber: string | null
  readonly customerId: string
}
