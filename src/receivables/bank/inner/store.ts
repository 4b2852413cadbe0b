import { enqueue } from '../../../core/jobs/queue.ts'
import { recordEvent } from '../../../core/record/journal.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { laterOf } from '../../../platform/clock.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { newId } from '../../../platform/ids.ts'
import type { StoredEntry } from '../entry.ts'
import { type EntryCounts, NO_COUNTS, type StoredFile, type StoredStatement } from '../file.ts'
import { MATCH_ENTRIES, matchJob } from '../kinds.ts'
import { type Decision, decide, type NewEntry } from './decide.ts'
import * as entryRepository from './entry-repository.ts'
import * as fileRepository from './file-repository.ts'
import * as likenessRepository from './likeness-repository.ts'
import type { PlacedEntry, PlacedFile } from './place.ts'
import * as statementRepository from './statement-repository.ts'
import { fileEventData } from './view.ts'

/** On SQLite all companies wait for a transaction, so it takes few entries. */
const SLICE = 100

/**
 * Stores the next entries of a file. Returns whether there are more. Any process may continue, because the
 * file says how far it has come.
 */
export function storeSlice(
  work: ReadWork,
  fileId: string,
  { entries }: PlacedFile,
  check: (work: Work) => Promise<void> = async () => {},
): Promise<boolean> {
  return transaction(work, async (work) => {
    const file = await fileRepository.lockFile(work, fileId)
    if (file.status !== 'reading') return false
    const slice = entries.slice(file.done, file.done + SLICE)
    const decisions = await decideSlice(work, slice, file.id)
    for (const decision of decisions) await save(work, file.id, decision)
    const counts = decisions.map((it) => it.counts)
    await countOfStatements(work, file.id, counts)
    const done = file.done + slice.length
    const isDone = done >= entries.length
    const after: StoredFile = {
      ...file,
      ...addCounts(file, ...counts.flatMap((it) => [...it.values()])),
      done,
      status: isDone ? 'done' : 'reading',
      version: file.version + 1,
      updatedAt: laterOf(work.at, file.updatedAt),
    }
    await fileRepository.saveFile(work, after)
    if (isDone) {
      const data = fileEventData(after)
      recordEvent(work, { type: 'bank_file.imported', resourceId: file.id, data })
    }
    if (decisions.some(({ added }) => added.length > 0))
      await enqueue(work, MATCH_ENTRIES, [matchJob()])
    await check(work)
    return !isDone
  })
}

/** Decides about the entries of each account. Changes nothing. `fileId` null: the file is not stored. */
export async function decideSlice(
  scope: CompanyDb,
  slice: readonly PlacedEntry[],
  fileId: string | null,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = []
  for (const [bankAccountId, entries] of Map.groupBy(slice, ({ account }) => account.id)) {
    const identities = entries.map(({ identity }) => identity)
    const there = await likenessRepository.listAlike(scope, {
      bankAccountId,
      identities,
      references: distinct(entries.flatMap(({ entry }) => entry.entryReference ?? [])),
      dates: distinct(entries.map(({ entry }) => entry.bookingDate)),
      amounts: distinct(entries.map(({ entry }) => entry.amountMinor)),
    })
    const marks = await likenessRepository.listMarks(scope, { bankAccountId, identities })
    const undone = new Set(marks.map(({ identity, n }) => `${identity} ${n}`))
    const wasUndone = (it: PlacedEntry) => undone.has(`${it.identity} ${it.n}`)
    decisions.push(decide(entries, there, { fileId, wasUndone }))
  }
  return decisions
}

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

async function save(work: Work, fileId: string, { added, replaced }: Decision): Promise<void> {
  for (const whole of replaced)
    await entryRepository.saveEntry(work, {
      ...whole,
      status: 'ignored',
      reason: 'replaced',
      class: 'none',
      kind: 'ignored',
      proposals: [],
      version: whole.version + 1,
      updatedAt: laterOf(work.at, whole.updatedAt),
    })
  await entryRepository.insertEntries(
    work,
    added.map((it) => toEntry(work, fileId, it)),
  )
}

const toEntry = (
  work: Work,
  fileId: string,
  { placed, marks, reason, suspectOf }: NewEntry,
): StoredEntry => ({
  id: newId('ben'),
  version: 1,
  bankAccountId: placed.account.id,
  fileId,
  statement: placed.statement,
  position: placed.position,
  family: placed.family,
  identity: placed.identity,
  n: placed.n,
  status: reason === null ? 'open' : 'ignored',
  reason,
  allocatedMinor: 0n,
  content: placed.entry,
  class: reason === null ? null : 'none',
  kind: reason === null ? null : 'ignored',
  flags: [],
  proposals: [],
  marks,
  suspectOf,
  pairId: null,
  isMatched: reason !== null,
  isAutomatic: false,
  isKeptOpen: false,
  isTouched: false,
  bookedBy: null,
  bookedAt: null,
  createdAt: work.at,
  updatedAt: work.at,
})

async function countOfStatements(
  work: Work,
  fileId: string,
  counts: readonly ReadonlyMap<number, EntryCounts>[],
): Promise<void> {
  const statements = (await statementRepository.statementsOf(work, [fileId])).get(fileId) ?? []
  for (const statement of statements) {
    const own = counts.flatMap((it) => it.get(statement.position) ?? [])
    if (own.length === 0) continue
    const after: StoredStatement = { ...statement, ...addCounts(statement, ...own) }
    await statementRepository.saveStatement(work, fileId, after)
  }
}

export const addCounts = (...all: readonly EntryCounts[]): EntryCounts =>
  all.reduce(
    (sum, it) => ({
      added: sum.added + it.added,
      known: sum.known + it.known,
      pending: sum.pending + it.pending,
      suspects: sum.suspects + it.suspects,
      replaced: sum.replaced + it.replaced,
    }),
    NO_COUNTS,
  )
