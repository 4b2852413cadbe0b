import { type Selectable, sql } from 'kysely'
import { type Db, engineOf, type Trx } from '../../../platform/database/db.ts'
import type { CompanyId, Tables } from '../../../platform/database/tables.ts'
import { type Company, type CompanyStatus, FIRST_COMPANY } from '../company.ts'

type Row = Selectable<Tables['companies']>

export type Wanted = { readonly number: CompanyId } | { readonly id: string }

export async function findCompany(db: Db, wanted: Wanted): Promise<Company | undefined> {
  const all = db.selectFrom('companies').selectAll()
  const query =
    'id' in wanted ? all.where('id', '=', wanted.id) : all.where('number', '=', wanted.number)
  const row = await query.executeTakeFirst()
  return row && toCompany(row)
}

/** By its current or an earlier handle. */
export async function findByHandle(db: Db, handle: string): Promise<Company | undefined> {
  const row = await db
    .selectFrom('company_handles')
    .innerJoin('companies', 'companies.number', 'company_handles.company')
    .selectAll('companies')
    .where('company_handles.handle', '=', handle)
    .executeTakeFirst()
  return row && toCompany(row)
}

/** The companies after a number, in order. */
export async function listAfter(
  db: Db,
  number: bigint,
  limit: number,
): Promise<readonly Company[]> {
  const rows = await db
    .selectFrom('companies')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(toCompany)
}

export async function listNumbersAfter(
  db: Db,
  number: bigint,
  limit: number,
): Promise<readonly CompanyId[]> {
  const rows = await db
    .selectFrom('companies')
    .select('number')
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map((row) => row.number as CompanyId)
}

export interface CompanyPage {
  readonly limit: number
  readonly after: { readonly value: string | null; readonly id: string } | null
  readonly direction: 'asc' | 'desc'
}

function visible(db: Db, only: readonly CompanyId[] | null) {
  const all = db.selectFrom('companies').where('status', 'not in', ['importing', 'deleted'])
  return only === null ? all : all.where('number', 'in', only.length === 0 ? [0n] : [...only])
}

/** One row more than the page, by creation time; of these companies, or of all. */
export async function listCompanies(
  db: Db,
  only: readonly CompanyId[] | null,
  { after, direction, limit }: CompanyPage,
): Promise<readonly Company[]> {
  const side = direction === 'asc' ? sql`>` : sql`<`
  const following = after
    ? sql<boolean>`(created_at, id) ${side} (${after.value ?? ''}, ${after.id})`
    : sql<boolean>`1 = 1`
  const rows = await visible(db, only)
    .selectAll()
    .where(following)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toCompany)
}

export async function countCompanies(db: Db, only: readonly CompanyId[] | null): Promise<number> {
  const { count } = await visible(db, only)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of the next company. Company 1 is locked until the transaction ends: one at a time. */
export async function lockNextNumber(trx: Trx): Promise<CompanyId> {
  await trx
    .selectFrom('companies')
    .select('number')
    .where('number', '=', FIRST_COMPANY)
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  const { last } = await trx
    .selectFrom('companies')
    .select((eb) => eb.fn.max<bigint>('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last + 1n) as CompanyId
}

/** With its earlier handles, if any. */
export async function insertCompany(
  trx: Trx,
  company: Company,
  handles: readonly string[] = [company.handle],
): Promise<void> {
  await trx.insertInto('companies').values(toRow(company)).execute()
  const rows = handles.map((handle) => ({ handle, company: company.number }))
  await trx.insertInto('company_handles').values(rows).execute()
}

/** Deletes a company from the directory that was never visible. */
export async function deleteImporting(trx: Trx, number: CompanyId): Promise<void> {
  await trx.deleteFrom('company_handles').where('company', '=', number).execute()
  await trx
    .deleteFrom('companies')
    .where('number', '=', number)
    .where('status', '=', 'importing')
    .execute()
}

/** All its handles, including earlier ones. */
export async function listHandles(db: Db, number: CompanyId): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('company_handles')
    .select('handle')
    .where('company', '=', number)
    .orderBy('handle')
    .execute()
  return rows.map(({ handle }) => handle)
}

/** The handles among these that any company has or had. */
export async function listTaken(db: Db, handles: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('company_handles')
    .select('handle')
    .where('handle', 'in', [...handles])
    .execute()
  return rows.map(({ handle }) => handle)
}

/** The companies whose rows are due for deletion. */
export async function listToDelete(
  db: Db,
  now: string,
  limit: number,
): Promise<readonly Company[]> {
  const rows = await db
    .selectFrom('companies')
    .selectAll()
    .where('status', 'in', ['importing', 'deleting', 'deleted'])
    .where('delete_at', '<=', now)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(toCompany)
}

export async function lockCompany(trx: Trx, number: CompanyId): Promise<Company> {
  const row = await trx
    .selectFrom('companies')
    .selectAll()
    .where('number', '=', number)
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return toCompany(row)
}

/** Only after `lockCompany`. */
export async function saveCompany(trx: Trx, company: Company): Promise<void> {
  await trx
    .updateTable('companies')
    .set(toRow(company))
    .where('number', '=', company.number)
    .execute()
}

const toCompany = (row: Row): Company => ({
  number: row.number as CompanyId,
  id: row.id,
  version: Number(row.version),
  handle: row.handle,
  name: row.name,
  status: row.status as CompanyStatus,
  limits: JSON.parse(row.limits),
  genesis: row.genesis,
  archive: row.archive === null ? null : JSON.parse(row.archive),
  lastHead: row.last_head === null ? null : JSON.parse(row.last_head),
  deleteAt: row.delete_at,
  statusBefore: row.status_before as CompanyStatus | null,
  domain: row.domain,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toRow = (company: Company): Row => ({
  number: company.number,
  id: company.id,
  version: BigInt(company.version),
  handle: company.handle,
  name: company.name,
  status: company.status,
  limits: JSON.stringify(company.limits),
  genesis: company.genesis,
  archive: company.archive && JSON.stringify(company.archive),
  last_head: company.lastHead && JSON.stringify(company.lastHead),
  delete_at: company.deleteAt,
  status_before: company.statusBefore,
  domain: company.domain,
  created_at: company.createdAt,
  updated_at: company.updatedAt,
})
