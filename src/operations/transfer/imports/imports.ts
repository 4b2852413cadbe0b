import { requireScope } from '../../../core/http/actor.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../../core/http/etag.ts'
import {
  invalidCursor,
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import { LeaseLost, type RunningJob } from '../../../core/jobs/handler.ts'
import type { JobKind } from '../../../core/jobs/job.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import { onePerApp } from '../../../core/record/app.ts'
import { recordEvent } from '../../../core/record/journal.ts'
import { transaction, tryOut } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { table } from '../../../kernel/table.ts'
import { nextTurn, secondsAfter, stopwatch } from '../../../platform/clock.ts'
import { createCompanySlots } from '../../../platform/company-slots.ts'
import { withoutCommitHook } from '../../../platform/database/commit-hook.ts'
import { isTransient, storageError } from '../../../platform/database/storage-error.ts'
import { newId, sha256 } from '../../../platform/ids.ts'
import { toCsv } from '../csv/inner/cells.ts'
import { customerKind } from '../csv/inner/customers.ts'
import { entryKind } from '../csv/inner/entries.ts'
import { readCsv } from '../csv/inner/file.ts'
import { invoiceKind } from '../csv/inner/invoices.ts'
import { paymentKind } from '../csv/inner/payments.ts'
import { productKind } from '../csv/inner/products.ts'
import { recurringKind } from '../csv/inner/recurring.ts'
import { IMPORTER } from '../importer.ts'
import { faultOf, toFaults } from '../inner/checks.ts'
import {
  alreadyImported,
  importHasDuplicates,
  importHasFaults,
  importInUse,
  importNotReady,
  tooManyImports,
} from '../inner/errors.ts'
import { invioKind } from '../inner/invio/kind.ts'
import {
  type Body,
  type ImportKind,
  type Made,
  type ProgramKind,
  prepare,
  type SourceRecord,
  type TableKind,
  type Twin,
  toFault,
} from '../inner/kind.ts'
import { FaultyFile, type ImportNote, type KindCount, TransferError } from '../report.ts'
import {
  ALLOWED,
  COUNTED,
  type Import,
  type ImportFormat,
  type ImportKindName,
  type ImportOptions,
  type ImportRecord,
  type ImportStatus,
  NO_COUNTS,
  PROGRAMS,
  type ProgramName,
  progressOf,
  type RecordStatus,
  type ReportFormat,
  statusOfCount,
  takesDuplicates,
} from './import.ts'
import { readJsonLines } from './inner/json-lines.ts'
import * as repository from './inner/repository.ts'
import { eventData, REPORT_COLUMNS, recordView, reportRows } from './inner/view.ts'

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
  readonly options: ImportOptions
  readonly bytes: Uint8Array
  /** Of a file of a program on this machine. */
  readonly path?: string | undefined
  /** Aborted when the client leaves. */
  readonly signal?: AbortSignal
}

export interface ImportQuery extends PageQueryInput {
  readonly kind?: string
  readonly status?: string
}

export interface RecordPageQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly status?: string
  readonly notes?: boolean
}

export { requireImport } from './inner/repository.ts'

export const importEtag = ({ id, version }: Import): string => etagOf(id, version)

/** Records that are read at once. */
const CHUNK = 100
/*
 * On SQLite all companies wait for a transaction, so it takes few records. A check has the same parts
 * however long they take, because records of one part can contradict each other.
 */
const PART = 20
const PART_SIZE = 64 * 1024
const PART_MS = 50
/** Records that are stored or deleted in one transaction. */
const ROWS_AT_ONCE = 300
const BYTES_AT_ONCE = 256 * 1024
/** A process that stores an upload was ended if it takes longer. */
const UPLOAD_SECONDS = 10 * 60
const READ_AT_ONCE = 500
const PAGE = 25
/** Imports of a company that are not committed yet. */
const OPEN_MAX = 20
/** Records in use that a refusal names. */
const USED_SHOWN = 10
/** Refusals that concern the record. */
const REFUSALS: readonly string[] = ['invalid', 'conflict', 'not_found', 'forbidden']

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

/** The status after each step. */
const THEN: Partial<Record<ImportStatus, 'ready' | 'done' | 'undone'>> = {
  reading: 'ready',
  committing: 'done',
  undoing: 'undone',
}

