import type { Selectable } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../../core/lists/sorted-page.ts'
import type { Work } from '../../../../core/record/work.ts'
import { isUniqueViolation } from '../../../../platform/database/db.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  tablesOf,
} from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { isId } from '../../../../platform/ids.ts'
import { alreadyImported, importNotFound } from '../../inner/errors.ts'
import type { SourceRecord } from '../../inner/kind.ts'
import type { KindCount } from '../../report.ts'
import {
  COUNTED,
  HIDDEN_STATUSES,
  type Import,
  type ImportOptions,
  type ImportRecord,
  type RecordStatus,
} from '../import.ts'

export interface ImportFilter {
  readonly kind: string | null
  readonly status: string | null
}

/** A record with its content from the file. */
export interface StoredRecord extends ImportRecord {
  readonly source: SourceRecord | null
  /** The length of its content. */
  readonly size: number
}

export async function requireImport(scope: CompanyDb, id: string): Promise<Import> {
  const it = await findImport(scope, id)
  if (!it || isHidden(it)) throw importNotFound()
  return it
}

const isHidden = ({ status }: Pick<Import, 'status'>): boolean =>
  HIDDEN_STATUSES.some((hidden) => hidden === status)

/** Also while its records are being stored or deleted. */
export async function findImport(scope: CompanyDb, id: string): Promise<Import | undefined> {
  const row = isId('imp', id) ? await findRow(scope, 'imports', id) : undefined
  return row && toImport(row)
}

/** Reads it and locks it until the transaction ends. */
export async function lockImport(work: Work, id: string): Promise<Import> {
  const it = await lockAny(work, id)
  if (isHidden(it)) throw importNotFound()
  return it
}

export async function lockAny(work: Work, id: string): Promise<Import> {
  if (!isId('imp', id)) throw importNotFound()
  await lockRow(work, 'imports', id)
  const it = await findImport(work, id)
  if (!it) throw importNotFound()
  return it
}

/** The committed import of the same file. */
export async function findCommitted(
  scope: CompanyDb,
  { kind, digest }: Pick<Import, 'kind' | 'digest'>,
): Promise<Import | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('imports')
    .selectAll()
    .where('kind', '=', kind)
    .where('committed_digest', '=', digest)
    .executeTakeFirst()
  return row && toImport(row)
}

export async function listImports(
  scope: CompanyDb,
  filter: ImportFilter,
  request: PageRequest,
): Promise<readonly Import[]> {
  const query = filtered(scope, filter).selectAll()
  return (await sortedPage(query, request)).map(toImport)
}

export const countImports = (scope: CompanyDb, filter: ImportFilter): Promise<number> =>
  countRows(filtered(scope, filter))

const filtered = (scope: CompanyDb, { kind, status }: ImportFilter) => {
  const query = tablesOf(scope).selectFrom('imports')
  const seen = query.where('status', 'not in', HIDDEN_STATUSES)
  const ofKind = kind === null ? seen : seen.where('kind', '=', kind)
  return status === null ? ofKind : ofKind.where('status', '=', status)
}

export const insertImport = (work: Work, it: Import): Promise<void> =>
  insertRows(work, 'imports', [toRow(it)])

/** A row of a record that waits for its check. */
export const toPending = (id: string, record: SourceRecord, position: number) => ({
  import_id: id,
  position: BigInt(position),
  line: BigInt(record.line),
  status: 'pending',
  source: JSON.stringify(record),
  faults: '[]',
  kind: record.kind ?? null,
  label: record.label ?? null,
  notes: '[]',
  resource_id: null,
  resource_version: null,
})
export type PendingRow = ReturnType<typeof toPending>

export const insertRecords = (work: Work, rows: readonly PendingRow[]): Promise<void> =>
  insertRows(work, 'import_records', rows)

