import type { Selectable } from 'kysely'
import type { Work } from '../../../../core/record/work.ts'
import { load, toColumns } from '../../../../kernel/fields/field.ts'
import { forUpdate, isUniqueViolation } from '../../../../platform/database/db.ts'
import { type CompanyDb, insertRows, tablesOf } from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import type { NumberedKind } from '../../settings.ts'
import { keyTaken, seriesNotFound } from './errors.ts'
import { FIELDS, type Series } from './fields.ts'

/** All of a company; there are 50 at most. */
export async function listSeries(scope: CompanyDb): Promise<readonly Series[]> {
  const rows = await selectSeries(scope).orderBy('id').execute()
  if (rows.length === 0) return []
  const used = await usedSeries(scope)
  return rows.map((row) => toSeries(row, used))
}

export async function requireSeries(scope: CompanyDb, id: string): Promise<Series> {
  const row = await selectSeries(scope).where('id', '=', id).executeTakeFirst()
  if (!row) throw seriesNotFound()
  return toSeries(row, await usedSeries(scope))
}

/** The row stays locked: no other transaction changes the series. */
export async function lockSeries(work: Work, id: string): Promise<Series> {
  const query = tablesOf(work).selectFrom('document_series').select('id').where('id', '=', id)
  await query.modifyEnd(forUpdate(work.db)).execute()
  return requireSeries(work, id)
}

/** For numbering, without the information whether it was used. */
export async function findSeries(
  scope: CompanyDb,
  kind: NumberedKind,
  key: string,
): Promise<Series | undefined> {
  const row = await selectSeries(scope)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toSeries(row, NONE)
}

export async function insertSeries(work: Work, series: Series): Promise<void> {
  try {
    await insertRows(work, 'document_series', [toRow(series)])
  } catch (error) {
    throw isUniqueViolation(error) ? keyTaken() : error
  }
}

export async function saveSeries(work: Work, series: Series): Promise<void> {
  const { id, ...changed } = toRow(series)
  try {
    await tablesOf(work).updateTable('document_series').set(changed).where('id', '=', id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? keyTaken() : error
  }
}

export async function deleteSeries(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('document_series').where('id', '=', id).execute()
}

const selectSeries = (scope: CompanyDb) => tablesOf(scope).selectFrom('document_series').selectAll()

const NONE: ReadonlySet<string> = new Set()

/** The series with a counter, as `invoice/AT`. There are few counters: one for each period. */
async function usedSeries(scope: CompanyDb): Promise<ReadonlySet<string>> {
  const query = tablesOf(scope)
    .selectFrom('number_series')
    .select('key')
    .where('key', 'like', '%/%')
  const rows = await query.execute()
  return new Set(rows.map(({ key }) => key.slice(0, key.indexOf(':'))))
}

const toSeries = (
  row: Selectable<Tables['document_series']>,
  used: ReadonlySet<string>,
): Series => ({
  ...load(FIELDS, row),
  id: row.id,
  start: Number(row.start),
  isUsed: used.has(`${row.kind}/${row.key}`),
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toRow = (series: Series) => ({
  ...toColumns(FIELDS, series),
  name: series.name ?? '',
  id: series.id,
  start: BigInt(series.start),
  version: BigInt(series.version),
  created_at: series.createdAt,
  updated_at: series.updatedAt,
})
