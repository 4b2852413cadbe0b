import { isReturn } from '@billwright/bank-matching'
import type { BankEntry } from '@billwright/bank-statements'
import type { Work } from '../../core/record/work.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import type { Collection } from '../collections/collection.ts'
import {
  noteBesides,
  noteCollected,
  noteFailed,
  noteUncollected,
  noteUnreturned,
} from '../collections/outcome.ts'
import {
  listReturnable,
  lockCollection,
  lockCollections,
  requireCollection,
} from '../collections/read.ts'
import type { Mandate } from '../methods/method.ts'
import { findByReference, lockMethods } from '../methods/read.ts'
import * as repository from './inner/repository.ts'
import { noteRejected, reopenRun, settleIfDone } from './settle.ts'

/* What entries of the bank say about collections. */

/** Money that pays collections; `isSure`: the amounts agree. */
export interface RecognizedDebit {
  readonly kind: 'direct_debit'
  readonly isSure: boolean
  /** The id by which the entry names them. */
  readonly found: string
  readonly collections: readonly Collection[]
}

/** Money of a collection that was taken back; what exceeds its amount is the bank's fee. */
export interface RecognizedReturn {
  readonly kind: 'return'
  /** Whether it can be no other collection. */
  readonly isSure: boolean
  readonly found: string
  /** One, or those of which it may be one. */
  readonly collections: readonly Collection[]
}

export type Recognized = RecognizedDebit | RecognizedReturn

const END_TO_END = /DD[0-9a-f]{32}[1-9]/i
/** `MsgId`, or with a second number `PmtInfId`. */
const OUR_FILE = /BW[0-9A-F]{16}-\d+(-\d+)?/
/** German business codes of direct debits that are credited. */
const DEBIT_CODE = /(?:^|\D)(?:192|196)(?:\D|$)/

/** What an entry says about collections; null: nothing. Reads only. */
export function recognize(scope: CompanyDb, entry: BankEntry): Promise<Recognized | null> {
  if (entry.currency !== 'EUR') return Promise.resolve(null)
  return entry.amountMinor > 0n ? moneyIn(scope, entry) : moneyOut(scope, entry)
}

const textsOf = (entry: BankEntry): string =>
  [
    entry.endToEnd,
    entry.customerReference,
    entry.bankReference,
    entry.entryReference,
    entry.text,
    entry.lines.join(''),
  ]
    .filter((it) => it !== null)
    .join(' ')

async function moneyIn(scope: CompanyDb, entry: BankEntry): Promise<RecognizedDebit | null> {
  const texts = textsOf(entry)
  const endToEnd = END_TO_END.exec(texts)?.[0]
  const single = endToEnd === undefined ? null : await named(scope, endToEnd)
  if (single !== null && endToEnd !== undefined) {
    const isSure = single.amountMinor === entry.amountMinor && isExpected(single)
    return { kind: 'direct_debit', isSure, found: endToEnd, collections: [single] }
  }
  const [file, block] = OUR_FILE.exec(texts) ?? []
  if (file !== undefined) {
    const items = block
      ? await repository.listOfPayment(scope, file)
      : await repository.listOfMessage(scope, file)
    return items.length === 0 ? null : batch(scope, entry, { found: file, items })
  }
  if (!DEBIT_CODE.test(entry.code.proprietary ?? '')) return null
  const items = await repository.listOfDay(scope, entry.bookingDate)
  for (const [found, ofBlock] of Map.groupBy(items, ({ paymentRef }) => paymentRef ?? '')) {
    const recognized = await batch(scope, entry, { found, items: ofBlock })
    if (recognized?.isSure) return recognized
  }
  return null
}

/** Whether its money is still expected. */
export const isExpected = ({ status }: Collection): boolean => status === 'submitted'

async function batch(
  scope: CompanyDb,
  entry: BankEntry,
  { found, items }: { readonly found: string; readonly items: readonly repository.FiledItem[] },
): Promise<RecognizedDebit | null> {
  const collections: Collection[] = []
  for (const { collectionId, endToEnd, rejected } of items) {
    const it = await requireCollection(scope, collectionId)
    if (rejected === null && it.endToEnd === endToEnd && isExpected(it)) collections.push(it)
  }
  if (collections.length === 0) return null
  const sum = collections.reduce((all, { amountMinor }) => all + amountMinor, 0n)
  return { kind: 'direct_debit', isSure: sum === entry.amountMinor, found, collections }
}

/** The collection whose last attempt has this end-to-end id. */
async function named(scope: CompanyDb, endToEnd: string): Promise<Collection | null> {
  const [item] = await repository.findByEndToEnd(scope, endToEnd.replace(/^DD/i, 'DD'))
  if (!item) return null
  const collection = await requireCollection(scope, item.collectionId)
  return collection.endToEnd === item.endToEnd ? collection : null
}

