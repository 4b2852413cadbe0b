import { isDeepStrictEqual } from 'node:util'
import {
  indexReceivables,
  type Match,
  type MatchIndex,
  matchEntry,
  noteBooking,
} from '@billwright/bank-matching'
import type { BankEntry } from '@billwright/bank-statements'
import { closedUntil } from '../../company/closing/open.ts'
import { currentSettings } from '../../company/settings/read.ts'
import type { RunningJob } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import { laterOf, nextTurn, stopwatch } from '../../platform/clock.ts'
import { sha256 } from '../../platform/ids.ts'
import { bookProposal, saveIgnored } from './book.ts'
import { leftMinor, type StoredEntry, type StoredProposal } from './entry.ts'
import { matchDebit } from './inner/debits.ts'
import * as entryRepository from './inner/entry-repository.ts'
import * as learnedRepository from './inner/learned-repository.ts'
import { loadReceivables } from './inner/receivables.ts'
import * as waitingRepository from './inner/waiting-repository.ts'
import { MATCH_ENTRIES, matchJob } from './kinds.ts'

/** On SQLite all companies wait for a transaction, so it takes few entries. */
const AT_ONCE = 50
const SLICE_MS = 50
/** Days between the two sides of a transfer. */
const TRANSFER_DAYS = 5

type Running = Pick<RunningJob<unknown>, 'signal' | 'check'>

/**
 * Compares the waiting entries with what is due, in the order of their days. With the setting it books
 * what is certain; each entry sees what the one before has changed.
 */
export async function matchEntries(work: ReadWork, { signal, check }: Running): Promise<void> {
  let index: MatchIndex | null = null
  const refusals = new Map<string, number>()
  for (; !signal.aborted; await nextTurn()) {
    const waiting = await waitingRepository.listWaiting(work, AT_ONCE)
    if (waiting.length === 0) return
    index ??= indexReceivables(await loadReceivables(work))
    const isBooking = (await currentSettings(work)).bankAutoBook === 'certain'
    index = await matchSlice(work, { index, waiting, isBooking, refusals, check })
  }
}

interface Slice {
  readonly index: MatchIndex
  readonly waiting: readonly StoredEntry[]
  readonly isBooking: boolean
  /** How often the booking of an entry was refused. */
  readonly refusals: Map<string, number>
  readonly check: (work: Work) => Promise<void>
}

/** After the first refusal, the service reads everything again and retries; after the second, a person decides. */
const REFUSALS_MAX = 2

/** Null: what was read is no longer true, so it is read again. */
async function matchSlice(
  work: ReadWork,
  { index, waiting, isBooking, refusals, check }: Slice,
): Promise<MatchIndex | null> {
  let current = ''
  try {
    await transaction(work, async (work) => {
      const spent = stopwatch()
      const closed = await closedUntil(work)
      for (const { id } of waiting) {
        const entry = await entryRepository.lockEntry(work, id)
        if (entry.status !== 'open' || entry.isMatched) continue
        current = id
        const mayBook = isBooking && (refusals.get(id) ?? 0) < REFUSALS_MAX
        const note = await matchOne(work, entry, { index, isBooking: mayBook, closed })
        // The next entry sees it; a transaction that fails makes the index anew.
        note?.()
        if (spent() > SLICE_MS) break
      }
      await check(work)
    })
    return index
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refusals.set(current, (refusals.get(current) ?? 0) + 1)
    return null
  }
}

