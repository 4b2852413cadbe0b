import { learnsAccount, type MatchClass, payerOf } from '@billwright/bank-matching'
import { formatMinor } from '@billwright/money'
import type { EventType } from '@billwright/rules/events'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { laterOf } from '../../platform/clock.ts'
import { type Allocation, leftMinor, type StoredEntry, type StoredProposal } from './entry.ts'
import {
  carryOut,
  type Instruction,
  instructionsOf,
  requireFresh,
  takeBack,
} from './inner/allocate.ts'
import * as allocationRepository from './inner/allocation-repository.ts'
import { type AllocationBody, readAllocations } from './inner/by-hand.ts'
import * as entryRepository from './inner/entry-repository.ts'
import {
  allocationExceeds,
  entryBooked,
  entryNotBooked,
  entryNotOpen,
  proposalAndParts,
  proposalStale,
} from './inner/errors.ts'
import * as learnedRepository from './inner/learned-repository.ts'
import * as likenessRepository from './inner/likeness-repository.ts'
import { entryEventData } from './inner/view.ts'
import * as waitingRepository from './inner/waiting-repository.ts'
import { MATCH_ENTRIES, matchJob } from './kinds.ts'
import { entryEtag, type NamedEntry, requireBankEntry } from './read.ts'

export interface BookBody {
  readonly proposal_id?: string
  readonly allocations?: readonly AllocationBody[]
  /** Default: the booking date of the entry. */
  readonly paid_at?: string
}

/** Books an entry: as proposed, or as a person says. The rest stays open. */
export function bookEntry(
  work: ReadWork,
  request: VersionedRef,
  body: BookBody,
): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const entry = await lockOpen(work, request)
    const { proposal_id: proposalId, allocations, paid_at: paidAt } = body
    if (allocations !== undefined) {
      if (proposalId !== undefined) throw proposalAndParts()
      const instructions = await readAllocations(work, entry, allocations)
      await book(work, entry, { instructions, learns: true, isAutomatic: false, paidAt })
    } else await bookProposal(work, entry, { id: proposalId ?? null, isAutomatic: false, paidAt })
    return requireBankEntry(work, entry.id)
  })
}

export interface BookedOne {
  readonly id: string
  /** Null: it is booked. */
  readonly refusal: AppError | null
}

/** Books each entry that has exactly one proposal of this class or a better one. */
export async function bookEntries(
  work: ReadWork,
  { ids, from }: { readonly ids: readonly string[]; readonly from: Exclude<MatchClass, 'none'> },
): Promise<readonly BookedOne[]> {
  const results: BookedOne[] = []
  for (const id of ids) results.push(await bookOne(work, id, from))
  return results
}

async function bookOne(
  work: ReadWork,
  id: string,
  from: Exclude<MatchClass, 'none'>,
): Promise<BookedOne> {
  try {
    await transaction(work, async (work) => {
      const entry = await lockOpen(work, { id, ifMatch: undefined })
      const [only, ...others] = entry.proposals
      const isSure = only && RANKS.indexOf(only.class) <= RANKS.indexOf(from)
      if (!isSure || others.length > 0) throw proposalStale()
      await bookProposal(work, entry, { id: only.id, isAutomatic: false })
    })
    return { id, refusal: null }
  } catch (error) {
    if (error instanceof AppError) return { id, refusal: error }
    throw error
  }
}

const RANKS: readonly MatchClass[] = ['certain', 'likely', 'possible']

/** Books a proposal of a locked entry, if what it rests on is as it was. `id` null: its only one. */
export async function bookProposal(
  work: Work,
  entry: StoredEntry,
  {
    id,
    isAutomatic,
    paidAt,
  }: { readonly id: string | null; readonly isAutomatic: boolean } & Pick<Booking, 'paidAt'>,
): Promise<StoredProposal> {
  const [only, ...others] = entry.proposals
  const proposal =
    id === null
      ? others.length === 0
        ? only
        : undefined
      : entry.proposals.find((it) => it.id === id)
  if (!proposal) throw proposalStale()
  await requireFresh(work, proposal)
  const instructions = await instructionsOf(work, entry, proposal)
  if (instructions.length === 0) throw proposalStale()
  const learns = !isAutomatic || learnsAccount(proposal)
  await book(work, entry, { instructions, learns, isAutomatic, paidAt })
  return proposal
}

