import { createHash } from 'node:crypto'
import type { BankEntry } from './statement.ts'

export interface Identified {
  readonly entry: BankEntry
  readonly identity: string
  /** Counts equal ones from 1, in the order of the entries. */
  readonly n: number
}

/**
 * What makes an entry the one that another file reports, too, within one account: the bank's reference
 * and the amount, else a fingerprint. It stays the same in all versions of this library.
 */
export function identityOf(entry: BankEntry): string {
  const { bankReference, amountMinor, currency } = entry
  const amount = `${amountMinor} ${currency}`
  const parts =
    bankReference === null
      ? ['fingerprint', amount, ...fingerprint(entry)]
      : ['reference', amount, bankReference]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** Two equal payments in one file are two: `n` tells them apart. Give all entries of one account. */
export function identitiesOf(entries: readonly BankEntry[]): readonly Identified[] {
  const counts = new Map<string, number>()
  return entries.map((entry) => {
    const identity = identityOf(entry)
    const n = (counts.get(identity) ?? 0) + 1
    counts.set(identity, n)
    return { entry, identity, n }
  })
}

const fingerprint = (entry: BankEntry): readonly (string | null)[] => [
  entry.bookingDate,
  entry.valueDate,
  entry.iban ?? lettersAndDigits(entry.name),
  entry.endToEnd,
  lettersAndDigits(entry.text),
]

/** Banks change blanks, case and punctuation from one export to the next. */
const lettersAndDigits = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