/** Stores what an entry seems to pay, and books it if it may. Returns what changes the index. */
async function matchOne(
  work: Work,
  entry: StoredEntry,
  {
    index,
    isBooking,
    closed,
  }: {
    readonly index: MatchIndex
    readonly isBooking: boolean
    /** The last closed day. */
    readonly closed: string | null
  },
): Promise<(() => void) | null> {
  const { id, bankAccountId: accountId } = entry
  const content = restOf(entry)
  const isWhole = entry.allocatedMinor === 0n
  const debit = isWhole ? await matchDebit(work, content, index.declinedKeys.get(id)) : null
  const { isKeptOpen } = entry
  const match = debit ?? matchEntry(index, { id, accountId, entry: content, isKeptOpen })
  if (entry.class === null) work.app.counters.countBankEntry(match.class)
  const [flag] = match.flags
  if (match.kind === 'ignored' && !entry.isKeptOpen && entry.allocatedMinor === 0n) {
    const ignored = { ...entry, class: match.class, kind: match.kind, flags: match.flags }
    const saved = await saveIgnored(work, { ...ignored, proposals: [] }, flag ?? 'rule')
    if (flag === 'own_transfer') await pair(work, saved, index)
    return null
  }
  const isClosed = closed !== null && content.bookingDate <= closed
  const found = withMatch(work, entry, { match, index, isClosed })
  const isSame = isDeepStrictEqual(resultOf(found), resultOf(entry))
  const matched = isSame ? { ...entry, isMatched: true } : found
  await entryRepository.saveEntry(work, matched)
  const [only, ...others] = matched.proposals
  const isSure = match.class === 'certain' && only !== undefined && others.length === 0
  if (!isBooking || !isSure || isClosed || entry.marks.length > 0) return null
  await bookProposal(work, matched, { id: only.id, isAutomatic: true })
  const learnedFor = await learnedCustomer(work, matched)
  return () => noteBooking(index, { id, accountId, entry: content, parts: only.parts, learnedFor })
}

const resultOf = ({ class: sureness, kind, flags, proposals }: StoredEntry) => ({
  ...{ sureness, kind, flags, proposals },
})

/** A part of the entry may be booked already. */
function restOf(entry: StoredEntry): BankEntry {
  const { content, allocatedMinor } = entry
  if (allocatedMinor === 0n) return content
  const left = leftMinor(entry)
  return { ...content, amountMinor: content.amountMinor < 0n ? -left : left }
}

const withMatch = (
  work: Work,
  entry: StoredEntry,
  {
    match,
    index,
    isClosed,
  }: { readonly match: Match; readonly index: MatchIndex; readonly isClosed: boolean },
): StoredEntry => ({
  ...entry,
  class: match.class,
  kind: match.kind,
  flags: [...new Set([...match.flags, ...(isClosed ? (['period_closed'] as const) : [])])],
  proposals: match.proposals.map((proposal) => ({
    ...proposal,
    id: sha256(proposal.key).slice(0, ID_LENGTH),
    rests: restsOf(proposal, index),
  })),
  isMatched: true,
  version: entry.version + 1,
  updatedAt: laterOf(work.at, entry.updatedAt),
})
const ID_LENGTH = 16

function restsOf(
  { parts }: Pick<StoredProposal, 'parts'>,
  { documents }: MatchIndex,
): StoredProposal['rests'] {
  const ids = parts.flatMap((it) => ('documentId' in it && it.documentId ? it.documentId : []))
  return [...new Set(ids)].flatMap((documentId) => {
    const document = documents.get(documentId)
    return document ? [{ documentId, dueMinor: document.dueMinor }] : []
  })
}

async function learnedCustomer(work: Work, { content }: StoredEntry): Promise<string | null> {
  if (content.iban === null) return null
  const learned = await learnedRepository.findLearned(work, content.iban)
  return learned.length === 1 ? (learned[0]?.customerId ?? null) : null
}

/** Links the two sides of a transfer between own accounts. */
async function pair(work: Work, entry: StoredEntry, { given }: MatchIndex): Promise<void> {
  const { iban, bookingDate } = entry.content
  const account = given.ownAccounts.find(({ ibans }) => iban !== null && ibans.includes(iban))
  if (!account || account.id === entry.bankAccountId) return
  const other = await entryRepository.findOtherSide(work, entry, {
    accountId: account.id,
    from: addDays(bookingDate, -TRANSFER_DAYS),
    to: addDays(bookingDate, TRANSFER_DAYS),
  })
  if (!other) return
  await entryRepository.saveEntry(work, { ...entry, pairId: other.id })
  await entryRepository.saveEntry(work, { ...other, version: other.version + 1, pairId: entry.id })
}

/**
 * Compares all open entries again if an invoice was issued, paid or changed since the last time.
 */
export function lookAgain(work: ReadWork): Promise<void> {
  return transaction(work, async (work) => {
    const at = await waitingRepository.lastInvoiceAt(work)
    if (at <= (await waitingRepository.lookedAt(work))) return
    await waitingRepository.saveLook(work, at)
    await waitingRepository.markWaiting(work, 'open')
    await enqueue(work, MATCH_ENTRIES, [matchJob()])
  })
}
