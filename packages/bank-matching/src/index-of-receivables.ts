import type { BankEntry } from '@billwright/bank-statements'
import type { Part } from './proposal.ts'
import type { Receivable, Receivables } from './receivables.ts'

/** What is compared with entries, in the form in which it is found fast. */
export interface MatchIndex {
  readonly receivables: Receivables
  readonly documents: Map<string, Receivable>
  readonly byNumber: Map<string, Set<string>>
}

/** Takes about a second for 50,000 documents: keep it for all entries of a file. */
export function indexReceivables(receivables: Receivables): MatchIndex {
  const index: MatchIndex = { receivables, documents: new Map(), byNumber: new Map() }
  replaceDocuments(index, receivables.documents)
  return index
}

/** Adds documents, or puts them as they are now in place of those with their ids. */
export function replaceDocuments(index: MatchIndex, documents: readonly Receivable[]): void {
  for (const document of documents) {
    index.documents.set(document.id, document)
    const ids = index.byNumber.get(document.number) ?? new Set()
    index.byNumber.set(document.number, ids.add(document.id))
  }
}

/** An entry that has been booked, with the parts of its proposal or those of a person. */
export interface Booking {
  readonly id: string
  readonly accountId: string
  readonly entry: BankEntry
  readonly parts: readonly Part[]
  /** The customer whose account the payer's IBAN becomes; null if nothing is learned. */
  readonly learnedFor: string | null
}

/** Makes later entries see what a booking has changed. */
export function noteBooking(index: MatchIndex, booking: Booking): void {
  for (const part of booking.parts) {
    const document = part.kind === 'invoice' ? index.documents.get(part.documentId) : undefined
    if (part.kind !== 'invoice' || document === undefined) continue
    const settledMinor = part.amountMinor + part.discountMinor + part.feeMinor + part.writeOffMinor
    const dueMinor = document.dueMinor - settledMinor
    const status = dueMinor > 0n ? document.status : 'paid'
    replaceDocuments(index, [{ ...document, dueMinor, status }])
  }
}
