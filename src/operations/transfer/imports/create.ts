import { requireScope } from '../../../core/http/actor.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import { onePerApp } from '../../../core/record/app.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { nextTurn, secondsAfter } from '../../../platform/clock.ts'
import { createCompanySlots } from '../../../platform/company-slots.ts'
import { withoutCommitHook } from '../../../platform/database/commit-hook.ts'
import { newId, sha256 } from '../../../platform/ids.ts'
import { readCsv } from '../csv/inner/file.ts'
import { tooManyImports } from '../inner/errors.ts'
import type { Body, ImportKind, SourceRecord } from '../inner/kind.ts'
import { FaultyFile, TransferError } from '../report.ts'
import {
  type Import,
  type ImportFormat,
  type ImportKindName,
  type ImportOptions,
  NO_COUNTS,
} from './import.ts'
import { jobOf, RUN_IMPORT } from './inner/job.ts'
import { readJsonLines } from './inner/json-lines.ts'
import { ROWS_AT_ONCE } from './inner/outcome.ts'
import * as repository from './inner/repository.ts'
import { importKinds, isProgram } from './kinds.ts'

interface NewImport {
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

const BYTES_AT_ONCE = 256 * 1024

/** A process that stores an upload was ended if it takes longer. */
const UPLOAD_SECONDS = 10 * 60

/** Imports of a company that are not committed yet. */
const OPEN_MAX = 20

const slotsOf = onePerApp(createCompanySlots)

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

/** It also changes settings and issues invoices. */
const PROGRAM_SCOPES = ['admin', 'write', 'issue'] as const

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

/** Whether a record becomes a document with a number. */
const issues = ({ kind, body }: SourceRecord): boolean =>
  kind === 'invoice' ||
  ['sent', 'paid'].includes(String(body?.status)) ||
  ['issue', 'send'].includes(String(body?.action))
