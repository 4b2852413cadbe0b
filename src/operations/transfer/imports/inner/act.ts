import { transaction } from '../../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { nextTurn, stopwatch } from '../../../../platform/clock.ts'
import { type ImportKind, prepare } from '../../inner/kind.ts'
import {
  type Import,
  type ImportOptions,
  type ImportRecord,
  type RecordStatus,
  takesDuplicates,
} from '../import.ts'
import {
  blamed,
  CHUNK,
  EMPTY,
  isPassing,
  madeOf,
  note,
  type Prepared,
  type Run,
  refusedAs,
  saved,
} from './outcome.ts'
import * as repository from './repository.ts'

const PART_MS = 50

/** Returns the new state of a record; throws a refusal. */
type Act = (work: Work, record: repository.StoredRecord) => Promise<ImportRecord>

/** A step that changes resources, record by record. */
interface Step {
  readonly from: RecordStatus
  /** The new state of a refused record. */
  readonly refused: RecordStatus
  /** Prepares records outside the transaction; returns the step that saves each one inside it. */
  readonly prepare: (
    work: ReadWork,
    records: readonly repository.StoredRecord[],
  ) => Promise<readonly Prepared<Act>[]>
}

function stepOf(kind: ImportKind, { status, options }: Import): Step | null {
  if (status === 'committing')
    return { from: 'valid', refused: 'failed', prepare: preparedBy(kind, options) }
  if (status === 'undoing') return { from: 'imported', refused: 'kept', prepare: deletedBy(kind) }
  return null
}

/** Processes the next records and saves their outcome in the same transaction. */
async function inOne(run: Run, limit: number): Promise<number> {
  const { work, id, kind, check } = run
  const before = await repository.requireImport(work, id)
  const step = stepOf(kind, before)
  if (!step) return 0
  const records = await nextOf(work, before, step, limit)
  if (records.length === 0) return 0
  const acts = await step.prepare(work, records)
  return transaction(work, async (work) => {
    const now = await repository.lockImport(work, id)
    // Another process was faster.
    if (now.version !== before.version) return 1
    const after: ImportRecord[] = []
    const spent = stopwatch()
    for (const { record, act } of acts) {
      if (after.length > 0 && spent() > PART_MS) break
      after.push(await act(work, record))
    }
    await note(work, now, after)
    await check(work)
    return after.length
  })
}

/** Processes only the first record and saves its refusal, if any. Returns whether there was a record. */
async function alone(run: Run): Promise<boolean> {
  const { work, id, kind, check } = run
  try {
    return (await inOne(run, 1)) > 0
  } catch (error) {
    return transaction(work, async (work) => {
      const before = await repository.lockImport(work, id)
      const step = stepOf(kind, before)
      if (!step) return false
      const { refused } = step
      const [record] = await nextOf(work, before, step, 1)
      if (!record) return false
      await note(work, before, [blamed(work, refused, kind, record, error)])
      await check(work)
      return true
    })
  }
}

export async function actOnChunk(run: Run): Promise<boolean> {
  try {
    return (await inOne(run, CHUNK)) > 0
  } catch (error) {
    if (isPassing(error)) throw error
    for (let count = 0; count < CHUNK && (await alone(run)); count += 1) await nextTurn()
    return true
  }
}

/** The next records of a step; those that may repeat others come last. */
async function nextOf(
  work: ReadWork | Work,
  { id, options, status }: Import,
  { from }: Step,
  limit: number,
): Promise<readonly repository.StoredRecord[]> {
  const records = await repository.listStored(work, id, { status: from, limit })
  if (records.length > 0 || status !== 'committing' || !takesDuplicates(options)) return records
  return repository.listStored(work, id, { status: 'duplicate', limit })
}

const preparedBy =
  (kind: ImportKind, options: ImportOptions): Step['prepare'] =>
  async (work, records) => {
    const acts: Prepared<Act>[] = []
    for (const record of records)
      acts.push({ record, act: await createdBy(kind, work, record, options) })
    return acts
  }

async function createdBy(
  kind: ImportKind,
  work: ReadWork,
  record: repository.StoredRecord,
  { duplicates }: ImportOptions,
): Promise<Act> {
  const { body, faults } = await prepare(work, kind, record.source ?? EMPTY)
  if (faults.length > 0) return async () => ({ ...record, status: 'failed', faults })
  const { fill } = kind
  if (record.status === 'duplicate' && duplicates === 'use' && fill) {
    // An earlier record of the file may have become one meanwhile.
    const [twin] = (await kind.twins?.(work, [body])) ?? []
    const id = twin?.id ?? record.resourceId
    if (id !== null)
      return async (work) => {
        await fill(work, id, body)
        return { ...record, status: 'updated', resourceId: id }
      }
  }
  return async (work) => {
    const { id, version, report: notes = [] } = await saved(work, kind, record, body)
    if (record.status === 'valid' && record.resourceId !== null)
      return { ...record, status: 'updated' }
    return { ...record, status: 'imported', resourceId: id, resourceVersion: version, notes }
  }
}

/** Keeps resources in use without trying to delete them. */
const deletedBy =
  (kind: ImportKind): Step['prepare'] =>
  async (work, records) => {
    const refusals = await kind.used?.(work, records.flatMap(madeOf))
    return records.map((record) => {
      const refusal = refusals?.get(record.resourceId ?? '')
      if (!refusal) return { record, act: deleted(kind) }
      return { record, act: async () => refusedAs('kept', kind, record, refusal) }
    })
  }

const deleted =
  (kind: ImportKind): Act =>
  async (work, record) => {
    const { resourceId: id, resourceVersion: version } = record
    if (id !== null && version !== null)
      await kind.delete(work, { id, version }).catch((error: unknown) => {
        const isGone = error instanceof AppError && error.kind === 'not_found'
        if (!isGone) throw error
      })
    return { ...record, status: 'undone' }
  }
