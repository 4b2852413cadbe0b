import { type Selectable, sql } from 'kysely'
import { type Db, isForeignKeyViolation } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  insertRows,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { countRows } from '../../lists/sorted-page.ts'
import type { Work } from '../../record/work.ts'
import type { FileOwner, StoredFile, Visibility } from '../file.ts'

const filesOf = (scope: CompanyDb, { kind, id }: FileOwner) =>
  tablesOf(scope).selectFrom('files').where('owner_kind', '=', kind).where('owner_id', '=', id)

/** All files of an owner, oldest first. */
export async function findFiles(
  scope: CompanyDb,
  owner: FileOwner,
): Promise<readonly StoredFile[]> {
  return (await filesOf(scope, owner).selectAll().orderBy('id').execute()).map(toFile)
}

export async function listFiles(
  scope: CompanyDb,
  owner: FileOwner,
  { limit, after, direction }: Pick<PageRequest, 'limit' | 'after' | 'direction'>,
): Promise<readonly StoredFile[]> {
  const rows = await filesOf(scope, owner)
    .selectAll()
    .$if(after !== null, (query) =>
      query.where('id', direction === 'asc' ? '>' : '<', after?.id ?? ''),
    )
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toFile)
}

export const countFiles = (scope: CompanyDb, owner: FileOwner): Promise<number> =>
  countRows(filesOf(scope, owner))

/** The bytes of all files of the company, each as often as it is attached. */
export async function sumBytes(scope: CompanyDb): Promise<number> {
  const { bytes } = await tablesOf(scope)
    .selectFrom('files')
    .select(sql<bigint | null>`cast(sum(size) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0n)
}

export async function findFile(
  scope: CompanyDb,
  owner: FileOwner,
  id: string,
): Promise<StoredFile | undefined> {
  const row = await filesOf(scope, owner).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toFile(row)
}

export async function findBytes(scope: CompanyDb, sha256: string): Promise<Uint8Array | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('file_contents')
    .select('bytes')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.bytes
}

/** Writes known bytes again, so that a concurrent clean-up cannot delete them. */
export async function insertFile(work: Work, file: StoredFile, bytes: Uint8Array): Promise<void> {
  const { sha256 } = file
  await tablesOf(work)
    .insertInto('file_contents', { sha256, bytes, stored_at: work.at })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'sha256']).doUpdateSet({ stored_at: work.at }),
    )
    .execute()
  await insertRows(work, 'files', [toRow(file)])
}

/** Files with the bytes of others. */
export const insertCopies = (work: Work, files: readonly StoredFile[]): Promise<void> =>
  insertRows(work, 'files', files.map(toRow))

export async function deleteFile(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('files').where('id', '=', id).execute()
}

export async function deleteFilesOf(work: Work, { kind, id }: FileOwner): Promise<void> {
  await tablesOf(work)
    .deleteFrom('files')
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .execute()
}

/** Deletes bytes without a file that arrived before a time; returns their number. */
export async function deleteUnused(
  scope: CompanyDb,
  before: string,
  limit: number,
): Promise<number> {
  const rows = await tablesOf(scope)
    .selectFrom('file_contents')
    .select('sha256')
    .where('stored_at', '<', before)
    .where('sha256', 'not in', tablesOf(scope).selectFrom('files').select('sha256'))
    .limit(limit)
    .execute()
  const hashes = rows.map(({ sha256 }) => sha256)
  if (hashes.length === 0) return 0
  try {
    await tablesOf(scope)
      .deleteFrom('file_contents')
      .where('sha256', 'in', hashes)
      .where('stored_at', '<', before)
      .execute()
  } catch (error) {
    // A file with the same bytes arrived meanwhile.
    if (!isForeignKeyViolation(error)) throw error
    return 0
  }
  return hashes.length
}

/** The companies with bytes without a file that arrived before a time. */
export const listWithUnused = (db: Db, among: Among, before: string) =>
  companiesWith(db, 'file_contents', {
    among,
    where: sql`stored_at < ${before} and not exists (select 1 from files
      where files.company_id = file_contents.company_id and files.sha256 = file_contents.sha256)`,
  })

const toRow = ({ owner, ...file }: StoredFile) => ({
  id: file.id,
  owner_kind: owner.kind,
  owner_id: owner.id,
  name: file.name,
  media_type: file.mediaType,
  size: BigInt(file.size),
  sha256: file.sha256,
  visible: file.visible,
  created_at: file.createdAt,
})

const toFile = (row: Selectable<Tables['files']>): StoredFile => ({
  id: row.id,
  owner: { kind: row.owner_kind as FileOwner['kind'], id: row.owner_id },
  name: row.name,
  mediaType: row.media_type,
  size: Number(row.size),
  sha256: row.sha256,
  visible: row.visible as Visibility,
  createdAt: row.created_at,
})

/** The hashes that have a row. */
export async function listKnown(
  scope: CompanyDb,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(scope)
    .selectFrom('file_contents')
    .select('sha256')
    .where('sha256', 'in', hashes)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}