const dated = (entry: StoredEntry, bookingDate: string): StoredEntry => ({
  ...entry,
  content: { ...entry.content, bookingDate },
})

interface Booking {
  readonly instructions: readonly Instruction[]
  /** Whether it teaches the account of the payer. */
  readonly learns: boolean
  readonly isAutomatic: boolean
  /** The day of the money, if that of the entry is in a closed period. */
  readonly paidAt?: string | undefined
}

async function book(
  work: Work,
  entry: StoredEntry,
  { instructions, learns, isAutomatic, paidAt = entry.content.bookingDate }: Booking,
): Promise<void> {
  const { currency, iban, name } = entry.content
  const sum = instructions.reduce((all, { entryMinor }) => all + entryMinor, 0n)
  const left = leftMinor(entry)
  if (sum > left) throw allocationExceeds(formatMinor(left, currency), currency)
  const earlier = (await allocationRepository.allocationsOf(work, [entry.id])).get(entry.id) ?? []
  const { allocations, customers } = await carryOut(work, dated(entry, paidAt), instructions)
  await allocationRepository.insertAllocations(work, entry.id, {
    after: earlier.length,
    allocations,
  })
  const after: StoredEntry = {
    ...next(work, entry),
    allocatedMinor: entry.allocatedMinor + sum,
    status: sum === left ? 'booked' : 'open',
    isAutomatic,
    isTouched: entry.isTouched || !isAutomatic,
    // The rest is compared anew.
    proposals: sum === left ? entry.proposals : [],
    isMatched: sum === left,
    bookedBy: { kind: work.actor.kind, id: work.actor.id, name: work.actor.name },
    bookedAt: work.at,
  }
  await entryRepository.saveEntry(work, after)
  const [customerId, ...others] = customers
  const isLearned = learns && iban !== null && customerId !== undefined && others.length === 0
  if (isLearned && entry.content.amountMinor > 0n)
    await learnedRepository.learn(work, { iban, customerId, name })
  record(work, 'bank_entry.booked', after, allocations)
  const touched = [...allocations.flatMap(({ invoiceId }) => invoiceId ?? []), ...customers]
  await compareAgain(work, isLearned ? [...touched, iban] : touched)
}

/** Takes back every payment, account entry and link of an entry. */
export function unbookEntry(work: ReadWork, request: VersionedRef): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const entry = await lockSeen(work, request)
    await unbook(work, entry)
    return requireBankEntry(work, entry.id)
  })
}

/** The service does not book the entry by itself again. */
export async function unbook(work: Work, entry: StoredEntry): Promise<StoredEntry> {
  const allocations =
    (await allocationRepository.allocationsOf(work, [entry.id])).get(entry.id) ?? []
  if (allocations.length === 0) throw entryNotBooked()
  await takeBack(work, entry, allocations)
  await allocationRepository.deleteAllocations(work, entry.id)
  const after: StoredEntry = {
    ...next(work, entry),
    allocatedMinor: 0n,
    status: 'open',
    isAutomatic: false,
    isTouched: false,
    marks: [...new Set([...entry.marks, 'undone_before' as const])],
    proposals: [],
    isMatched: false,
    bookedBy: null,
    bookedAt: null,
  }
  await entryRepository.saveEntry(work, after)
  await likenessRepository.insertMarks(work, [after])
  record(work, 'bank_entry.unbooked', after, allocations)
  const touched = allocations.flatMap((it) => [it.invoiceId ?? [], it.customerId ?? []].flat())
  await compareAgain(work, touched)
  return after
}

