import { type Selectable, sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import type { Db } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import type { StoredFile, StoredStatement } from '../file.ts'
import { fileNotFound } from './errors.ts'
import { fromCounts, toCounts, toStatementRow } from './statement-repository.ts'

/* Files and their statements. */
export interface FileFilter {
  readonly status: string | null
  readonly bankAccountId: string | null
}

export async function findFile(scope: CompanyDb, id: string): Promise<StoredFile | undefined> {
  const row = isId('bkf', id) ? await findRow(scope, 'bank_files', id) : undefined
  return row && toFile(row)
}

export async function requireFile(scope: CompanyDb, id: string): Promise<StoredFile> {
  const file = await findFile(scope, id)
  if (!file) throw fileNotFound()
  return file
}

export async function lockFile(work: Work, id: string): Promise<StoredFile> {
  if (!isId('bkf', id)) throw fileNotFound()
  await lockRow(work, 'bank_files', id)
  return requireFile(work, id)
}

/** The file with these bytes, unless it was undone. */
export async function findKeptFile(
  scope: CompanyDb,
  digest: string,
): Promise<StoredFile | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('bank_files')
    .selectAll()
    .where('kept_digest', '=', digest)
    .executeTakeFirst()
  return row && toFile(row)
}

export const listFiles = async (
  scope: CompanyDb,
  filter: FileFilter,
  page: PageRequest,
): Promise<readonly StoredFile[]> =>
  (await sortedPage(filteredFiles(scope, filter).selectAll(), page)).map(toFile)

export const countFiles = (scope: CompanyDb, filter: FileFilter): Promise<number> =>
  countRows(filteredFiles(scope, filter))

const filteredFiles = (scope: CompanyDb, { status, bankAccountId }: FileFilter) =>
  tablesOf(scope)
    .selectFrom('bank_files')
    .$if(status !== null, (it) => it.where('status', '=', status ?? ''))
    .$if(bankAccountId !== null, (it) =>
      it.where('id', 'in', () =>
        tablesOf(scope)
          .selectFrom('bank_statements')
          .select('file_id')
          .where('bank_account_id', '=', bankAccountId ?? ''),
      ),
    )

export async function insertFile(
  work: Work,
  file: StoredFile,
  {
    statements,
    packed,
  }: { readonly statements: readonly StoredStatement[]; readonly packed: Uint8Array },
): Promise<void> {
  await insertRows(work, 'bank_files', [toFileRow(file)])
  await insertRows(work, 'bank_file_contents', [
    { file_id: file.id, packed, created_at: file.createdAt },
  ])
  if (statements.length > 0)
    await insertRows(
      work,
      'bank_statements',
      statements.map((it) => toStatementRow(file.id, it)),
    )
}

export async function saveFile(work: Work, file: StoredFile): Promise<void> {
  const { id, ...row } = toFileRow(file)
  await tablesOf(work).updateTable('bank_files').set(row).where('id', '=', id).execute()
}

/** Undefined once it is no longer kept. */
export async function readPacked(
  scope: CompanyDb,
  fileId: string,
): Promise<Uint8Array | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('bank_file_contents')
    .select('packed')
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return row?.packed
}

/** Deletes original bytes that were stored before an instant. */
export async function deleteContentsBefore(work: Work, before: string, limit: number) {
  const ids = await tablesOf(work)
    .selectFrom('bank_file_contents')
    .select('file_id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  if (ids.length === 0) return 0
  await tablesOf(work)
    .deleteFrom('bank_file_contents')
    .where(
      'file_id',
      'in',
      ids.map(({ file_id }) => file_id),
    )
    .execute()
  return ids.length
}

const toFileRow = (it: StoredFile): NewRow<'bank_files'> => ({
  id: it.id,
  version: BigInt(it.version),
  name: it.name,
  format: it.format,
  digest: it.digest,
  kept_digest: it.status === 'undone' ? null : it.digest,
  status: it.status,
  bank_account_id: it.bankAccountId,
  profile: it.profile,
  entries: BigInt(it.entries),
  done: BigInt(it.done),
  ...toCounts(it),
  problems: JSON.stringify(it.problems),
  bytes: BigInt(it.bytes),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toFile = (row: Selectable<Tables['bank_files']>): StoredFile => ({
  id: row.id,
  version: Number(row.version),
  name: row.name,
  format: row.format,
  digest: row.digest,
  status: row.status as StoredFile['status'],
  bankAccountId: row.bank_account_id,
  profile: row.profile,
  entries: Number(row.entries),
  done: Number(row.done),
  ...fromCounts(row),
  problems: JSON.parse(row.problems) as StoredFile['problems'],
  bytes: Number(row.bytes),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const companiesWithOldContents = (db: Db, among: Among, before: string) =>
  companiesWith(db, 'bank_file_contents', { among, where: sql`created_at < ${before}` })
