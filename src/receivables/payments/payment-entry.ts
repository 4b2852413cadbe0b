import type { Payment } from '../../sales/ledger/payment.ts'

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
