import type { BankEntry, ReferenceKind } from '@billwright/bank-statements'
import { type DocumentNumber, documentNumber, looseForms, seriesForm } from './document-number.ts'
import { type NameWords, nameWords } from './names.ts'
import type { Part } from './proposal.ts'
import { lettersAndDigits } from './reading.ts'
import type { BookedEntry, HandPayment, Payer, Receivable, Receivables } from './receivables.ts'

type SetsByKey<T> = Map<string, Set<T>>

/** A number under which a document is found: its own, or that of a credit note that corrects it. */
export interface NumberOfDocument {
  readonly parsed: DocumentNumber
  readonly documentId: string
  readonly isCreditNote: boolean
}

interface KnownPayer extends Payer {
  readonly nameWords: readonly NameWords[]
}

/** What entries are compared with, in the form in which it is found fast. Only this package reads it. */
export interface MatchIndex {
  readonly given: Omit<Receivables, 'documents' | 'customers' | 'payerAccounts'>
  readonly ownIbans: ReadonlySet<string>
  readonly documents: Map<string, Receivable>
  /** By all digits of the number. */
  readonly numbers: Map<string, NumberOfDocument[]>
  readonly looseNumbers: SetsByKey<string>
  readonly weakNumbers: SetsByKey<string>
  readonly series: Set<string>
  /** Several documents have one reference, if it has only the digits of their numbers. */
  readonly references: Map<string, readonly string[]>
  readonly orderReferences: SetsByKey<string>
  /** Documents with something due either way, by customer; and those to be paid, by amount. */
  readonly unsettled: SetsByKey<string>
  readonly openByAmount: SetsByKey<string>
  readonly customers: Map<string, KnownPayer>
  readonly customersByWord: SetsByKey<string>
  /** By the word of a name that the fewest customers have: who has all words of a name has this one. */
  readonly customersByRarestWord: SetsByKey<string>
  /** Words of names by how they begin: banks cut names. */
  readonly wordsByStart: SetsByKey<string>
  readonly customersByNumber: SetsByKey<string>
  readonly accounts: SetsByKey<string>
  readonly handPayments: Map<string, HandPayment>
  readonly handPaymentsByDocument: SetsByKey<string>
  readonly handPaymentsByCustomer: SetsByKey<string>
  readonly booked: Map<string, BookedEntry>
  /** By end-to-end id, reference of the bank, and IBAN. */
  readonly bookedBy: SetsByKey<string>
  readonly declinedKeys: SetsByKey<string>
  /** Codes of evidence that a person declined twice for a payer and a document, by payer. */
  readonly loweredEvidence: SetsByKey<string>
}

const ORDER_REFERENCE_MIN = 5
const CUSTOMER_NUMBER_MIN = 4
export const START_LENGTH = 4

/** Takes about a second for 50,000 documents: keep it for all entries of a file. */
export function indexReceivables(receivables: Receivables): MatchIndex {
  const { documents, customers, payerAccounts, ...given } = receivables
  const index: MatchIndex = {
    given,
    ownIbans: new Set(given.ownAccounts.flatMap(({ ibans }) => ibans)),
    documents: new Map(),
    numbers: new Map(),
    looseNumbers: new Map(),
    weakNumbers: new Map(),
    series: new Set(),
    references: new Map(),
    orderReferences: new Map(),
    unsettled: new Map(),
    openByAmount: new Map(),
    customers: new Map(),
    customersByWord: new Map(),
    customersByRarestWord: new Map(),
    wordsByStart: new Map(),
    customersByNumber: new Map(),
    accounts: new Map(),
    handPayments: new Map(),
    handPaymentsByDocument: new Map(),
    handPaymentsByCustomer: new Map(),
    booked: new Map(),
    bookedBy: new Map(),
    declinedKeys: new Map(),
    loweredEvidence: new Map(),
  }
  for (const customer of customers) addCustomer(index, customer)
  for (const customer of index.customers.values()) addByRarestWord(index, customer)
  for (const { iban, customerId } of payerAccounts) addTo(index.accounts, iban, customerId)
  replaceDocuments(index, documents)
  for (const payment of given.handPayments) addHandPayment(index, payment)
  for (const entry of given.bookedEntries) addBookedEntry(index, entry)
  addDeclined(index)
  return index
}

