import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { CsvProfile } from '@billwright/bank-statements'
import type { RunningJob } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { nextTurn, stopwatch } from '../../platform/clock.ts'
import { withoutCommitHook } from '../../platform/database/commit-hook.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { addAccountOfSettings, allBankAccounts, requireBankAccount } from './accounts.ts'
import type { BankFile, EntryCounts, StoredFile } from './file.ts'
import { accountArchived, unknownColumns } from './inner/errors.ts'
import * as repository from './inner/file-repository.ts'
import { type PlacedFile, placeFile } from './inner/place.ts'
import { FILE_BYTES_MAX, type ReadFile, type ReadJob, readFile } from './inner/read-file.ts'
import { addCounts, decideSlice, storeSlice } from './inner/store.ts'
import { fileJob, RUN_BANK_FILE } from './kinds.ts'
import { findMapping, requireProfile } from './profiles.ts'
import { requireBankFile } from './read.ts'

export interface UploadedFile {
  readonly bytes: Uint8Array
  readonly name: string | null
  /** For files that do not name their account. */
  readonly bankAccountId: string | null
  /** A stored CSV mapping; null: one that fits. */
  readonly profileId: string | null
}

export interface Uploaded {
  readonly file: BankFile
  /** These bytes were given before. */
  readonly isKnown: boolean
}

/** A longer file goes on in the background. */
const AT_ONCE_MS = 2000

const TRIED_AT_ONCE = 100

const packed = promisify(deflate)
const unpacked = promisify(inflate)

/**
 * Reads a file of a bank and stores its entries. A file that cannot be read to its end stores nothing.
 *
 * @throws AppError `file_unreadable`, `bank_account_unknown`, `currency_differs` and others
 */
export async function uploadBankFile(work: ReadWork, given: UploadedFile): Promise<Uploaded> {
  const { file, placed, isKnown } = await beginBankFile(work, given)
  // The change is made; the job would go on.
  await withoutCommitHook(async () => {
    const spent = stopwatch()
    while (placed && spent() < AT_ONCE_MS && (await storeSlice(work, file.id, placed)))
      await nextTurn()
  })
  return { file: await requireBankFile(work, file.id), isKnown }
}

/** Reads a file and stores its bytes; a job stores its entries. `placed` null: the bytes were there. */
async function beginBankFile(
  work: ReadWork,
  given: UploadedFile,
): Promise<
  Omit<Uploaded, 'file'> & { readonly file: StoredFile; readonly placed: PlacedFile | null }
> {
  const digest = sha256(given.bytes)
  const known = await repository.findKeptFile(work, digest)
  if (known) return { file: known, placed: null, isKnown: true }
  const { placed, profile } = await read(work, given)
  const file = newFile(work, { given, placed, profile, digest })
  const bytes = await packed(given.bytes)
  try {
    await transaction(work, async (work) => {
      const { statements } = placed
      await repository.insertFile(work, file, { statements, packed: bytes })
      await enqueue(work, RUN_BANK_FILE, [fileJob(file.id)])
      return file
    })
  } catch (error) {
    // Another request stored the same bytes meanwhile.
    const other = isUniqueViolation(error) && (await repository.findKeptFile(work, digest))
    if (!other) throw error
    return { file: other, placed: null, isKnown: true }
  }
  return { file, placed, isKnown: false }
}

/** What an upload would do. Stores nothing. */
export async function tryBankFile(work: ReadWork, given: UploadedFile): Promise<BankFile> {
  const { placed, profile } = await read(work, given)
  const counts: (readonly [number, EntryCounts])[] = []
  for (let at = 0; at < placed.entries.length; at += TRIED_AT_ONCE) {
    const slice = placed.entries.slice(at, at + TRIED_AT_ONCE)
    for (const decision of await decideSlice(work, slice, null)) counts.push(...decision.counts)
    await nextTurn()
  }
  const statements = placed.statements.map((it) => {
    const own = counts.flatMap(([at, count]) => (at === it.position ? count : []))
    return { ...it, ...addCounts(it, ...own) }
  })
  const digest = sha256(given.bytes)
  const file = newFile(work, { given, placed, profile, digest })
  const sum: EntryCounts = addCounts(...statements)
  return { ...file, ...sum, done: file.entries, status: 'done', statements }
}

/** Stores the rest of a file after the request that brought it, or after a crash. */
export async function continueFile(
  work: ReadWork,
  file: StoredFile,
  { signal, check }: Pick<RunningJob<unknown>, 'signal' | 'check'>,
): Promise<void> {
  const bytes = await originalOf(work, file.id)
  if (bytes === undefined) throw new Error(`The bytes of ${file.id} are gone.`)
  const account = file.bankAccountId && (await requireBankAccount(work, file.bankAccountId))
  const contents = await readFile(work, bytes, {
    profile: file.profile === null ? null : (JSON.parse(file.profile) as CsvProfile),
    currency: account ? account.currency : null,
  })
  const placed = await placeFile(work, contents, file.bankAccountId)
  while (!signal.aborted && (await storeSlice(work, file.id, placed, check))) await nextTurn()
}

/** The bytes as the bank wrote them; undefined once they are no longer kept. */
export async function originalOf(work: ReadWork, fileId: string): Promise<Uint8Array | undefined> {
  const bytes = await repository.readPacked(work, fileId)
  return bytes && (await unpacked(bytes, { maxOutputLength: FILE_BYTES_MAX + 1 }))
}

interface Read {
  readonly placed: PlacedFile
  readonly profile: CsvProfile | null
}

async function read(work: ReadWork, given: UploadedFile): Promise<Read> {
  await withoutCommitHook(() => addAccountOfSettings(work))
  const { bytes, bankAccountId, profileId } = given
  const asked = profileId === null ? null : (await requireProfile(work, profileId)).mapping
  const account = bankAccountId === null ? null : await requireBankAccount(work, bankAccountId)
  const options = { profile: asked, currency: account?.currency ?? null }
  const { contents, profile } = await readFitting(work, bytes, options)
  const placed = await placeFile(work, contents, bankAccountId)
  const ids = new Set(placed.statements.map((it) => it.bankAccountId))
  const archived = (await allBankAccounts(work)).find((it) => it.archived && ids.has(it.id))
  if (archived) throw accountArchived(archived.name)
  return { placed, profile }
}

/** Reads a table that the service does not know with the stored mapping that fits. */
async function readFitting(
  work: ReadWork,
  bytes: Uint8Array,
  options: Omit<ReadJob, 'files'>,
): Promise<{ readonly contents: ReadFile; readonly profile: CsvProfile | null }> {
  const { profile } = options
  try {
    return { contents: await readFile(work, bytes, options), profile }
  } catch (error) {
    const columns = profile === null ? unknownColumns(error) : null
    const mapping = columns && (await findMapping(work, columns))
    if (!mapping) throw error
    return {
      contents: await readFile(work, bytes, { ...options, profile: mapping }),
      profile: mapping,
    }
  }
}

function newFile(
  work: ReadWork,
  {
    given,
    placed,
    profile,
    digest,
  }: Read & { readonly given: UploadedFile; readonly digest: string },
): StoredFile {
  return {
    id: newId('bkf'),
    version: 1,
    name: given.name,
    format: placed.format,
    digest,
    status: 'reading',
    bankAccountId: given.bankAccountId,
    profile: profile && JSON.stringify(profile),
    entries: placed.entries.length,
    done: 0,
    ...{ added: 0, known: 0, suspects: 0, replaced: 0 },
    pending: placed.pending,
    problems: placed.problems,
    bytes: given.bytes.length,
    createdAt: work.at,
    updatedAt: work.at,
  }
}
