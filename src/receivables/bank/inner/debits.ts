import type { Evidence, Match, Part, Proposal } from '@billwright/bank-matching'
import type { BankEntry } from '@billwright/bank-statements'
import { formatMinor } from '@billwright/money'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { findDues } from '../../collections/read.ts'
import {
  type Recognized,
  type RecognizedDebit,
  type RecognizedReturn,
  recognize,
} from '../../direct-debit/statement.ts'

/* Entries that name our direct debits come before everything else. */

/** What an entry brings of our direct debits, or takes back; null: nothing, or a person declined it. */
export async function matchDebit(
  scope: CompanyDb,
  entry: BankEntry,
  declined: ReadonlySet<string> | undefined,
): Promise<Match | null> {
  const recognized = await recognize(scope, entry)
  if (recognized === null) return null
  const proposal =
    recognized.kind === 'direct_debit'
      ? await ofDebit(scope, entry, recognized)
      : ofReturn(entry, recognized)
  if (declined?.has(proposal.key)) return null
  return {
    class: proposal.class,
    kind: proposal.kind,
    flags: [],
    proposals: [proposal],
    ruleId: null,
    providerId: null,
  }
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
    if (over > 0n) parts.push({ kind: 'account', customerId, amountMinor: over })
    left -= part + over
  }
  const isAllDue = parts.every(({ kind }) => kind === 'invoice') && left === 0n
  return proposalOf('direct_debit', isSure && isAllDue, {
    parts,
    evidence: [evidence('end_to_end', found, entry), amount('amount_sum', entry)],
  })
}

function ofReturn(entry: BankEntry, { collection, feeMinor, found }: RecognizedReturn): Proposal {
  const { id: collectionId, invoiceId, paymentId, amountMinor } = collection
  const back: Part =
    paymentId === null
      ? { kind: 'return', collectionId, amountMinor }
      : {
          kind: 'reversal',
          entryId: '',
          documentId: invoiceId,
          paymentId,
          amountMinor,
          collectionId,
        }
  const parts: readonly Part[] =
    feeMinor > 0n ? [back, { kind: 'fee', amountMinor: feeMinor }] : [back]
  return proposalOf('return', true, {
    parts,
    evidence: [evidence('original_end_to_end', found, entry)],
  })
}

function proposalOf(
  kind: Recognized['kind'],
  isSure: boolean,
  {
    parts,
    evidence: why,
  }: { readonly parts: readonly Part[]; readonly evidence: readonly Evidence[] },
): Proposal {
  return {
    key: JSON.stringify([kind, ...parts.map((part) => Object.values(part).map(String))]),
    class: isSure ? 'certain' : 'likely',
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