/** Adds documents, or puts them as they are now in place of those with their ids. */
export function replaceDocuments(index: MatchIndex, documents: readonly Receivable[]): void {
  for (const document of documents) {
    const before = index.documents.get(document.id)
    if (before !== undefined) removeDue(index, before)
    index.documents.set(document.id, document)
    addDue(index, document)
    if (before?.number !== document.number) addNumber(index, document.number, document.id, false)
    for (const number of document.creditNotes)
      if (!before?.creditNotes.includes(number)) addNumber(index, number, document.id, true)
    for (const { kind, value } of document.references) {
      const key = referenceKey(kind, value)
      const others = index.references.get(key)?.filter((id) => id !== document.id) ?? []
      index.references.set(key, [...others, document.id])
    }
    const order = lettersAndDigits(document.orderReference ?? '')
    if (order.length >= ORDER_REFERENCE_MIN) addTo(index.orderReferences, order, document.id)
  }
}

/** Symbols are short and without check digits, so they count as symbols only. */
export const referenceKey = (kind: ReferenceKind, value: string): string =>
  kind === 'VS' ? `VS ${value.replace(/^0+/, '')}` : lettersAndDigits(value)

export const amountKey = (amountMinor: bigint, currency: string): string =>
  `${amountMinor} ${currency}`

export const isOpen = ({ status, dueMinor }: Receivable): boolean =>
  (status === 'open' || status === 'uncollectible') && dueMinor > 0n

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
  const { id, accountId, entry, parts, learnedFor } = booking
  for (const part of parts) applyPart(index, part)
  const paid = parts.flatMap((part) =>
    part.kind === 'invoice' || part.kind === 'account' || part.kind === 'link'
      ? {
          paymentId: part.kind === 'link' ? part.paymentId : null,
          documentId: part.kind === 'account' ? null : part.documentId,
          amountMinor: part.amountMinor,
        }
      : [],
  )
  const { bookingDate, amountMinor, currency, iban, endToEnd, bankReference } = entry
  const money = { bookingDate, amountMinor, currency, iban, endToEnd, bankReference }
  if (paid.length > 0) addBookedEntry(index, { id, accountId, ...money, parts: paid })
  if (learnedFor !== null && iban !== null) addTo(index.accounts, iban, learnedFor)
}

function applyPart(index: MatchIndex, part: Part): void {
  if (part.kind === 'link') removeHandPayment(index, part.paymentId)
  if (part.kind === 'reversal') removeBookedEntry(index, part.entryId)
  if (part.kind !== 'invoice' && part.kind !== 'reversal') return
  const document = part.documentId === null ? undefined : index.documents.get(part.documentId)
  if (document === undefined) return
  const settledMinor =
    part.kind === 'reversal'
      ? -part.amountMinor
      : part.amountMinor + part.discountMinor + part.feeMinor + part.writeOffMinor
  const dueMinor = document.dueMinor - settledMinor
  const isPaid =
    dueMinor <= 0n && (document.status === 'open' || document.status === 'uncollectible')
  const isUnpaid = dueMinor > 0n && document.status === 'paid'
  const status = isPaid ? 'paid' : isUnpaid ? 'open' : document.status
  replaceDocuments(index, [{ ...document, dueMinor, status }])
}

function addTo<T>(sets: SetsByKey<T>, key: string, value: T): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([value]))
  else set.add(value)
}

function addCustomer(index: MatchIndex, customer: Payer): void {
  const names = customer.names.map(nameWords)
  index.customers.set(customer.id, { ...customer, nameWords: names })
  for (const word of names.flatMap(({ words }) => words)) {
    addTo(index.customersByWord, word, customer.id)
    if (word.length > START_LENGTH) addTo(index.wordsByStart, word.slice(0, START_LENGTH), word)
  }
  const number = lettersAndDigits(customer.reference ?? '')
  if (number.length >= CUSTOMER_NUMBER_MIN) addTo(index.customersByNumber, number, customer.id)
}

