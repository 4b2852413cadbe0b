import type { Selectable } from 'kysely'
import type { PageRequest } from '../../http/pagination.ts'
import { countRows, sortedPage } from '../../http/sorted-page.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { findRow, insertRows, lockRow, of, type Scope } from '../../platform/database/scope.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isId } from '../../platform/ids.ts'
import type { Work } from '../../record/work.ts'
import { alreadyImported, importNotFound } from '../errors.ts'
import type { SourceRecord } from '../kind.ts'
import { COUNTED, type Import, type ImportRecord, type RecordStatus } from './import.ts'

export interface ImportFilter {
  readonly kind: string | null
  readonly status: string | null
}

/** A record with its content from the file. */
export interface StoredRecord extends ImportRecord {
  readonly source: SourceRecord | null
}

const ROWS_PER_INSERT = 300

export async function requireImport(scope: Scope, id: string): Promise<Import> {
  const row = isId('imp', id) ? await findRow(scope, 'imports', id) : undefined
  if (!row) throw importNotFound()
  return toImport(row)
}

/** Reads it and locks it until the transaction ends. */
export async function lockImport(work: Work, id: string): Promise<Import> {
  if (!isId('imp', id)) throw importNotFound()
  await lockRow(work, 'imports', id)
  return requireImport(work, id)
}

/** The committed import of the same file. */
export async function findCommitted(
  scope: Scope,
  { kind, digest }: Pick<Import, 'kind' | 'digest'>,
): Promise<Import | undefined> {
  const row = await of(scope)
    .selectFrom('imports')
    .selectAll()
    .where('kind', '=', kind)
    .where('committed_digest', '=', digest)
    .executeTakeFirst()
  return row && toImport(row)
}

export async function listImports(
  scope: Scope,
  filter: ImportFilter,
  request: PageRequest,
): Promise<readonly Import[]> {
  const query = filtered(scope, filter).selectAll()
  return (await sortedPage(query, request)).map(toImport)
}

export const countImports = (scope: Scope, filter: ImportFilter): Promise<number> =>
  countRows(filtered(scope, filter))

const filtered = (scope: Scope, { kind, status }: ImportFilter) => {
  const query = of(scope).selectFrom('imports')
  const ofKind = kind === null ? query : query.where('kind', '=', kind)
  return status === null ? ofKind : ofKind.where('status', '=', status)
}

export async function insertImport(
  work: Work,
  it: Import,
  records: readonly SourceRecord[],
): Promise<void> {
  await insertRows(work, 'imports', [toRow(it)])
  for (let start = 0; start < records.length; start += ROWS_PER_INSERT) {
    const rows = records.slice(start, start + ROWS_PER_INSERT).map((record, index) => ({
      import_id: it.id,
      position: BigInt(start + index + 1),
      line: BigInt(record.line),
      status: 'pending',
      source: JSON.stringify(record),
      faults: '[]',
      resource_id: null,
      resource_version: null,
    }))
    await insertRows(work, 'import_records', rows)
  }
}

/** Only after `lockImport`. */
export async function saveImport(work: Work, it: Import): Promise<void> {
  const { id, ...changed } = toRow(it)
  try {
    await of(work).updateTable('imports').set(changed).where('id', '=', id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyImported(null) : error
  }
}

export async function deleteImport(work: Work, id: string): Promise<void> {
  await of(work).deleteFrom('import_records').where('import_id', '=', id).execute()
  await of(work).deleteFrom('imports').where('id', '=', id).execute()
}

/** The first records in a status. */
export async function listStored(
  scope: Scope,
  id: string,
  { status, limit }: { readonly status: RecordStatus; readonly limit: number },
): Promise<readonly StoredRecord[]> {
  const rows = await of(scope)
    .selectFrom('import_records')
    .selectAll()
    .where('import_id', '=', id)
    .where('status', '=', status)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toRecord(row),
    source: row.source === null ? null : (JSON.parse(row.source) as SourceRecord),
  }))
}

export interface RecordQuery {
  readonly status: RecordStatus | null
  /** Only records after this position. */
  readonly after: number
  readonly limit: number
}

export async function listRecords(
  scope: Scope,
  id: string,
  { status, after, limit }: RecordQuery,
): Promise<readonly ImportRecord[]> {
  const query = of(scope)
    .selectFrom('import_records')
    .select(['position', 'line', 'status', 'faults', 'resource_id', 'resource_version'])
    .where('import_id', '=', id)
    .where('position', '>', BigInt(after))
  const rows = await (status === null ? query : query.where('status', '=', status))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toRecord)
}

/** Saves the outcome of records; deletes their content once it is no longer needed. */
export async function saveRecords(
  work: Work,
  id: string,
  records: readonly ImportRecord[],
): Promise<void> {
  for (const record of records)
    await of(work)
      .updateTable('import_records')
      .set({
        status: record.status,
        faults: JSON.stringify(record.faults),
        resource_id: record.resourceId,
        resource_version: record.resourceVersion === null ? null : BigInt(record.resourceVersion),
        ...(record.status === 'imported' ? { source: null } : {}),
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
  faults: JSON.parse(row.faults) as ImportRecord['faults'],
})
