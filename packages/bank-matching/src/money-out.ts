import type { BankEntry } from '@billwright/bank-statements'
import { formatMinor, sumOf } from '@billwright/money'
import { compareText, daysBetween, invoicePart } from './amounts.ts'
import { customersOfEntry, knownCustomer } from './customers-in-entry.ts'
import { because } from './evidence.ts'
import type { MatchIndex } from './index-of-receivables.ts'
import type { Decision, Draft } from './money-in.ts'
import { namedDocuments } from './named-documents.ts'
import type { Evidence, Part } from './proposal.ts'
import type { BookedEntry, Receivable } from './receivables.ts'

/** German business codes of returned debits and transfers. */
const RETURN_CODE = /(?:^|\D)(?:108|109|159|168|169|184)(?:\D|$)/

/** ISO 20022: a returned transfer, an unpaid direct debit, an unpaid cheque. */
const RETURN_FAMILY = /\/(?:RRTN|UPDD|UPCQ)$/

export const isReturn = ({ returnReason, isReversal, code }: BankEntry): boolean =>
  returnReason !== null ||
  isReversal ||
  RETURN_CODE.test(code.proprietary ?? '') ||
  RETURN_FAMILY.test(code.iso ?? '')

/** What money that went out takes back. */
export function* moneyOut(index: MatchIndex, entry: BankEntry): Generator<Decision> {
  if (isReturn(entry)) {
    yield byOriginal(index, entry)
    yield { drafts: [], flags: ['return_unknown'] }
    return
  }
  yield byNamedRefund(index, entry)
  yield byCustomersRefund(index, entry)
}

const IBAN_DAYS = 60

/** The payment that came back. What was taken beyond its amount is a fee. */
function byOriginal(index: MatchIndex, entry: BankEntry): Decision {
  const { endToEnd, bankReference, entryReference, customerReference, iban } = entry
  const takenMinor = -entry.amountMinor
  const originals = originalAmounts(entry, takenMinor)
  const fits = (it: BookedEntry) => originals.includes(it.amountMinor)
  const references = [bankReference, entryReference, customerReference]
  const named = originalsBy(index, entry, [endToEnd, ...references], 'reference')
  const code = named.some((it) => it.endToEnd !== null && it.endToEnd === endToEnd)
    ? 'original_end_to_end'
    : 'original_bank_reference'
  const exact = named.filter(fits)
  if (exact.length > 0) return { drafts: reversals(exact, takenMinor, code, 'certain') }
  // The bank kept a fee and does not say how much.
  const lower = named.filter((it) => it.amountMinor < takenMinor)
  if (lower.length > 0) return { drafts: reversals(lower, takenMinor, code, 'likely') }
  const near = originalsBy(index, entry, [iban], 'account').filter(
    (it) => fits(it) && daysBetween(it.bookingDate, entry.bookingDate) <= IBAN_DAYS,
  )
  if (near.length > 0) return { drafts: reversals(near, takenMinor, 'original_amount', 'likely') }
  return undefined
}

/** The stated amount of the return, else all that was taken, with and without the stated fee of the bank. */
function originalAmounts({ instructed, charges, currency }: BankEntry, takenMinor: bigint) {
  const feeMinor = charges?.currency === currency ? absolute(charges.amountMinor) : 0n
  const stated = instructed?.currency === currency ? absolute(instructed.amountMinor) : undefined
  const originals = stated === undefined ? [takenMinor, takenMinor - feeMinor] : [stated]
  return originals.filter((it) => it > 0n && it <= takenMinor)
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

function originalsBy(
  index: MatchIndex,
  entry: BankEntry,
  keys: readonly (string | null)[],
  how: 'reference' | 'account',
): readonly BookedEntry[] {
  const ids = new Set(keys.flatMap((key) => [...(index.bookedBy.get(key ?? '') ?? [])]))
  return [...ids]
    .flatMap((id) => index.booked.get(id) ?? [])
    .filter(
      (it) =>
        it.currency === entry.currency &&
        it.amountMinor > 0n &&
        it.bookingDate <= entry.bookingDate &&
        (how === 'account' ? it.iban !== null : true),
    )
    .toSorted((a, b) => compareText(b.bookingDate, a.bookingDate))
}

function reversals(
  originals: readonly BookedEntry[],
  takenMinor: bigint,
  code: Evidence['code'],
  itsClass: 'certain' | 'likely',
): readonly Draft[] {
  return originals.map((it) => {
    const parts = it.parts.map(
      ({ documentId, paymentId, amountMinor }): Part => ({
        kind: 'reversal',
        entryId: it.id,
        documentId,
        paymentId,
        amountMinor,
      }),
    )
    const feeMinor = takenMinor - sumOf(parts.map((part) => part.amountMinor))
    const { amountMinor, currency, bookingDate } = it
    const params = { date: bookingDate, amount: formatMinor(amountMinor, currency), currency }
    return {
      kind: 'reversal',
      class: originals.length === 1 ? itsClass : 'possible',
      flags: [],
      parts: feeMinor > 0n ? [...parts, { kind: 'fee', amountMinor: feeMinor }] : parts,
      evidence: [because(code, params)],
    }
  })
}

/** An invoice with something to pay back, which is named, or a credit note of it. */
function byNamedRefund(index: MatchIndex, entry: BankEntry): Decision {
  const { strong, credited, flags } = namedDocuments(index, entry)
  const evidence = new Map(strong.map((it) => [it.document, it.evidence]))
  for (const id of credited) {
    const document = index.documents.get(id)
    if (document !== undefined && !evidence.has(document))
      evidence.set(document, [because('number', { number: document.creditNotes.join(', ') })])
  }
  const found = [...evidence].filter(([document]) => isOwed(document, entry))
  const [one, ...others] = found
  if (one === undefined) return undefined
  const [document, because_] = one
  const isSure = others.length === 0 && flags.length === 0
  return { drafts: [{ ...refund(document, because_, isSure ? 'certain' : 'likely'), flags }] }
}

const isOwed = (
  { dueMinor, currency }: Receivable,
  entry: Pick<BankEntry, 'amountMinor' | 'currency'>,
): boolean => dueMinor === entry.amountMinor && currency === entry.currency

const refund = (
  document: Receivable,
  evidence: readonly Evidence[],
  itsClass: Draft['class'],
): Draft => ({
  kind: 'refund',
  class: itsClass,
  flags: [],
  parts: [invoicePart(document, { amountMinor: document.dueMinor })],
  evidence: [
    ...evidence,
    because('amount_exact', {
      amount: formatMinor(document.dueMinor, document.currency),
      currency: document.currency,
    }),
  ],
})

function byCustomersRefund(index: MatchIndex, entry: BankEntry): Decision {
  const customer = knownCustomer(customersOfEntry(index, entry), entry, null, new Map())
  if (customer === undefined) return undefined
  const found = [...(index.unsettled.get(customer.id) ?? [])]
    .flatMap((id) => index.documents.get(id) ?? [])
    .filter((it) => isOwed(it, entry))
  if (found.length === 0) return undefined
  const itsClass = found.length === 1 ? 'likely' : 'possible'
  return {
    drafts: found.map((it) => ({
      ...refund(it, [customer.evidence], itsClass),
      flags: [customer.flag],
    })),
  }
}
