import type { Evidence, Match, Part, Proposal } from '@billwright/bank-matching'
import type { BankEntry } from '@billwright/bank-statements'
import { formatMinor } from '@billwright/money'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { balanceOf } from '../../../sales/ledger/account.ts'
import type { Collection } from '../../collections/collection.ts'
import { findDues } from '../../collections/read.ts'
import {
  type Recognized,
  type RecognizedDebit,
  type RecognizedReturn,
  recognize,
} from '../../direct-debit/statement.ts'
import { isStanding } from '../../payments/lookups.ts'

/* Entries that name our direct debits come before everything else. */

/** What an entry brings of our direct debits, or takes back; null: nothing, or a person declined it. */
export async function matchDebit(
  scope: CompanyDb,
  entry: BankEntry,
  declined: ReadonlySet<string> | undefined,
): Promise<Match | null> {
  const recognized = await recognize(scope, entry)
  if (recognized === null) return null
  const all =
    recognized.kind === 'direct_debit'
      ? [await ofDebit(scope, entry, recognized)]
      : await ofReturns(scope, entry, recognized)
  const proposals = all.filter(({ key }) => declined?.has(key) !== true)
  const [best] = proposals
  if (!best) return null
  return {
    ...{ class: best.class, kind: best.kind, flags: [], proposals },
    ...{ ruleId: null, providerId: null },
  }
}

async function ofReturns(
  scope: CompanyDb,
  entry: BankEntry,
  { collections, ...about }: RecognizedReturn,
): Promise<readonly Proposal[]> {
  const proposals: Proposal[] = []
  for (const collection of collections)
    proposals.push(await ofReturn(scope, entry, { ...about, collection }))
  return proposals
}

/** To each invoice as far as it is due; what was paid otherwise meanwhile goes to the customer's account. */
async function ofDebit(
  scope: CompanyDb,
  entry: BankEntry,
  { collections, isSure, found }: RecognizedDebit,
): Promise<Proposal> {
  const dues = await findDues(
    scope,
    collections.map(({ invoiceId }) => invoiceId),
  )
  let left = entry.amountMinor
  const parts: Part[] = []
  for (const { id, invoiceId, customerId, amountMinor } of collections) {
    const due = dues.get(invoiceId)?.dueMinor ?? 0n
    const part = least(amountMinor, due, left)
    if (part > 0n)
      parts.push({
        kind: 'invoice',
        documentId: invoiceId,
        amountMinor: part,
        currency: entry.currency,
        ...{ discountMinor: 0n, feeMinor: 0n, writeOffMinor: 0n },
        collectionId: id,
      })
    const over = least(amountMinor - part, left - part)
    if (over > 0n) parts.push({ kind: 'account', customerId, amountMinor: over, collectionId: id })
    left -= part + over
  }
  const isAllDue = parts.every(({ kind }) => kind === 'invoice') && left === 0n
  return proposalOf('direct_debit', isSure && isAllDue ? 'certain' : 'likely', {
    parts,
    evidence: [evidence('end_to_end', found, entry), amount('amount_sum', entry)],
  })
}

/** Of the invoice that it paid, or of the customer's account; what exceeds it is the bank's fee. */
async function ofReturn(
  scope: CompanyDb,
  entry: BankEntry,
  { collection, isSure, found }: Omit<RecognizedReturn, 'kind' | 'collections'> & OfReturn,
): Promise<Proposal> {
  const { id: collectionId, invoiceId, customerId, currency, paymentId } = collection
  const { amountMinor, onAccountMinor } = collection
  const own = { kind: 'reversal', entryId: '', collectionId } as const
  const parts: Part[] = []
  if (paymentId !== null && (await isStanding(scope, paymentId)))
    parts.push({
      ...{ ...own, documentId: invoiceId, paymentId },
      amountMinor: amountMinor - onAccountMinor,
    })
  if (onAccountMinor > 0n)
    parts.push({
      ...own,
      documentId: null,
      paymentId: null,
      amountMinor: onAccountMinor,
      customerId,
    })
  if (parts.length === 0) parts.push({ kind: 'return', collectionId, amountMinor })
  const feeMinor = -entry.amountMinor - amountMinor
  if (feeMinor > 0n) parts.push({ kind: 'fee', amountMinor: feeMinor, collectionId })
  // The customer may have used the money for other invoices.
  const isThere =
    onAccountMinor === 0n || (await balanceOf(scope, customerId, currency)) >= onAccountMinor
  return proposalOf('return', isSure ? (isThere ? 'certain' : 'likely') : 'possible', {
    parts,
    evidence: [evidence('original_end_to_end', found, entry)],
  })
}

interface OfReturn {
  readonly collection: Collection
}

function proposalOf(
  kind: Recognized['kind'],
  sureness: Proposal['class'],
  {
    parts,
    evidence: why,
  }: { readonly parts: readonly Part[]; readonly evidence: readonly Evidence[] },
): Proposal {
  return {
    key: JSON.stringify([kind, ...parts.map((part) => Object.values(part).map(String))]),
    class: sureness,
    kind,
    score: 100,
    evidence: why,
    flags: [],
    parts,
  }
}

const evidence = (code: Evidence['code'], found: string, entry: BankEntry): Evidence => ({
  code,
  params: { ...amount(code, entry).params, number: found, found, date: entry.bookingDate },
})

function amount(code: Evidence['code'], { amountMinor, currency }: BankEntry): Evidence {
  const minor = amountMinor < 0n ? -amountMinor : amountMinor
  return { code, params: { amount: formatMinor(minor, currency), currency } }
}

const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((one, other) => (one < other ? one : other))
