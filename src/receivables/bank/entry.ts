import type { MatchClass, MatchKind, Proposal } from '@billwright/bank-matching'
import type { BankEntry } from '@billwright/bank-statements'

export const ENTRY_STATUSES = ['open', 'booked', 'ignored'] as const
type EntryStatus = (typeof ENTRY_STATUSES)[number]

export const CLASSES = ['certain', 'likely', 'possible', 'none'] as const satisfies MatchClass[]

export const ALLOCATION_KINDS = [
  'invoice',
  'account',
  'link',
  'refund',
  'reversal',
  'charge',
  'fee',
  'other',
] as const
export type AllocationKind = (typeof ALLOCATION_KINDS)[number]

/** Why an entry is never booked without a person. */
export type EntryMark = 'unbalanced' | 'suspect_duplicate' | 'undone_before'

/** A proposal with what it rests on: what was due on each of its documents. */
export interface StoredProposal extends Proposal {
  readonly id: string
  readonly rests: readonly { readonly documentId: string; readonly dueMinor: bigint }[]
}

/** What a part of an entry paid. */
export interface Allocation {
  readonly kind: AllocationKind
  /** Part of the entry's amount, without sign, in its currency. */
  readonly entryMinor: bigint
  /** In the currency of the document; negative for money paid back. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly invoiceId: string | null
  readonly paymentId: string | null
  readonly customerId: string | null
  readonly accountEntryId: string | null
  readonly accountingAccount: string | null
  readonly note: string | null
  /** The direct debit that it brought or took back. */
  readonly collectionId: string | null
}

interface Booker {
  readonly kind: string
  readonly id: string
  readonly name: string
}

/** A booked movement of money on an account of the company. */
export interface StoredEntry {
  readonly id: string
  readonly version: number
  readonly bankAccountId: string
  readonly fileId: string
  readonly statement: number
  readonly position: number
  readonly family: string
  readonly identity: string
  readonly n: number
  readonly status: EntryStatus
  /** Why it is ignored. */
  readonly reason: string | null
  readonly allocatedMinor: bigint
  readonly content: BankEntry
  readonly class: MatchClass | null
  readonly kind: MatchKind | null
  readonly flags: readonly string[]
  readonly proposals: readonly StoredProposal[]
  readonly marks: readonly EntryMark[]
  readonly suspectOf: string | null
  readonly pairId: string | null
  /** False: it waits for the comparison with invoices. */
  readonly isMatched: boolean
  readonly isAutomatic: boolean
  /** A person reopened it, so that the service does not ignore it again. */
  readonly isKeptOpen: boolean
  /** A person acted on it, so that undoing its file keeps it. */
  readonly isTouched: boolean
  readonly bookedBy: Booker | null
  readonly bookedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** An entry with its allocations. */
export interface Entry extends StoredEntry {
  readonly allocations: readonly Allocation[]
}

export const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** What of the amount is not allocated yet, without sign. */
export const leftMinor = ({ content, allocatedMinor }: StoredEntry): bigint =>
  magnitude(content.amountMinor) - allocatedMinor
