import type { Selectable } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../../core/lists/sorted-page.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { load, toColumns } from '../../../../kernel/fields/field.ts'
import { forUpdate } from '../../../../platform/database/db.ts'
import { insertRows, tablesOf } from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { viewNotFound } from './errors.ts'
import { FIELDS, type SavedView } from './fields.ts'

/** The page's rows and one more, if there is one. */
export async function listViews(work: ReadWork, page: PageRequest): Promise<readonly SavedView[]> {
  return (await sortedPage(visible(work).selectAll(), page)).map(toView)
}

export const countViews = (work: ReadWork): Promise<number> => countRows(visible(work))

export const countOwnViews = (work: ReadWork): Promise<number> =>
  countRows(tablesOf(work).selectFrom('invoice_views').where('owner_id', '=', work.actor.id))

export async function requireView(work: ReadWork, id: string): Promise<SavedView> {
  const row = await visible(work).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw viewNotFound()
  return toView(row)
}

/** The row stays locked: no other transaction changes the view. */
export async function lockView(work: Work, id: string): Promise<SavedView> {
  const query = visible(work).selectAll().where('id', '=', id)
  const row = await query.modifyEnd(forUpdate(work.db)).executeTakeFirst()
  if (!row) throw viewNotFound()
  return toView(row)
}

export const insertView = (work: Work, view: SavedView): Promise<void> =>
  insertRows(work, 'invoice_views', [toRow(view)])

export async function saveView(work: Work, view: SavedView): Promise<void> {
  const { id, ...changed } = toRow(view)
  await tablesOf(work).updateTable('invoice_views').set(changed).where('id', '=', id).execute()
}

export async function deleteView(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('invoice_views').where('id', '=', id).execute()
}

/** The caller's own views and those that others share. */
const visible = (work: ReadWork) =>
  tablesOf(work)
    .selectFrom('invoice_views')
    .where((where) => where.or([where('owner_id', '=', work.actor.id), where('shared', '=', 1n)]))

const toView = (row: Selectable<Tables['invoice_views']>): SavedView => ({
  ...load(FIELDS, row),
  id: row.id,
  ownerId: row.owner_id,
  filters: JSON.parse(row.filters),
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toRow = (view: SavedView) => ({
  ...toColumns(FIELDS, view),
  id: view.id,
  owner_id: view.ownerId,
  filters: JSON.stringify(view.filters),
  version: BigInt(view.version),
  created_at: view.createdAt,
  updated_at: view.updatedAt,
})