/** Only after `lockImport`. */
export async function saveImport(work: Work, it: Import): Promise<void> {
  const { id, ...changed } = toRow(it)
  try {
    await tablesOf(work).updateTable('imports').set(changed).where('id', '=', id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyImported(null) : error
  }
}

/** Deletes the next records and returns how many. */
export async function deleteRecords(work: Work, id: string, limit: number): Promise<number> {
  const positions = await tablesOf(work)
    .selectFrom('import_records')
    .select('position')
    .where('import_id', '=', id)
    .orderBy('position')
    .limit(limit)
    .execute()
  const last = positions.at(-1)
  if (!last) return 0
  await tablesOf(work)
    .deleteFrom('import_records')
    .where('import_id', '=', id)
    .where('position', '<=', last.position)
    .execute()
  return positions.length
}

export async function deleteImport(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('imports').where('id', '=', id).execute()
}

/** The content of the first record, which is kept. */
export async function readFirst(scope: CompanyDb, id: string): Promise<SourceRecord | null> {
  const row = await tablesOf(scope)
    .selectFrom('import_records')
    .select('source')
    .where('import_id', '=', id)
    .where('position', '=', 1n)
    .executeTakeFirst()
  return row?.source ? (JSON.parse(row.source) as SourceRecord) : null
}

/** The number of records by kind and status. */
export async function countByKind(scope: CompanyDb, id: string): Promise<readonly KindCount[]> {
  const rows = await tablesOf(scope)
    .selectFrom('import_records')
    .select((eb) => ['kind', 'status', eb.fn.countAll<string | number | bigint>().as('count')])
    .where('import_id', '=', id)
    .groupBy(['kind', 'status'])
    .orderBy('kind')
    .orderBy('status')
    .execute()
  return rows.map(({ kind, status, count }) => ({ kind: kind ?? '', status, count: Number(count) }))
}

/** The first records in a status. */
export async function listStored(
  scope: CompanyDb,
  id: string,
  { status, limit }: { readonly status: RecordStatus; readonly limit: number },
): Promise<readonly StoredRecord[]> {
  const rows = await tablesOf(scope)
    .selectFrom('import_records')
    .selectAll()
    .where('import_id', '=', id)
    .where('status', '=', status)
    // Undone from the last to the first: records use earlier ones.
    .orderBy('position', status === 'imported' ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toRecord(row),
    source: row.source === null ? null : (JSON.parse(row.source) as SourceRecord),
    size: row.source?.length ?? 0,
  }))
}

export interface RecordQuery {
  readonly status: RecordStatus | null
  /** Only records after this position. */
  readonly after: number
  readonly limit: number
  /** Only records with notes. */
  readonly hasNotes?: boolean
}

const RECORD_COLUMNS = [
  'position',
  'line',
  'status',
  'faults',
  'kind',
  'label',
  'notes',
  'resource_id',
  'resource_version',
] as const

export async function listRecords(
  scope: CompanyDb,
  id: string,
  { status, after, limit, hasNotes = false }: RecordQuery,
): Promise<readonly ImportRecord[]> {
  const query = tablesOf(scope)
    .selectFrom('import_records')
    .select(RECORD_COLUMNS)
    .where('import_id', '=', id)
    .where('position', '>', BigInt(after))
  const noted = hasNotes ? query.where('notes', '<>', '[]') : query
  const rows = await (status === null ? noted : noted.where('status', '=', status))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toRecord)
}

const DONE: readonly RecordStatus[] = ['imported', 'updated']

/** The other records are read with it. */
const isFirstOfProgram = ({ kind, position }: ImportRecord) => kind !== null && position === 1

/** Saves the outcome of records; deletes their content once it is no longer needed. */
export async function saveRecords(
  work: Work,
  id: string,
  records: readonly ImportRecord[],
): Promise<void> {
  for (const record of records)
    await tablesOf(work)
      .updateTable('import_records')
      .set({
        status: record.status,
        faults: JSON.stringify(record.faults),
        notes: JSON.stringify(record.notes),
        resource_id: record.resourceId,
        resource_version: record.resourceVersion === null ? null : BigInt(record.resourceVersion),
        ...(DONE.includes(record.status) && !isFirstOfProgram(record) ? { source: null } : {}),
      })
      .where('import_id', '=', id)
      .where('position', '=', BigInt(record.position))
      .execute()
}

const toRow = (it: Import) => ({
  id: it.id,
  version: BigInt(it.version),
  kind: it.kind,
  format: it.format,
  name: it.name,
  digest: it.digest,
  committed_digest: it.committedDigest,
  status: it.status,
  issues: it.issues ? 1n : 0n,
  rows: BigInt(it.rows),
  valid: BigInt(it.valid),
  faulty: BigInt(it.faulty),
  known: BigInt(it.known),
  imported: BigInt(it.imported),
  failed: BigInt(it.failed),
  undone: BigInt(it.undone),
  kept: BigInt(it.kept),
  updated: BigInt(it.updated),
  duplicates: BigInt(it.duplicates),
  options: JSON.stringify(it.options),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toImport = (row: Selectable<Tables['imports']>): Import => ({
  id: row.id,
  kind: row.kind as Import['kind'],
  format: row.format as Import['format'],
  name: row.name,
  digest: row.digest,
  committedDigest: row.committed_digest,
  status: row.status as Import['status'],
  issues: row.issues === 1n,
  options: JSON.parse(row.options) as ImportOptions,
  rows: Number(row.rows),
  ...(Object.fromEntries(COUNTED.map((name) => [name, Number(row[name])])) as Pick<
    Import,
    (typeof COUNTED)[number]
  >),
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toRecord = (
  row: Omit<Selectable<Tables['import_records']>, 'source' | 'company_id' | 'import_id'>,
): ImportRecord => ({
  position: Number(row.position),
  line: Number(row.line),
  status: row.status as RecordStatus,
  resourceId: row.resource_id,
  resourceVersion: row.resource_version === null ? null : Number(row.resource_version),
  kind: row.kind,
  label: row.label,
  faults: JSON.parse(row.faults) as ImportRecord['faults'],
  notes: JSON.parse(row.notes) as ImportRecord['notes'],
})
