/* What a run collects. Amounts are minor units of EUR, days `YYYY-MM-DD`. */

/** CORE and B2B are two schemes: they never share a file. */
export const SCHEMES = ['CORE', 'B2B'] as const
export type Scheme = (typeof SCHEMES)[number]

/** In the order of a file. */
export const SEQUENCES = ['FRST', 'RCUR', 'FNAL', 'OOFF'] as const
export type Sequence = (typeof SEQUENCES)[number]

export const PAIN_008_FORMATS = ['pain.008.001.08', 'pain.008.001.02'] as const
export type Pain008Format = (typeof PAIN_008_FORMATS)[number]

export interface Address {
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string
  /** ISO 3166, two letters. */
  readonly country: string
}

export interface Creditor {
  readonly id: string
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  readonly address: Address | null
}

/** The earlier values of what has changed since the last file told the debtor's bank. */
export interface Amendment {
  readonly reference?: string | undefined
  readonly iban?: string | undefined
  readonly creditorId?: string | undefined
  readonly creditorName?: string | undefined
}

export interface Mandate {
  readonly reference: string
  readonly scheme: Scheme
  readonly type: 'recurring' | 'one_off'
  readonly signedOn: string
  readonly accountHolder: string
  readonly iban: string
  readonly bic: string | null
  readonly address: Address | null
  /** B2B: when the debtor registered it at their bank. */
  readonly b2bConfirmedOn: string | null
  /** The day of the last collection that was submitted, even if it was returned. */
  readonly lastOn: string | null
  /** Whether a collection was ever paid. */
  readonly wasCollected: boolean
  /** Whether this collection is the last of the mandate. */
  readonly isFinal: boolean
  readonly amendment: Amendment | null
}

/** One collection that a run may take. */
export interface Collectable {
  readonly id: string
  readonly endToEnd: string
  readonly amountMinor: bigint
  /** The day that the notice to the debtor names. */
  readonly collectOn: string
  /** What the debtor reads on the statement. */
  readonly text: string
  readonly mandate: Mandate
}

/** Why a collection cannot be in a file. */
export type LeftOut =
  | 'mandate_used_up'
  | 'mandate_expired'
  | 'b2b_unconfirmed'
  | 'address_required'
  | 'name_not_writable'
  | 'over_limit'

/** One debit of a file. */
export interface Debit {
  readonly id: string
  readonly endToEnd: string
  readonly amountMinor: bigint
  readonly reference: string
  readonly signedOn: string
  readonly name: string
  readonly iban: string
  /** Only where the file must have them. */
  readonly bic: string | null
  readonly address: Address | null
  readonly text: string
  readonly amendment: Amendment | null
}

/** A `PmtInf`: debits of one sequence type and day, which the bank books as one batch. */
export interface Block {
  readonly sequence: Sequence
  readonly day: string
  readonly sumMinor: bigint
  readonly debits: readonly Debit[]
}

export interface Message {
  readonly scheme: Scheme
  readonly sumMinor: bigint
  readonly count: number
  readonly blocks: readonly Block[]
}
