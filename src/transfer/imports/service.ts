import { AppError } from '../../errors.ts'
import { requireScope } from '../../http/actor.ts'
import { type Change, checkIfMatch, etagOf } from '../../http/etag.ts'
import {
  invalidCursor,
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../http/pagination.ts'
import type { RunningJob } from '../../jobs/handler.ts'
import type { JobKind } from '../../jobs/job.ts'
import { enqueue } from '../../jobs/queue.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { recordEvent } from '../../record/journal.ts'
import { transaction } from '../../record/transaction.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { toFaults } from '../checks.ts'
import { toCsv } from '../csv/cells.ts'
import { readCsv } from '../csv/file.ts'
import type { ColumnNames } from '../csv/source.ts'
import { IMPORTER, withDryRun } from '../dry-run.ts'
import {
  alreadyImported,
  csvFaults,
  csvUnreadable,
  importHasFaults,
  importNotReady,
  tooManyImports,
} from '../errors.ts'
import { type Body, type ImportKind, prepare, type SourceRecord, toFault } from '../kind.ts'
import { TransferError } from '../report.ts'
import {
  ALLOWED,
  COUNTED,
  type Import,
  type ImportFormat,
  type ImportKindName,
  type ImportRecord,
  type ImportStatus,
  NO_COUNTS,
  type RecordStatus,
} from './import.ts'
import { readJsonLines } from './json-lines.ts'
import * as repository from './repository.ts'
import { eventData, REPORT_COLUMNS, recordView, reportRows } from './view.ts'

/** Checks, commits or undoes the records of one import. */
export const RUN_IMPORT: JobKind<{ readonly id: string }> = {
  name: 'import.run',
  parallel: 2,
  parallelPerGroup: 1,
  timeoutSeconds: 60 * 60,
}

export interface NewImport {
  readonly kind: ImportKindName
  readonly format: ImportFormat
  readonly name: string | null
  readonly columns: ColumnNames
  readonly bytes: Uint8Array
}

export interface ImportQuery extends PageQueryInput {
  readonly kind?: string
  readonly status?: string
}

export interface RecordPageQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly status?: string
}

export type ImportService = ReturnType<typeof createImportJobs>

export const importEtag = ({ id, version }: Import): string => etagOf(id, version)

/** Records in one transaction, unless one of them is refused. */
const CHUNK = 100
const READ_AT_ONCE = 500
const PAGE = 25
/** Imports of a company that are not committed yet. */
const OPEN_MAX = 20
/** Refusals that concern the record. Any other error ends the run, which is then retried. */
const REFUSALS: readonly string[] = ['invalid', 'conflict', 'not_found', 'forbidden']

/** Returns the new state of a record; throws a refusal. */
type Act = (work: Work, record: repository.StoredRecord) => Promise<ImportRecord>

/** A step that changes resources, record by record. */
interface Step {
  readonly from: RecordStatus
  /** The new state of a refused record. */
  readonly refused: RecordStatus
  readonly act: Act
}

/** The status after each step. */
const THEN: Partial<Record<ImportStatus, 'ready' | 'done' | 'undone'>> = {
  reading: 'ready',
  committing: 'done',
  undoing: 'undone',
}

