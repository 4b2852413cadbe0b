import { LeaseLost, type RunningJob } from '../../../../core/jobs/handler.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isTransient, storageError } from '../../../../platform/database/storage-error.ts'
import { faultOf, toFaults } from '../../inner/checks.ts'
import {
  type Body,
  type ImportKind,
  type Made,
  type SourceRecord,
  toFault,
} from '../../inner/kind.ts'
import {
  COUNTED,
  type Import,
  type ImportRecord,
  type RecordStatus,
  statusOfCount,
} from '../import.ts'
import { next } from './job.ts'
import * as repository from './repository.ts'

/** Records that are read at once. */
export const CHUNK = 100

/** Records that are stored or deleted in one transaction. */
export const ROWS_AT_ONCE = 300

/** Refusals that concern the record. */
const REFUSALS: readonly string[] = ['invalid', 'conflict', 'not_found', 'forbidden']

/** As `refusedAs`, and reports a bug to the log. */
export function blamed({ app }: ReadWork, ...refused: Parameters<typeof refusedAs>): ImportRecord {
  const [, , record, error] = refused
  const after = refusedAs(...refused)
  if (!isRefusal(error))
    app.warn('a record could not be imported', { err: error, line: record.line })
  return after
}

export interface Run {
  readonly work: ReadWork
  readonly id: string
  readonly kind: ImportKind
  readonly check: RunningJob<unknown>['check']
}

export const EMPTY: SourceRecord = { line: 0, body: {}, parts: [], columns: {}, faults: [] }

/** Counts the records in their new status. */
export async function note(
  work: Work,
  before: Import,
  records: readonly ImportRecord[],
): Promise<void> {
  const countOf = (name: RecordStatus) => records.filter(({ status }) => status === name).length
  const counts = Object.fromEntries(
    COUNTED.map((name) => [name, before[name] + countOf(statusOfCount(name))]),
  )
  const after = { ...before, ...counts }
  await repository.saveRecords(work, before.id, records)
  await repository.saveImport(work, next(work, after))
}

export interface Prepared<T> {
  readonly record: repository.StoredRecord
  readonly act: T
}

export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && REFUSALS.includes(error.kind)

/** The record with the reason why it was refused. Throws an error that a retry may resolve. */
export function refusedAs(
  status: RecordStatus,
  kind: ImportKind,
  record: repository.StoredRecord,
  error: unknown,
): ImportRecord {
  if (isPassing(error)) throw error
  const source = { ...EMPTY, ...record.source, line: record.line }
  const faults = isRefusal(error) ? toFaults(error) : [INTERNAL]
  return { ...record, status, faults: faults.map((fault) => toFault(kind, source, fault)) }
}

/** Concerns no record: a retry may resolve it. */
export const isPassing = (error: unknown): boolean => {
  if (error instanceof LeaseLost || isTransient(error)) return true
  const known = storageError(error)
  return known instanceof AppError && !isRefusal(known)
}

/** A bug: its text is for the log. */
const INTERNAL = faultOf(
  '',
  'internal',
  'The record was not imported because of an internal error. Report it.',
)

export async function saved(
  work: Work,
  kind: ImportKind,
  { resourceId }: ImportRecord,
  body: Body,
): Promise<Made> {
  if (resourceId === null || !kind.update) return kind.create(work, body)
  await kind.update(work, resourceId, body)
  return { id: resourceId, version: 0 }
}

export const madeOf = ({
  resourceId: id,
  resourceVersion: version,
}: ImportRecord): readonly Made[] => (id === null || version === null ? [] : [{ id, version }])
