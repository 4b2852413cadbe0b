import { type Selectable, sql } from 'kysely'
import type { AppScope, Work } from '../../../core/record/work.ts'
import { type Db, isUniqueViolation } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  insertRows,
  lockRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { seal, unseal } from '../../../platform/seal.ts'
import { alreadyTransmitted } from './errors.ts'
import type { Connection } from './provider.ts'
import type { Transmission } from './transmission.ts'

const PLACE = 'access_point'

/** The companies that have an access point. */
export const listWithAccessPoint = (db: Db, among: Among) =>
  companiesWith(db, 'access_points', { among, where: sql`url <> ''` })

/** The access point of a company, and the documents that it could not fetch. */
export interface StoredAccessPoint extends Connection {
  readonly version: number
  readonly refused: { readonly since: string; readonly detail: string } | null
  readonly updatedAt: string
}

/** Seals tokens. It belongs to the company and moves with it to another installation. */
const secretOf = (scope: AppScope) => scope.app.secrets.require(scope, PLACE)

export async function findAccessPoint(scope: AppScope): Promise<StoredAccessPoint | null> {
  const row = await tablesOf(scope).selectFrom('access_points').selectAll().executeTakeFirst()
  if (!row || row.url === '') return null
  const token = unseal(await secretOf(scope), PLACE, row.token_sealed)
  return {
    version: Number(row.version),
    url: row.url,
    token: token ?? '',
    refused:
      row.refused_since === null
        ? null
        : { since: row.refused_since, detail: row.refused_detail ?? '' },
    updatedAt: row.updated_at,
  }
}

export async function saveAccessPoint(
  work: Work,
  { url, token, version, updatedAt }: StoredAccessPoint,
): Promise<void> {
  const row = {
    version: BigInt(version),
    url,
    token_sealed: seal(await secretOf(work), PLACE, token),
    refused_since: null,
    refused_detail: null,
    updated_at: updatedAt,
  }
  await tablesOf(work)
    .insertInto('access_points', row)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}

/** The row stays without an address, so that no version comes twice. */
export async function deleteAccessPoint(work: Work): Promise<void> {
  const none = { url: '', token_sealed: '', refused_since: null, refused_detail: null }
  await tablesOf(work)
    .updateTable('access_points')
    .set({ ...none, updated_at: work.at })
    .execute()
}

/** Also that of a deleted one; 0 before the first. */
export async function lastVersion(scope: CompanyDb): Promise<number> {
  const row = await tablesOf(scope).selectFrom('access_points').select('version').executeTakeFirst()
  return Number(row?.version ?? 0)
}

/** Stores since when a received document has waited; null: none waits. */
export async function noteRefused(work: Work, detail: string | null): Promise<void> {
  if (detail === null)
    await tablesOf(work)
      .updateTable('access_points')
      .set({ refused_since: null, refused_detail: null })
      .where('refused_since', 'is not', null)
      .execute()
  else
    await tablesOf(work)
      .updateTable('access_points')
      .set(({ fn, ref, val }) => ({
        refused_since: fn.coalesce(ref('refused_since'), val(work.at)),
        refused_detail: detail,
      }))
      .execute()
}

/** The last transmission of an invoice. */
export async function findTransmission(
  scope: CompanyDb,
  invoiceId: string,
): Promise<Transmission | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('transmissions')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toTransmission(row)
}

export async function findById(scope: CompanyDb, id: string): Promise<Transmission | undefined> {
  const row = await findRow(scope, 'transmissions', id)
  return row && toTransmission(row)
}

/** The transmission of that id, locked until the transaction ends. */
export async function lockById(work: Work, id: string): Promise<Transmission | undefined> {
  await lockRow(work, 'transmissions', id)
  return findById(work, id)
}

/** The key allows one for each invoice, unless it failed. */
export async function insertTransmission(work: Work, it: Transmission): Promise<void> {
  try {
    await insertRows(work, 'transmissions', [toRow(it)])
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyTransmitted({ status: 'queued' }) : error
  }
}

export async function saveTransmission(work: Work, it: Transmission): Promise<void> {
  const { id, ...changed } = toRow(it)
  await tablesOf(work).updateTable('transmissions').set(changed).where('id', '=', id).execute()
}

/** Invoices whose last transmission failed, the latest first. */
export async function listFailed(
  scope: CompanyDb,
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<readonly Transmission[]> {
  const rows = await tablesOf(scope)
    .selectFrom('transmissions')
    .selectAll()
    .where('status', 'in', ['failed', 'lost'])
    .where('updated_at', '>=', since)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
  const failed = rows.map(toTransmission)
  if (failed.length === 0) return []
  const later = await tablesOf(scope)
    .selectFrom('transmissions')
    .select(({ fn }) => ['invoice_id', fn.max('id').as('id')])
    .where(
      'invoice_id',
      'in',
      failed.map(({ invoiceId }) => invoiceId),
    )
    .groupBy('invoice_id')
    .execute()
  const last = new Set(later.map(({ id }) => id))
  return failed.filter(({ id }) => last.has(id))
}

const toRow = (it: Transmission) => ({
  id: it.id,
  version: BigInt(it.version),
  invoice_id: it.invoiceId,
  number: it.number,
  format: it.format,
  recipient: it.recipient,
  status: it.status,
  xml_sha256: it.xmlSha256,
  detail: it.detail,
  queued_at: it.queuedAt,
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toTransmission = (row: Selectable<Tables['transmissions']>): Transmission => ({
  id: row.id,
  version: Number(row.version),
  invoiceId: row.invoice_id,
  number: row.number,
  format: row.format as Transmission['format'],
  recipient: row.recipient,
  status: row.status as Transmission['status'],
  xmlSha256: row.xml_sha256,
  detail: row.detail,
  queuedAt: row.queued_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
