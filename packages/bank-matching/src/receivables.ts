import type { BankEntry, Reference } from '@billwright/bank-statements'

/**
 * All that entries are compared with. Give every open document, and settled ones as far back as
 * customers may still name them: a number that is not here counts as unknown.
 */
export interface Receivables {
  readonly documents: readonly Receivable[]
  readonly customers: readonly Payer[]
  readonly payerAccounts: readonly PayerAccount[]
  readonly ownAccounts: readonly OwnAccount[]
  /** Payments that people recorded and no entry is linked to. */
  readonly handPayments: readonly HandPayment[]
  /** Entries of the last months that were booked: originals of returns. */
  readonly bookedEntries: readonly BookedEntry[]
  readonly declined: readonly Declined[]
  readonly providers: readonly Provider[]
  /** The first that fits decides. */
  readonly rules: readonly BankRule[]
  readonly settings: MatchSettings
}

export interface MatchSettings {
  /** Days after the end of an early payment discount in which it may still be meant. */
  readonly discountGraceDays: number
  /** Decimals such as `0.05`, in the currency of the entry. */
  readonly paymentTolerance: string
  readonly feeTolerance: string
}

/** An issued invoice as it stands now. Dates are `YYYY-MM-DD`. */
export interface Receivable {
  readonly id: string
  readonly number: string
  readonly customerId: string
  readonly currency: string
  readonly issueDate: string
  readonly dueDate: string
  /** What is left to pay; negative if the customer gets money back. */
  readonly dueMinor: bigint
  /** `uncollectible` ones still have something due; `credited`: to nothing. */
  readonly status: 'open' | 'paid' | 'void' | 'credited' | 'uncollectible'
  readonly earlyPayment: readonly EarlyPayment[]
  readonly orderReference: string | null
  /** References that the service printed for it, without blanks and slashes. */
  readonly references: readonly Reference[]
  /** Numbers of credit notes that correct it. */
  readonly creditNotes: readonly string[]
}

export interface EarlyPayment {
  /** This day still counts. */
  readonly until: string
  readonly percent: string
  readonly discountMinor: bigint
}

/** A customer. */
export interface Payer {
  readonly id: string
  /** Its name and others that it pays under. */
  readonly names: readonly string[]
  /** The customer's number or reference. */
  readonly reference: string | null
}

/** An account that a customer has paid from; several customers may share one. */
export interface PayerAccount {
  readonly iban: string
  readonly customerId: string
}

export interface OwnAccount {
  readonly id: string
  readonly ibans: readonly string[]
}

export interface HandPayment {
  readonly id: string
  readonly documentId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly paidAt: string
}

export interface BookedEntry {
  readonly id: string
  readonly accountId: string
  readonly bookingDate: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly iban: string | null
  readonly endToEnd: string | null
  readonly bankReference: string | null
  readonly parts: readonly BookedPart[]
}

/** What an earlier entry paid. `documentId` is null for money on the customer's account. */
export interface BookedPart {
  readonly paymentId: string | null
  readonly documentId: string | null
  readonly amountMinor: bigint
}

/** A proposal that a person declined. */
export interface Declined {
  readonly entryId: string
  /** `Proposal.key` */
  readonly proposal: string
  /** `payerOf(entry)` */
  readonly payer: string | null
  readonly documentIds: readonly string[]
  /** Codes of its evidence. */
  readonly evidence: readonly string[]
}

export interface Provider {
  readonly id: string
  /** A word that names of its payouts have, such as `STRIPE`. */
  readonly word: string
}

/** All conditions must be true; texts are compared without regard to case. */
export interface BankRule {
  readonly id: string
  readonly when: {
    readonly iban?: string
    readonly nameContains?: string
    readonly textContains?: string
    readonly direction?: 'in' | 'out'
    readonly accountId?: string
  }
  readonly then:
    | { readonly ignore: true }
    | { readonly payout: string }
    | { readonly customerId: string }
}

export interface EntryToMatch {
  readonly id: string
  /** The bank account that has the entry. */
  readonly accountId: string
  readonly entry: BankEntry
  /** A person wants to book it, whatever a rule ignores. */
  readonly isKeptOpen?: boolean
}
