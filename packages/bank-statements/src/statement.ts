/** What a file says, before anybody compares it with invoices. */
export interface BankFile {
  /** `camt.053.001.08`, `mt940`, `coda`, `gpc`, `csv:wise`, or `csv` for a profile of the caller. */
  readonly format: string
  readonly statements: readonly Statement[]
}

/** One statement or notification. A CSV file has one for each account and currency. */
export interface Statement {
  readonly id: string | null
  /** As the bank writes it: `101`, `21/1`. */
  readonly number: string | null
  readonly account: Account
  /** Null if nothing in the file says it, and it has no entries. */
  readonly currency: string | null
  readonly opening: Balance | null
  readonly closing: Balance | null
  /** Booked entries, in the order of the file. */
  readonly entries: readonly BankEntry[]
  /** Entries that are not booked yet, which are only counted. */
  readonly pending: number
  /** `unbalanced`: opening balance + entries ≠ closing balance, or details ≠ their entry. */
  readonly problems: readonly 'unbalanced'[]
}

/** Whose statement it is. Both are null where the file does not say it. */
export interface Account {
  readonly iban: string | null
  /** Any other number, such as `20130000/0123456789`. */
  readonly otherId: string | null
}

export interface Balance {
  readonly amountMinor: bigint
  readonly currency: string
  /** `YYYY-MM-DD` */
  readonly date: string
}

export interface MoneyAmount {
  readonly amountMinor: bigint
  readonly currency: string
}

/** Names, texts and references are those of the file: clean them before you show them. */
export interface BankEntry {
  readonly bookingDate: string
  readonly valueDate: string
  /** Minor units; money in is positive. */
  readonly amountMinor: bigint
  readonly currency: string
  /** The other party, and on whose behalf it acts. */
  readonly name: string | null
  readonly ultimateName: string | null
  readonly iban: string | null
  /** The words of the payment, its lines joined by blanks. */
  readonly text: string | null
  /** Lines of `text`. Banks cut lines within words, so search them joined without blanks, too. */
  readonly lines: readonly string[]
  readonly endToEnd: string | null
  readonly references: readonly Reference[]
  /** Numbers of documents in structured remittance information. */
  readonly documents: readonly string[]
  /** The bank's reference of this payment, unique within an account or nearly so. */
  readonly bankReference: string | null
  /** The bank's reference of the entry: shared by a batch and its details. */
  readonly entryReference: string | null
  /** `whole`: a sum of payments without its details. `detail`: one payment of such a sum. */
  readonly batch: 'whole' | 'detail' | null
  /** A reference that the account holder gave to the bank. */
  readonly customerReference: string | null
  readonly mandate: string | null
  readonly creditorId: string | null
  /** Another amount that was instructed: in another currency, or before charges. */
  readonly instructed: MoneyAmount | null
  /** What the bank kept; already subtracted from the amount. */
  readonly charges: MoneyAmount | null
  readonly returnReason: string | null
  /** The bank marks it as the reversal of an earlier entry. */
  readonly isReversal: boolean
  readonly code: BankTransactionCode
}

export interface BankTransactionCode {
  /** ISO 20022: `PMNT/RCDT/ESCT`. */
  readonly iso: string | null
  /** Of the bank or country: the German business code `166`, SWIFT `NTRF`, CODA `00150000`. */
  readonly proprietary: string | null
}

/** RF: ISO 11649. The others are named as people of their country name them. */
export type ReferenceKind =
  | 'RF'
  | 'QRR'
  | 'OGM'
  | 'VIITE'
  | 'KID'
  | 'OCR'
  | 'FIK'
  | 'BK'
  | 'SI'
  | 'HR'
  | 'VS'
  | 'other'

export interface Reference {
  readonly kind: ReferenceKind
  readonly value: string
}

/** The fields that a file may lack. */
export const EMPTY_ENTRY = {
  name: null,
  ultimateName: null,
  iban: null,
  text: null,
  lines: [],
  endToEnd: null,
  references: [],
  documents: [],
  bankReference: null,
  entryReference: null,
  batch: null,
  customerReference: null,
  mandate: null,
  creditorId: null,
  instructed: null,
  charges: null,
  returnReason: null,
  isReversal: false,
  code: { iso: null, proprietary: null },
} as const satisfies Partial<BankEntry>
