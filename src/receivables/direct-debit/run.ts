import type { LeftOut as CannotBeWritten } from '@billwright/sepa'

export const RUN_STATUSES = [
  'draft',
  'approved',
  'submitted',
  'settled',
  'refused',
  'canceled',
] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** Why a run does not take a collection. */
export type LeftOut =
  | CannotBeWritten
  | 'no_notice'
  | 'too_early'
  | 'claim_held'
  | 'nothing_due'
  | 'method_not_active'
  | 'excluded'

export interface Person {
  readonly kind: string
  readonly id: string
  readonly name: string
}

/** Collections that a person hands in at the bank together. */
export interface Run {
  readonly id: string
  readonly version: number
  readonly status: RunStatus
  /** The requested day; null: each collection on its own. */
  readonly collectOn: string | null
  /** Collections that a person left out. */
  readonly excluded: readonly string[]
  readonly count: number
  readonly sumMinor: bigint
  /** Of what the files say, so that nobody approves anything else. */
  readonly contentSha256: string
  readonly createdBy: Person
  /** Of the two that a run above the limit needs. */
  readonly firstApproval: (Person & { readonly at: string }) | null
  readonly approvedBy: Person | null
  readonly approvedAt: string | null
  readonly submittedAt: string | null
  readonly refusedBecause: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A collection of a run. */
export interface RunItem {
  readonly collectionId: string
  readonly amountMinor: bigint
  readonly leftOut: LeftOut | null
  /** Number of the file, from 1, and its `PmtInf`. */
  readonly file: number | null
  readonly paymentRef: string | null
  readonly endToEnd: string | null
  readonly collectOn: string | null
  readonly sequence: string | null
  /** The code of the bank that refused it. */
  readonly rejected: string | null
}

export interface RunFile {
  readonly runId: string
  readonly number: number
  readonly messageRef: string
  readonly scheme: string
  readonly format: string
  readonly count: number
  readonly sumMinor: bigint
  readonly sha256: string
  readonly content: string
  /** Why the bank refused it. */
  readonly refusedBecause: string | null
  readonly createdAt: string
}

/** `BW`, the first digits of the run's id, and the number of the file: banks refuse one that they know. */
export const messageRefOf = (runId: string, number: number): string =>
  `BW${runId.slice('ddr_'.length).replaceAll('-', '').slice(0, ID_DIGITS).toUpperCase()}-${number}`
/** Time and counter of a UUIDv7, which no other run of the installation has. */
const ID_DIGITS = 16
