import { requireOpen } from '../../company/closing/open.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { checkIfMatch } from '../../core/http/etag.ts'
import type { RunningJob } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { laterOf, nextTurn, stopwatch } from '../../platform/clock.ts'
import { withoutCommitHook } from '../../platform/database/commit-hook.ts'
import { unbook } from './book.ts'
import type { StoredEntry } from './entry.ts'
import type { BankFile, StoredFile } from './file.ts'
import * as allocationRepository from './inner/allocation-repository.ts'
import * as entryRepository from './inner/entry-repository.ts'
import { entriesBooked, fileNotReady } from './inner/errors.ts'
import * as fileRepository from './inner/file-repository.ts'
import * as likenessRepository from './inner/likeness-repository.ts'
import { fileEventData } from './inner/view.ts'
import { fileJob, MATCH_ENTRIES, matchJob, RUN_BANK_FILE } from './kinds.ts'
import { fileEtag, requireBankFile } from './read.ts'

const AT_ONCE = 50
const SLICE_MS = 50
const AT_ONCE_MS = 2000

/** Unbooks what the service booked of a file, and deletes its entries. A person's booking refuses it. */
export async function undoBankFile(work: ReadWork, request: VersionedRef): Promise<BankFile> {
  await beginUndo(work, request)
  // The change is made; the job would go on.
  await withoutCommitHook(async () => {
    const spent = stopwatch()
    while (spent() < AT_ONCE_MS && (await undoOrStop(work, request.id))) await nextTurn()
  })
  return requireBankFile(work, request.id)
}

/** A job does the rest. Throws `entries_booked`, `period_closed`. */
export function beginUndo(work: ReadWork, request: VersionedRef): Promise<StoredFile> {
  return transaction(work, async (work) => {
    const file = await fileRepository.lockFile(work, request.id)
    checkIfMatch(request.ifMatch, fileEtag(file))
    if (file.status !== 'done') throw fileNotReady()
    const touched = await entryRepository.listTouched(work, file.id)
    if (touched.length > 0) throw entriesBooked(touched)
    await requireOpen(work, await allocationRepository.paymentDaysOf(work, file.id))
    await saveStatus(work, file, 'undoing')
    await enqueue(work, RUN_BANK_FILE, [fileJob(file.id)])
    return file
  })
}

/** As `undoSlice`. A refusal ends the undo, so that a person can mend its reason and undo again. */
async function undoOrStop(work: ReadWork, fileId: string, check?: Check): Promise<boolean> {
  try {
    return await undoSlice(work, fileId, check)
  } catch (error) {
    if (error instanceof AppError)
      await transaction(work, async (work) => {
        const file = await fileRepository.lockFile(work, fileId)
        if (file.status === 'undoing') await saveStatus(work, file, 'done')
      })
    throw error
  }
}

type Check = (work: Work) => Promise<void>

/** Undoes the next entries of a file. Returns whether there are more. */
function undoSlice(
  work: ReadWork,
  fileId: string,
  check: Check = async () => {},
): Promise<boolean> {
  return transaction(work, async (work) => {
    const file = await fileRepository.lockFile(work, fileId)
    if (file.status !== 'undoing') return false
    const entries = await entryRepository.listLastOfFile(work, fileId, AT_ONCE)
    const gone: StoredEntry[] = []
    const spent = stopwatch()
    for (const { id } of entries) {
      const entry = await entryRepository.lockEntry(work, id)
      gone.push(entry.allocatedMinor > 0n ? await unbook(work, entry) : entry)
      if (spent() > SLICE_MS) break
    }
    await likenessRepository.insertMarks(work, gone)
    await entryRepository.deleteEntries(
      work,
      gone.map(({ id }) => id),
    )
    await bringSumsBack(work, gone)
    const isDone = gone.length === entries.length && entries.length < AT_ONCE
    if (isDone) {
      const after = await saveStatus(work, file, 'undone')
      const data = fileEventData(after)
      recordEvent(work, { type: 'bank_file.undone', resourceId: fileId, data })
    }
    await check(work)
    return !isDone
  })
}

async function saveStatus(
  work: Work,
  file: StoredFile,
  status: StoredFile['status'],
): Promise<StoredFile> {
  const updatedAt = laterOf(work.at, file.updatedAt)
  const after = { ...file, status, version: file.version + 1, updatedAt }
  await fileRepository.saveFile(work, after)
  return after
}

export async function continueUndo(
  work: ReadWork,
  fileId: string,
  { signal, check }: Pick<RunningJob<unknown>, 'signal' | 'check'>,
): Promise<void> {
  while (!signal.aborted && (await undoOrStop(work, fileId, check))) await nextTurn()
}

/** A sum that details replaced is an entry again once all of them are gone. */
async function bringSumsBack(work: Work, gone: readonly StoredEntry[]): Promise<void> {
  const changed = await likenessRepository.reopenSums(work, gone)
  if (changed) await enqueue(work, MATCH_ENTRIES, [matchJob()])
}