async function moneyOut(scope: CompanyDb, entry: BankEntry): Promise<RecognizedReturn | null> {
  const takenMinor = -entry.amountMinor
  const endToEnd = END_TO_END.exec(textsOf(entry))?.[0]
  if (endToEnd === undefined) return isReturn(entry) ? ofMandate(scope, entry, takenMinor) : null
  const collection = await named(scope, endToEnd)
  if (!collection || !canComeBack(collection) || takenMinor < collection.amountMinor) return null
  return { kind: 'return', isSure: true, found: endToEnd, collections: [collection] }
}

/** Whether its money can be taken back. */
export const canComeBack = ({ status }: Collection): boolean =>
  status === 'collected' || status === 'submitted'

const CANDIDATES_MAX = 6

/**
 * By the reference of the mandate and the amount before the bank's fee. Mandates collect the same amount
 * again and again, so several collections may fit: a person decides.
 */
async function ofMandate(
  scope: CompanyDb,
  { mandate, instructed, currency, bookingDate, iban }: BankEntry,
  takenMinor: bigint,
): Promise<RecognizedReturn | null> {
  const method = mandate === null ? undefined : await findByReference(scope, mandate)
  if (!method?.mandate) return null
  const isKnown = instructed !== null && instructed.currency === currency
  const original = isKnown ? instructed.amountMinor : takenMinor
  const amountMinor = original < 0n ? -original : original
  const returnable = await listReturnable(
    scope,
    { methodId: method.id, amountMinor },
    CANDIDATES_MAX,
  )
  const collections = returnable.filter(
    ({ attempts }) => (attempts.at(-1)?.day ?? '') <= bookingDate,
  )
  if (collections.length === 0 || takenMinor < amountMinor) return null
  const isSure = collections.length === 1 && isAccountOf(method.mandate, iban)
  return { kind: 'return', isSure, found: mandate ?? '', collections }
}

/** Whether a return from this account can belong to the mandate. */
const isAccountOf = (mandate: Mandate, iban: string | null): boolean =>
  iban === null ||
  iban === mandate.iban ||
  mandate.amendments.some(({ what, old }) => what === 'iban' && old === iban)

/** Locks collections and their runs, before anything locks their invoices. */
export async function lockDebits(
  work: Work,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Collection>> {
  if (ids.length === 0) return new Map()
  const runs = new Set<string>()
  for (const id of ids) {
    const { runId } = await requireCollection(work, id)
    if (runId !== null) runs.add(runId)
  }
  for (const id of [...runs].toSorted()) await repository.lockRun(work, id)
  const collections = await lockCollections(work, ids)
  await lockMethods(work, [...new Set(collections.map(({ methodId }) => methodId))])
  return new Map(collections.map((it) => [it.id, it]))
}

/** Money of the bank's entry settled the collection, or went to the customer's account instead. */
export async function bookCollected(
  work: Work,
  collectionId: string,
  { paymentId = null, onAccountMinor = 0n }: Partial<Booked>,
): Promise<void> {
  const before = await lockCollection(work, collectionId)
  if (before.status === 'collected') {
    await noteBesides(work, before, { paymentId, onAccountMinor })
    return
  }
  const after = await noteCollected(work, before, { paymentId, onAccountMinor })
  await settleRun(work, after)
}

type Booked = Pick<Collection, 'paymentId' | 'onAccountMinor'>

/** The money of the collection went back, or never came. */
export async function bookReturned(
  work: Work,
  collectionId: string,
  { code, day }: { readonly code: string | null; readonly day: string },
): Promise<void> {
  const before = await lockCollection(work, collectionId)
  // An entry takes back what was booked in several parts.
  if (!canComeBack(before)) return
  if (before.runId !== null && before.status === 'submitted') {
    const run = await repository.lockRun(work, before.runId)
    await noteRejected(work, run, { collectionId, code: code ?? 'none' })
  }
  const after = await noteFailed(work, before, { code, day })
  await settleRun(work, after)
}

/** A person takes back the booking of an entry that paid this collection. */
export async function unbookCollected(
  work: Work,
  collectionId: string,
  paymentId: string | null,
): Promise<void> {
  const before = await lockCollection(work, collectionId)
  const isOurs = paymentId === null ? before.onAccountMinor > 0n : before.paymentId === paymentId
  if (before.status === 'collected' && isOurs)
    await reopen(work, await noteUncollected(work, before))
}

/** A person takes back the booking of an entry that returned this collection. */
export async function unbookReturned(work: Work, collectionId: string): Promise<void> {
  const after = await noteUnreturned(work, await lockCollection(work, collectionId))
  if (after.runId === null || after.status !== 'submitted') return
  const run = await repository.lockRun(work, after.runId)
  await noteRejected(work, run, { collectionId, code: null })
  await reopen(work, after)
}

async function reopen(work: Work, { runId }: Collection): Promise<void> {
  if (runId !== null) await reopenRun(work, await repository.lockRun(work, runId))
}

async function settleRun(work: Work, { runId }: Collection): Promise<void> {
  if (runId === null) return
  await settleIfDone(work, await repository.lockRun(work, runId))
}