function addByRarestWord(index: MatchIndex, { id, nameWords: names }: KnownPayer): void {
  const countOf = (word: string) => index.customersByWord.get(word)?.size ?? 0
  for (const { words } of names) {
    const [rarest] = words.toSorted((a, b) => countOf(a) - countOf(b))
    if (rarest !== undefined) addTo(index.customersByRarestWord, rarest, id)
  }
}

function addNumber(index: MatchIndex, number: string, documentId: string, isCreditNote: boolean) {
  const parsed = documentNumber(number)
  const found = { parsed, documentId, isCreditNote }
  if (parsed.isStrong) {
    const others = index.numbers.get(parsed.digits)
    if (others === undefined) index.numbers.set(parsed.digits, [found])
    else others.push(found)
    const series = seriesForm(parsed)
    if (series !== undefined) index.series.add(series)
    if (!isCreditNote)
      for (const form of looseForms(parsed)) addTo(index.looseNumbers, form, documentId)
  } else if (!isCreditNote) addTo(index.weakNumbers, parsed.groups.join(''), documentId)
}

function addDue(index: MatchIndex, document: Receivable): void {
  if (document.dueMinor !== 0n) addTo(index.unsettled, document.customerId, document.id)
  if (document.status === 'open' && document.dueMinor > 0n)
    addTo(index.openByAmount, amountKey(document.dueMinor, document.currency), document.id)
}

function removeDue(index: MatchIndex, { id, customerId, dueMinor, currency }: Receivable): void {
  index.unsettled.get(customerId)?.delete(id)
  index.openByAmount.get(amountKey(dueMinor, currency))?.delete(id)
}

function addHandPayment(index: MatchIndex, payment: HandPayment): void {
  index.handPayments.set(payment.id, payment)
  addTo(index.handPaymentsByDocument, payment.documentId, payment.id)
  const customerId = index.documents.get(payment.documentId)?.customerId
  if (customerId !== undefined) addTo(index.handPaymentsByCustomer, customerId, payment.id)
}

function removeHandPayment(index: MatchIndex, id: string): void {
  const payment = index.handPayments.get(id)
  if (payment === undefined) return
  const customerId = index.documents.get(payment.documentId)?.customerId
  index.handPayments.delete(id)
  index.handPaymentsByDocument.get(payment.documentId)?.delete(id)
  if (customerId !== undefined) index.handPaymentsByCustomer.get(customerId)?.delete(id)
}

function addBookedEntry(index: MatchIndex, entry: BookedEntry): void {
  index.booked.set(entry.id, entry)
  for (const key of keysOfBooked(entry)) addTo(index.bookedBy, key, entry.id)
}

function removeBookedEntry(index: MatchIndex, id: string): void {
  const entry = index.booked.get(id)
  if (entry === undefined) return
  index.booked.delete(id)
  for (const key of keysOfBooked(entry)) index.bookedBy.get(key)?.delete(id)
}

const keysOfBooked = ({ iban, endToEnd, bankReference }: BookedEntry): readonly string[] =>
  [iban, endToEnd, bankReference].filter((it) => it !== null)

const DECLINED_ENOUGH = 2

function addDeclined(index: MatchIndex): void {
  const counts = new Map<string, number>()
  for (const { entryId, proposal, payer, documentIds, evidence } of index.given.declined) {
    addTo(index.declinedKeys, entryId, proposal)
    if (payer === null) continue
    for (const documentId of documentIds)
      for (const code of evidence) {
        const pair = JSON.stringify([payer, documentId, code])
        const count = (counts.get(pair) ?? 0) + 1
        counts.set(pair, count)
        if (count >= DECLINED_ENOUGH) addTo(index.loweredEvidence, payer, code)
      }
  }
}