export interface ImportKinds {
  readonly tables: Readonly<Record<Exclude<ImportKindName, ProgramName>, TableKind>>
  readonly programs: Readonly<Record<ProgramName, ProgramKind>>
}

/** A test replaces them in an app of its own. */
export const importKinds = onePerApp(
  (): { -readonly [Part in keyof ImportKinds]: ImportKinds[Part] } => ({
    tables: {
      customers: customerKind(),
      products: productKind(),
      entries: entryKind(),
      invoices: invoiceKind(),
      recurring_invoices: recurringKind(),
      payments: paymentKind(),
    },
    programs: { invio: invioKind() },
  }),
)

const slotsOf = onePerApp(createCompanySlots)

const isProgram = (name: ImportKindName): name is ProgramName =>
  PROGRAMS.some((program) => program === name)

export async function listImports(work: ReadWork, query: ImportQuery): Promise<Page<Import>> {
  const request = toPageRequest(query, '-created_at')
  const filter = { kind: query.kind ?? null, status: query.status ?? null }
  const rows = await repository.listImports(work, filter, request)
  const total = query.include ? await repository.countImports(work, filter) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

/**
 * Stores a file and starts its check; a file that was committed before returns that import.
 *
 * @throws TransferError or FaultyFile if its records cannot be read
 */
export function createImport(
  work: ReadWork,
  given: NewImport,
): Promise<{ readonly it: Import; readonly isNew: boolean }> {
  // In the company's turn, because the whole file is in memory.
  return slotsOf(work.app).run(work.companyId, async () => {
    const { kind, format, name, options, signal } = given
    if (isProgram(kind)) for (const scope of PROGRAM_SCOPES) requireScope(work.actor, scope)
    const digest = sha256(given.bytes)
    const known = await repository.findCommitted(work, { kind, digest })
    if (known) return { it: known, isNew: false }
    const records = await read(work, given)
    const made: Import = {
      ...{ id: newId('imp'), kind, format, name, options, digest, committedDigest: null },
      ...{ status: 'reading', issues: records.some(issues), rows: records.length },
      ...NO_COUNTS,
      ...{ version: 1, createdAt: work.at, updatedAt: work.at },
    }
    return { it: await store(work, made, records, signal), isNew: true }
  })
}

export function commitImport(
  work: ReadWork,
  {
    accept,
    duplicates,
    ...request
  }: VersionedRef & {
    readonly accept: readonly string[]
    readonly duplicates?: ImportOptions['duplicates']
  },
): Promise<Import> {
  const { tables } = importKinds(work.app)
  return change(work, request, async (work, before) => {
    requireStatus(before, 'ready')
    if (before.issues) requireScope(work.actor, 'issue')
    if (before.faulty > 0 && !accept.includes('faults')) throw importHasFaults(before.faulty)
    if (before.duplicates > 0 && duplicates === undefined)
      throw importHasDuplicates(before.duplicates)
    const other = await repository.findCommitted(work, before)
    if (other) throw alreadyImported(other.id)
    const isUsed = !isProgram(before.kind) && tables[before.kind].fill !== undefined
    const chosen = duplicates === 'use' && !isUsed ? 'skip' : duplicates
    const options = { ...before.options, ...(chosen && { duplicates: chosen }) }
    return { status: 'committing', committedDigest: before.digest, options }
  })
}

/** Deletes the imported resources: all, or with `keep: used` those that did not change and are not in use. */
export async function undoImport(
  work: ReadWork,
  { keep, ...request }: VersionedRef & { readonly keep?: string | undefined },
): Promise<Import> {
  const it = await repository.requireImport(work, request.id)
  if (keep !== 'used' && it.status === 'done') await requireUnused(work, it)
  return change(work, request, (_work, before) => {
    requireStatus(before, 'done')
    return { status: 'undoing' }
  })
}

/** Deletes the import, with its records in the background; its resources stay. During the check, it cancels it. */
export async function deleteImport(work: ReadWork, request: VersionedRef): Promise<void> {
  await change(work, request, (_work, before) => {
    requireStatus(before, 'reading', 'ready', 'done', 'undone')
    return { status: 'deleting', committedDigest: null }
  })
}

/** The number of records of each kind of a program, by status. */
export async function countContents(work: ReadWork, it: Import): Promise<readonly KindCount[]> {
  if (!isProgram(it.kind) || !SETTLED.includes(it.status)) return []
  return repository.countByKind(work, it.id)
}

export async function listImportRecords(work: ReadWork, id: string, query: RecordPageQuery) {
  const { limit = PAGE, cursor, status, notes: hasNotes = false } = query
  const { options } = await repository.requireImport(work, id)
  const found = { status: (status ?? null) as RecordStatus | null, hasNotes }
  const after = positionOf(cursor)
  const rows = await repository.listRecords(work, id, { ...found, after, limit: limit + 1 })
  const data = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return {
    data: data.map((it) => recordView(it, options)),
    has_more: hasMore,
    next_cursor: hasMore ? String(data.at(-1)?.position) : null,
  }
}

export async function* reportImport(
  work: ReadWork,
  id: string,
  { format, status }: { readonly format: ReportFormat; readonly status?: string | undefined },
): AsyncGenerator<string> {
  const { options } = await repository.requireImport(work, id)
  if (format === 'csv') yield toCsv([REPORT_COLUMNS])
  for await (const record of eachRecord(work, id, (status ?? null) as RecordStatus | null))
    yield format === 'csv'
      ? toCsv(reportRows(record, options))
      : `${JSON.stringify(recordView(record, options))}\n`
}

export const progressOfImport = async (work: ReadWork, id: string) =>
  progressOf(await repository.requireImport(work, id))

/** Continues an import, slice by slice, until its step is done. Other work runs in between. */
export async function runImport(
  given: ReadWork,
  { payload: { id }, signal, check, finish }: RunningJob<{ readonly id: string }>,
): Promise<null> {
  const work = { ...given, actor: IMPORTER }
  const first = await repository.findImport(work, id)
  if (!first) return null
  if (first.status === 'deleting' || first.status === 'receiving') {
    await erase({ work, id, check }, finish)
    return null
  }
  const run = { work, id, check, kind: await kindOf(work, first) }
  try {
    for (; !signal.aborted; await nextTurn()) {
      const before = await repository.requireImport(work, id)
      const isReading = before.status === 'reading'
      if (await (isReading ? checkChunk(run, before) : actOnChunk(run))) continue
      await run.kind.complete?.(work)
      await end(work, id, finish)
      return null
    }
  } catch (error) {
    // Deleted meanwhile: the run that the deletion asked for erases it.
    if ((await repository.findImport(work, id))?.status !== 'deleting') throw error
  }
  return null
}

async function kindOf(work: ReadWork, { id, kind }: Import): Promise<ImportKind> {
  const { tables, programs } = importKinds(work.app)
  if (!isProgram(kind)) return tables[kind]
  const first = (await repository.readFirst(work, id)) ?? EMPTY
  return programs[kind].open(work, first).catch((error: unknown) => {
    if (isPassing(error)) throw error
    return unopened(error)
  })
}

/** As `refusedAs`, and reports a bug to the log. */
function blamed({ app }: ReadWork, ...refused: Parameters<typeof refusedAs>): ImportRecord {
  const [, , record, error] = refused
  const after = refusedAs(...refused)
  if (!isRefusal(error))
    app.warn('a record could not be imported', { err: error, line: record.line })
  return after
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

async function actOnChunk(run: Run): Promise<boolean> {
  try {
    return (await inOne(run, CHUNK)) > 0
  } catch (error) {
    if (isPassing(error)) throw error
    for (let count = 0; count < CHUNK && (await alone(run)); count += 1) await nextTurn()
    return true
  }
}

/** Tries to save the records and rolls it back; returns their outcomes. */
async function tryTogether(
  work: ReadWork,
  kind: ImportKind,
  records: readonly Prepared<Body>[],
): Promise<readonly Checked[]> {
  try {
    return await tryOut(work, async (work) => {
      const after: Checked[] = []
      for (const { record, act: body } of records)
        after.push(
          await saved(work, kind, record, body).then(
            ({ report: notes = [] }) => ({ ...record, status: 'valid' as const, notes }),
            (error: unknown) => {
              if (!isRefusal(error)) throw error
              return { ...record, ...blamed(work, 'faulty', kind, record, error) }
            },
          ),
        )
      return after
    })
  } catch (error) {
    if (isPassing(error)) throw error
    // Which record failed is not known: on PostgreSQL, a failed statement aborts its transaction.
    const after: Checked[] = []
    for (const one of records) after.push(await tryAlone(work, kind, one))
    return after
  }
}

async function tryAlone(
  work: ReadWork,
  kind: ImportKind,
  { record, act: body }: Prepared<Body>,
): Promise<Checked> {
  try {
    const { report: notes = [] } = await tryOut(work, (work) => saved(work, kind, record, body))
    return { ...record, status: 'valid', notes }
  } catch (error) {
    return { ...record, ...blamed(work, 'faulty', kind, record, error) }
  }
}

/** Returns the record's outcome, or its body if saving must be tried first. */
async function checkRecord(
  { work, kind }: Run,
  { options }: Import,
  record: repository.StoredRecord,
): Promise<ImportRecord | Prepared<Body>> {
  try {
    const { body, faults } = await prepare(work, kind, record.source ?? EMPTY)
    if (faults.length > 0) return { ...record, status: 'faulty', faults }
    const known = await kind.find(work, body)
    if (known === undefined) return { record, act: body }
    const isUpdate = kind.update !== undefined && options.existing === 'update'
    if (isUpdate) return { record: { ...record, resourceId: known }, act: body }
    return { ...record, status: 'known', resourceId: known }
  } catch (error) {
    return blamed(work, 'faulty', kind, record, error)
  }
}

/** Looks for duplicates of all records together. If that fails, it checks each record alone. */
async function withTwinsOf(
  { work, kind }: Run,
  open: readonly Prepared<Body>[],
  tried: readonly Checked[],
): Promise<readonly ImportRecord[]> {
  try {
    return await withTwins(work, kind, open, tried)
  } catch (error) {
    if (isPassing(error)) throw error
    const after: ImportRecord[] = []
    for (const record of tried)
      after.push(
        ...(await withTwins(work, kind, open, [record]).catch((error: unknown) => [
          blamed(work, 'faulty', kind, record, error),
        ])),
      )
    return after
  }
}

/** Checks outside of a transaction; only trying and saving the outcome need one. */
async function checkChunk(run: Run, before: Import): Promise<boolean> {
  const { work, id, kind, check } = run
  const limits = { status: 'pending', limit: CHUNK } as const
  const after: ImportRecord[] = []
  const open: Prepared<Body>[] = []
  for (const record of await repository.listStored(work, id, limits)) {
    const checked = await checkRecord(run, before, record)
    if ('act' in checked) open.push(checked)
    else after.push(checked)
  }
  const tried: Checked[] = []
  for (const part of partsOf(open)) {
    tried.push(...(await tryTogether(work, kind, part)))
    await nextTurn()
  }
  after.push(...(await withTwinsOf(run, open, tried)))
  if (after.length > 0)
    await transaction(work, async (work) => {
      const now = await repository.lockImport(work, id)
      // Otherwise another process was faster.
      if (now.version === before.version) await note(work, now, after)
      await check(work)
    })
  return after.length > 0
}

/** Throws if something uses a record of the import. Undoing keeps what is used after this check. */
async function requireUnused(work: ReadWork, it: Import): Promise<void> {
  const { used } = await kindOf(work, it)
  if (!used) return
  const found: (ImportRecord & { readonly refusal: AppError })[] = []
  for (let after = 0; ; await nextTurn()) {
    const query = { status: 'imported', after, limit: READ_AT_ONCE } as const
    const records = await repository.listRecords(work, it.id, query)
    const refusals = await used(work, records.flatMap(madeOf))
    for (const record of records) {
      const refusal = refusals.get(record.resourceId ?? '')
      if (refusal) found.push({ ...record, refusal })
    }
    if (records.length < READ_AT_ONCE) break
    after = records.at(-1)?.position ?? after
  }
  if (found.length > 0)
    throw importInUse(
      { count: found.length, of: it.imported },
      found.slice(0, USED_SHOWN).map(({ line, resourceId, refusal }) => ({
        line,
        resource_id: resourceId ?? '',
        code: refusal.code,
      })),
    )
}

function end(work: ReadWork, id: string, finish: Finish): Promise<void> {
  return transaction(work, async (work) => {
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
}

function change(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  decide: (work: Work, before: Import) => Promise<Partial<Import>> | Partial<Import>,
): Promise<Import> {
  return transaction(work, async (work) => {
    const before = await repository.lockImport(work, id)
    checkIfMatch(ifMatch, importEtag(before))
    const after = next(work, { ...before, ...(await decide(work, before)) })
    await repository.saveImport(work, after)
    await enqueue(work, RUN_IMPORT, [jobOf(id)])
    return after
  })
}

async function read(work: ReadWork, given: NewImport): Promise<readonly SourceRecord[]> {
  const { tables, programs } = importKinds(work.app)
  const { kind: name, format, options, bytes, path } = given
  if (isProgram(name)) return programs[name].readFile(work, path ?? bytes)
  const kind = tables[name]
  if (format === 'jsonl') return withTwinsOfFile(kind, await readJsonLines(bytes))
  const csv = await readCsv(bytes, kind.isColumn, options.columns)
  if (csv.faults.length > 0) throw new FaultyFile(csv.faults)
  const records = withTwinsOfFile(kind, kind.read(csv.rows))
  if (records.length === 0)
    throw new TransferError('The file has no rows.', { params: { reason: 'empty' } })
  return records
}

/** Stores the records in small transactions. Nobody sees the import before the last one. */
async function store(
  work: ReadWork,
  made: Import,
  records: readonly SourceRecord[],
  signal?: AbortSignal,
): Promise<Import> {
  const { id } = made
  const dueAt = secondsAfter(work.at, UPLOAD_SECONDS)
  await withoutCommitHook(async () => {
    await transaction(work, async (work) => {
      const open = await repository.countImports(work, { kind: null, status: 'ready' })
      if (open >= OPEN_MAX) throw tooManyImports(OPEN_MAX)
      await repository.insertImport(work, { ...made, status: 'receiving' })
      await enqueue(work, RUN_IMPORT, [{ ...jobOf(id), dueAt }])
    })
    for await (const rows of slicesOf(id, records)) {
      if (signal?.aborted) break
      await transaction(work, (work) => repository.insertRecords(work, rows))
    }
  })
  return transaction(work, async (work) => {
    const status = signal?.aborted ? 'deleting' : 'reading'
    const after = { ...(await repository.lockAny(work, id)), status } as const
    await repository.saveImport(work, after)
    await enqueue(work, RUN_IMPORT, [jobOf(id)])
    return after
  })
}

/** Deletes an import with its records. */
async function erase({ work, id, check }: Omit<Run, 'kind'>, finish: Finish): Promise<void> {
  const eraseSome = () =>
    transaction(work, async (work) => {
      const count = await repository.deleteRecords(work, id, ROWS_AT_ONCE)
      await check(work)
      return count
    })
  while ((await eraseSome()) > 0) await nextTurn()
  await transaction(work, async (work) => {
    await repository.deleteImport(work, id)
    await finish(work)
  })
}

type Finish = RunningJob<unknown>['finish']

interface Run {
  readonly work: ReadWork
  readonly id: string
  readonly kind: ImportKind
  readonly check: RunningJob<unknown>['check']
}

const SETTLED: readonly ImportStatus[] = ['ready', 'done', 'undone']
/** It also changes settings and issues invoices. */
const PROGRAM_SCOPES = ['admin', 'write', 'issue'] as const

/** All records, or those of a status, in the order of the file. */
export async function* eachRecord(work: ReadWork, id: string, status: RecordStatus | null = null) {
  for (let after = 0; ; ) {
    const records = await repository.listRecords(work, id, { status, after, limit: READ_AT_ONCE })
    yield* records
    if (records.length < READ_AT_ONCE) return
    after = records.at(-1)?.position ?? after
  }
}

/** Rows of few records and bytes. */
async function* slicesOf(id: string, records: readonly SourceRecord[]) {
  let rows: repository.PendingRow[] = []
  let bytes = 0
  for (const [index, record] of records.entries()) {
    const row = repository.toPending(id, record, index + 1)
    rows.push(row)
    bytes += row.source.length
    if (rows.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue
    yield rows
    rows = []
    bytes = 0
    await nextTurn()
  }
  if (rows.length > 0) yield rows
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
  const counts = Object.fromEntries(
    COUNTED.map((name) => [name, before[name] + countOf(statusOfCount(name))]),
  )
  const after = { ...before, ...counts }
  await repository.saveRecords(work, before.id, records)
  await repository.saveImport(work, next(work, after))
}

interface Prepared<T> {
  readonly record: repository.StoredRecord
  readonly act: T
}

/** Parts of few records and little content. */
function partsOf<T>(all: readonly Prepared<T>[]): readonly (readonly Prepared<T>[])[] {
  const parts: Prepared<T>[][] = []
  let size = Infinity
  for (const one of all) {
    const last = parts.at(-1)
    size += one.record.size
    if (last && last.length < PART && size <= PART_SIZE) last.push(one)
    else {
      parts.push([one])
      size = one.record.size
    }
  }
  return parts
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && REFUSALS.includes(error.kind)

/** The record with the reason why it was refused. Throws an error that a retry may resolve. */
function refusedAs(
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
const isPassing = (error: unknown): boolean => {
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

/** A kind that refuses every record, because the common part of the file is unreadable. */
const unopened = (error: unknown): ImportKind => {
  const fail = () => {
    throw error
  }
  return { check: fail, find: fail, create: fail, delete: fail }
}

/** A record with the content from the file. */
type Checked = repository.StoredRecord

async function saved(
  work: Work,
  kind: ImportKind,
  { resourceId }: ImportRecord,
  body: Body,
): Promise<Made> {
  if (resourceId === null || !kind.update) return kind.create(work, body)
  await kind.update(work, resourceId, body)
  return { id: resourceId, version: 0 }
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

/** Valid records that may repeat others become duplicates, with a note. */
async function withTwins(
  work: ReadWork,
  kind: ImportKind,
  open: readonly Prepared<Body>[],
  tried: readonly ImportRecord[],
): Promise<readonly ImportRecord[]> {
  const valid = new Set(tried.flatMap((it) => (it.status === 'valid' ? it.position : [])))
  const fresh = open.filter(
    ({ record }) => record.resourceId === null && valid.has(record.position),
  )
  const found =
    (await kind.twins?.(
      work,
      fresh.map(({ act }) => act),
    )) ?? []
  const twins = new Map(
    fresh.map(({ record }, index) => [record.position, found[index] ?? record.source?.twin]),
  )
  return tried.map((record) => {
    const twin = twins.get(record.position)
    if (!twin) return record
    const notes = [...record.notes, noteOfTwin(record.line, twin)]
    return { ...record, status: 'duplicate', resourceId: twin.id, notes }
  })
}

function noteOfTwin(line: number, { id, line: other, name, reason }: Twin): ImportNote {
  const by = SHARED[reason] ?? reason
  const isThere = id !== null
  return {
    where: `line ${line}`,
    code: `duplicate_${isThere ? 'there' : 'row'}`,
    params: { name, reason, ...(isThere ? {} : { line: String(other) }) },
    message: isThere
      ? `${name} exists already, with the same ${by}.`
      : `${name} has the same ${by} as line ${other}.`,
  }
}

const SHARED = table<string>({
  tax_id: 'VAT number or tax number',
  email: 'e-mail address',
  name: 'name',
  row: 'customer, day, text and amount',
})

/** With the earlier record that each may repeat. */
function withTwinsOfFile(
  kind: ImportKind,
  records: readonly SourceRecord[],
): readonly SourceRecord[] {
  const { likeness } = kind
  if (!likeness) return records
  const seen = new Map<string, number>()
  return records.map((record) => {
    if (record.body === null) return record
    const shared = likeness(record.body)
    const twin = shared.flatMap(([reason, text]) => {
      const line = seen.get(`${reason} ${text}`)
      return line === undefined ? [] : [{ id: null, line, name: nameIn(record.body), reason }]
    })[0]
    for (const [reason, text] of shared)
      if (!seen.has(`${reason} ${text}`)) seen.set(`${reason} ${text}`, record.line)
    return twin ? { ...record, twin } : record
  })
}

const nameIn = (body: Body | null): string =>
  String(body?.name ?? body?.description ?? '').slice(0, NAME_LENGTH)
const NAME_LENGTH = 80

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

const madeOf = ({ resourceId: id, resourceVersion: version }: ImportRecord): readonly Made[] =>
  id === null || version === null ? [] : [{ id, version }]

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

function requireStatus({ status }: Import, ...allowed: readonly ImportStatus[]): void {
  if (!allowed.includes(status)) throw importNotReady(status, ALLOWED[status])
}

/** Whether a record becomes a document with a number. */
const issues = ({ kind, body }: SourceRecord): boolean =>
  kind === 'invoice' ||
  ['sent', 'paid'].includes(String(body?.status)) ||
  ['issue', 'send'].includes(String(body?.action))

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw invalidCursor()
}