/** Imports that are uploaded, checked, committed and undone; jobs do the work in small transactions. */
export function createImportJobs(kinds: Readonly<Record<ImportKindName, ImportKind>>) {
  const stepOf = ({ kind, status }: Import): Step | null => {
    if (status === 'committing')
      return { from: 'valid', refused: 'failed', act: created(kinds[kind]) }
    if (status === 'undoing')
      return { from: 'imported', refused: 'kept', act: deleted(kinds[kind]) }
    return null
  }

  /** Processes the next records and saves their outcome in the same transaction. */
  const inOne = (work: ReadWork, id: string, { check, limit }: Part): Promise<number> =>
    transaction(work, async (work) => {
      const before = await repository.lockImport(work, id)
      const step = stepOf(before)
      if (!step) return 0
      const records = await repository.listStored(work, id, { status: step.from, limit })
      const after: ImportRecord[] = []
      for (const record of records) after.push(await step.act(work, record))
      if (records.length > 0) await note(work, before, after)
      await check(work)
      return records.length
    })

  /** Processes only the first record and saves its refusal, if any. Returns whether there was a record. */
  const alone = async (work: ReadWork, id: string, check: Part['check']): Promise<boolean> => {
    try {
      return (await inOne(work, id, { check, limit: 1 })) > 0
    } catch (error) {
      return transaction(work, async (work) => {
        const before = await repository.lockImport(work, id)
        const step = stepOf(before)
        if (!step) return false
        const { from: status, refused } = step
        const [record] = await repository.listStored(work, id, { status, limit: 1 })
        if (!record) return false
        await note(work, before, [refusedAs(refused, kinds[before.kind], record, error)])
        await check(work)
        return true
      })
    }
  }

  const actOnChunk = async (work: ReadWork, id: string, check: Part['check']): Promise<boolean> => {
    try {
      return (await inOne(work, id, { check, limit: CHUNK })) > 0
    } catch (error) {
      if (!isRefusal(error)) throw error
      for (let count = 0; count < CHUNK && (await alone(work, id, check)); count += 1);
      return true
    }
  }

  /** Tries to create the resource and rolls it back; returns the outcome. */
  const tryOut = async (work: ReadWork, kind: ImportKind, records: readonly Prepared[]) => {
    const attempt = async (some: readonly Prepared[]) => {
      const { after } = await withDryRun(work, true, async (work) => {
        const after: ImportRecord[] = []
        for (const { record, body } of some)
          after.push(
            await kind.create(work, body).then(
              () => ({ ...record, status: 'valid' as const }),
              (error: unknown) => refusedAs('faulty', kind, record, error),
            ),
          )
        return { ok: true, after }
      })
      return after
    }
    try {
      return await attempt(records)
    } catch {
      // On PostgreSQL, a failed statement aborts its transaction.
      const after: ImportRecord[] = []
      for (const record of records) after.push(...(await attempt([record])))
      return after
    }
  }

  const checkChunk = async (
    work: ReadWork,
    before: Import,
    check: Part['check'],
  ): Promise<boolean> => {
    const kind = kinds[before.kind]
    const limits = { status: 'pending', limit: CHUNK } as const
    const records = await repository.listStored(work, before.id, limits)
    const after: ImportRecord[] = []
    const open: Prepared[] = []
    for (const record of records) {
      const { body, faults } = await prepare(work, kind, record.source ?? EMPTY)
      const known = faults.length === 0 ? await kind.find(work, body) : undefined
      if (faults.length > 0) after.push({ ...record, status: 'faulty', faults })
      else if (known !== undefined) after.push({ ...record, status: 'known', resourceId: known })
      else open.push({ record, body })
    }
    after.push(...(await tryOut(work, kind, open)))
    if (after.length > 0)
      await transaction(work, async (work) => {
        const now = await repository.lockImport(work, before.id)
        // Otherwise another process was faster.
        if (now.version === before.version) await note(work, now, after)
        await check(work)
      })
    return after.length > 0
  }

  const end = (work: ReadWork, id: string, finish: Finish): Promise<void> =>
    transaction(work, async (work) => {
      const before = await repository.lockImport(work, id)
      const status = THEN[before.status]
      if (status !== undefined) {
        const committedDigest = status === 'undone' ? null : before.committedDigest
        const after = next(work, { ...before, status, committedDigest })
        await repository.saveImport(work, after)
        recordEvent(work, { type: `import.${status}`, resourceId: id, data: eventData(after) })
      }
      await finish(work)
    })

  const change = (
    work: ReadWork,
    { id, ifMatch }: Change,
    decide: (work: Work, before: Import) => Promise<Partial<Import>> | Partial<Import>,
  ): Promise<Import> =>
    transaction(work, async (work) => {
      const before = await repository.lockImport(work, id)
      checkIfMatch(ifMatch, importEtag(before))
      const after = next(work, { ...before, ...(await decide(work, before)) })
      await repository.saveImport(work, after)
      await enqueue(work, RUN_IMPORT, [jobOf(id)])
      return after
    })

  const read = async ({ kind: name, format, columns, bytes }: NewImport) => {
    const kind = kinds[name]
    try {
      if (format === 'jsonl') return await readJsonLines(bytes)
      const csv = await readCsv(bytes, kind.isColumn, columns)
      const { records, faults: unread } = kind.read(csv.rows)
      const faults = [...csv.faults, ...unread]
      if (faults.length > 0) throw csvFaults({ faults })
      if (records.length === 0)
        throw new TransferError('The file has no rows.', { params: { reason: 'empty' } })
      return records
    } catch (error) {
      throw error instanceof TransferError ? csvUnreadable(error) : error
    }
  }

  return {
    async list(work: ReadWork, query: ImportQuery): Promise<Page<Import>> {
      const request = toPageRequest(query, '-created_at')
      const filter = { kind: query.kind ?? null, status: query.status ?? null }
      const rows = await repository.listImports(work, filter, request)
      const total = query.include ? await repository.countImports(work, filter) : null
      return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
    },

    require: repository.requireImport,

    /** Stores a file and starts its check; a file that was committed before returns that import. */
    async create(
      work: ReadWork,
      given: NewImport,
    ): Promise<{ readonly it: Import; readonly isNew: boolean }> {
      const digest = sha256(given.bytes)
      const known = await repository.findCommitted(work, { kind: given.kind, digest })
      if (known) return { it: known, isNew: false }
      const records = await read(given)
      const it = await transaction(work, async (work) => {
        const open = await repository.countImports(work, { kind: null, status: 'ready' })
        if (open >= OPEN_MAX) throw tooManyImports(OPEN_MAX)
        const { kind, format, name } = given
        const made: Import = {
          ...{ id: newId('imp'), kind, format, name, digest, committedDigest: null },
          ...{ status: 'reading', issues: records.some(issues), rows: records.length },
          ...NO_COUNTS,
          ...{ version: 1, createdAt: work.at, updatedAt: work.at },
        }
        await repository.insertImport(work, made, records)
        await enqueue(work, RUN_IMPORT, [jobOf(made.id)])
        return made
      })
      return { it, isNew: true }
    },

    commit: (
      work: ReadWork,
      { accept, ...request }: Change & { readonly accept: readonly string[] },
    ): Promise<Import> =>
      change(work, request, async (work, before) => {
        requireStatus(before, 'ready')
        if (before.issues) requireScope(work.actor, 'issue')
        if (before.faulty > 0 && !accept.includes('faults')) throw importHasFaults(before.faulty)
        const other = await repository.findCommitted(work, before)
        if (other) throw alreadyImported(other.id)
        return { status: 'committing', committedDigest: before.digest }
      }),

    /** Deletes the imported resources. Those that changed since, or are in use, stay. */
    undo: (work: ReadWork, request: Change): Promise<Import> =>
      change(work, request, (_work, before) => {
        requireStatus(before, 'done')
        return { status: 'undoing' }
      }),

    /** Deletes the import; its resources stay. */
    delete: (work: ReadWork, { id, ifMatch }: Change): Promise<void> =>
      transaction(work, async (work) => {
        const before = await repository.lockImport(work, id)
        checkIfMatch(ifMatch, importEtag(before))
        requireStatus(before, 'ready', 'done', 'undone')
        await repository.deleteImport(work, id)
      }),

    async records(work: ReadWork, id: string, { limit = PAGE, cursor, status }: RecordPageQuery) {
      await repository.requireImport(work, id)
      const query = { status: (status ?? null) as RecordStatus | null, after: positionOf(cursor) }
      const rows = await repository.listRecords(work, id, { ...query, limit: limit + 1 })
      const data = rows.slice(0, limit)
      const hasMore = rows.length > limit
      return {
        data: data.map(recordView),
        has_more: hasMore,
        next_cursor: hasMore ? String(data.at(-1)?.position) : null,
      }
    },

    async *report(
      work: ReadWork,
      id: string,
      { format, status }: { readonly format: ImportFormat; readonly status?: string | undefined },
    ): AsyncGenerator<string> {
      if (format === 'csv') yield toCsv([REPORT_COLUMNS])
      const query = { status: (status ?? null) as RecordStatus | null, limit: READ_AT_ONCE }
      let after = 0
      for (;;) {
        const records = await repository.listRecords(work, id, { ...query, after })
        if (records.length > 0)
          yield format === 'csv'
            ? toCsv(records.flatMap(reportRows))
            : records.map((it) => `${JSON.stringify(recordView(it))}\n`).join('')
        if (records.length < READ_AT_ONCE) return
        after = records.at(-1)?.position ?? after
      }
    },

    /** Continues an import, chunk by chunk, until its step is done. */
    async run(
      work: ReadWork,
      { payload: { id }, signal, check, finish }: RunningJob<{ readonly id: string }>,
    ): Promise<null> {
      const as = { ...work, actor: IMPORTER }
      while (!signal.aborted) {
        const before = await repository.requireImport(as, id)
        const isReading = before.status === 'reading'
        if (await (isReading ? checkChunk(as, before, check) : actOnChunk(as, id, check))) continue
        await end(as, id, finish)
        return null
      }
      return null
    },
  }
}

