import { etagOf } from '../../../core/http/etag.ts'
import {
  invalidCursor,
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { toCsv } from '../../../core/render/cells.ts'
import type { KindCount } from '../report.ts'
import {
  type Import,
  type ImportStatus,
  progressOf,
  type RecordStatus,
  type ReportFormat,
} from './import.ts'
import * as repository from './inner/repository.ts'
import { REPORT_COLUMNS, recordView, reportRows } from './inner/view.ts'
import { isProgram } from './kinds.ts'

export { requireImport } from './inner/repository.ts'

interface ImportQuery extends PageQueryInput {
  readonly kind?: string
  readonly status?: string
}

interface RecordPageQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly status?: string
  readonly notes?: boolean
}

export const importEtag = ({ id, version }: Import): string => etagOf(id, version)

export const READ_AT_ONCE = 500

const PAGE = 25

export async function listImports(work: ReadWork, query: ImportQuery): Promise<Page<Import>> {
  const request = toPageRequest(query, '-created_at')
  const filter = { kind: query.kind ?? null, status: query.status ?? null }
  const rows = await repository.listImports(work, filter, request)
  const total = query.include ? await repository.countImports(work, filter) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
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

const SETTLED: readonly ImportStatus[] = ['ready', 'done', 'undone']

/** All records, or those of a status, in the order of the file. */
export async function* eachRecord(work: ReadWork, id: string, status: RecordStatus | null = null) {
  for (let after = 0; ; ) {
    const records = await repository.listRecords(work, id, { status, after, limit: READ_AT_ONCE })
    yield* records
    if (records.length < READ_AT_ONCE) return
    after = records.at(-1)?.position ?? after
  }
}

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw invalidCursor()
}