/** It concerns no invoice. */
export function ignoreEntry(
  work: ReadWork,
  request: VersionedRef,
  reason: string,
): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const entry = await lockOpen(work, request)
    if (entry.allocatedMinor > 0n) throw entryBooked(entry.id)
    await saveIgnored(work, { ...entry, isTouched: true }, reason)
    return requireBankEntry(work, entry.id)
  })
}

export async function saveIgnored(
  work: Work,
  entry: StoredEntry,
  reason: string,
): Promise<StoredEntry> {
  const after: StoredEntry = { ...next(work, entry), status: 'ignored', reason, isMatched: true }
  await entryRepository.saveEntry(work, after)
  record(work, 'bank_entry.ignored', after, [])
  return after
}

/** An ignored entry waits for a decision again, and the service does not ignore it by itself. */
export function reopenEntry(work: ReadWork, request: VersionedRef): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const entry = await lockSeen(work, request)
    if (entry.status !== 'ignored') throw entryNotOpen(entry.status)
    await entryRepository.saveEntry(work, {
      ...next(work, entry),
      ...{ status: 'open', reason: null, isKeptOpen: true, isTouched: true, isMatched: false },
    })
    await enqueue(work, MATCH_ENTRIES, [matchJob()])
    return requireBankEntry(work, entry.id)
  })
}

/** Compares an open entry with invoices once more. */
export function rematchEntry(work: ReadWork, request: VersionedRef): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const entry = await lockOpen(work, request)
    await entryRepository.saveEntry(work, { ...next(work, entry), isMatched: false })
    await enqueue(work, MATCH_ENTRIES, [matchJob()])
    return requireBankEntry(work, entry.id)
  })
}

/** The proposal is not made again for this entry. */
export function declineProposal(
  work: ReadWork,
  request: VersionedRef,
  proposalId: string,
): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const entry = await lockOpen(work, request)
    const proposal = entry.proposals.find(({ id }) => id === proposalId)
    if (!proposal) throw proposalStale()
    await learnedRepository.insertDeclined(work, {
      entryId: entry.id,
      proposal: proposal.key,
      payer: payerOf(entry.content),
      documents: proposal.parts.flatMap((it) =>
        'documentId' in it && it.documentId !== null ? it.documentId : [],
      ),
      evidence: proposal.evidence.map(({ code }) => code),
    })
    const proposals = entry.proposals.filter(({ id }) => id !== proposalId)
    await entryRepository.saveEntry(work, {
      ...next(work, entry),
      proposals,
      isTouched: true,
      isMatched: false,
    })
    await enqueue(work, MATCH_ENTRIES, [matchJob()])
    return requireBankEntry(work, entry.id)
  })
}

async function lockSeen(work: Work, { id, ifMatch }: VersionedRef): Promise<StoredEntry> {
  const entry = await entryRepository.lockEntry(work, id)
  checkIfMatch(ifMatch, entryEtag(entry))
  return entry
}

async function lockOpen(work: Work, request: VersionedRef): Promise<StoredEntry> {
  const entry = await lockSeen(work, request)
  if (entry.status === 'booked') throw entryBooked(entry.id)
  if (entry.status !== 'open') throw entryNotOpen(entry.status)
  return entry
}

const next = (work: Work, entry: StoredEntry): StoredEntry => ({
  ...entry,
  version: entry.version + 1,
  updatedAt: laterOf(work.at, entry.updatedAt),
})

/** Only open entries whose proposals name one of these, or that have the IBAN. */
async function compareAgain(work: Work, names: readonly string[]): Promise<void> {
  await waitingRepository.markNaming(work, names)
  await enqueue(work, MATCH_ENTRIES, [matchJob()])
}

const record = (
  work: Work,
  type: EventType,
  entry: StoredEntry,
  allocations: readonly Allocation[],
): void =>
  recordEvent(work, { type, resourceId: entry.id, data: entryEventData(entry, allocations) })