type Finish = RunningJob<unknown>['finish']

interface Part {
  readonly check: RunningJob<unknown>['check']
  readonly limit: number
}

const EMPTY: SourceRecord = { line: 0, body: {}, parts: [], columns: {}, faults: [] }

/** One job at a time, whichever step the import needs next. */
const jobOf = (id: string) => ({ key: id, payload: { id }, group: 'imports' })

const next = (work: Work, it: Import): Import => ({
  ...it,
  version: it.version + 1,
  updatedAt: work.at,
})

/** Counts the records in their new status. */
async function note(work: Work, before: Import, records: readonly ImportRecord[]): Promise<void> {
  const countOf = (name: RecordStatus) => records.filter(({ status }) => status === name).length
  const counts = Object.fromEntries(COUNTED.map((name) => [name, before[name] + countOf(name)]))
  const after = { ...before, ...counts }
  await repository.saveRecords(work, before.id, records)
  await repository.saveImport(work, next(work, after))
}

interface Prepared {
  readonly record: repository.StoredRecord
  readonly body: Body
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && REFUSALS.includes(error.kind)

function refusedAs(
  status: RecordStatus,
  kind: ImportKind,
  record: repository.StoredRecord,
  error: unknown,
): ImportRecord {
  if (!isRefusal(error)) throw error
  const source = { ...EMPTY, ...record.source, line: record.line }
  return { ...record, status, faults: toFaults(error).map((fault) => toFault(kind, source, fault)) }
}

const created =
  (kind: ImportKind): Act =>
  async (work, record) => {
    const { body, faults } = await prepare(work, kind, record.source ?? EMPTY)
    if (faults.length > 0) return { ...record, status: 'failed', faults }
    const { id, version } = await kind.create(work, body)
    return { ...record, status: 'imported', resourceId: id, resourceVersion: version }
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

function requireStatus({ status }: Import, ...allowed: readonly ImportStatus[]): void {
  if (!allowed.includes(status)) throw importNotReady(status, ALLOWED[status])
}

/** Whether a record becomes a document with a number. */
const issues = ({ body }: SourceRecord): boolean =>
  ['sent', 'paid'].includes(String(body?.status)) ||
  ['issue', 'send'].includes(String(body?.action))

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw invalidCursor()
}
