import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { forUpdate } from '../../../platform/database/db.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { runNotFound } from '../errors.ts'
import type { LeftOut, Person, Run, RunFile, RunItem, RunStatus } from '../run.ts'

export async function requireRun(scope: CompanyDb, id: string): Promise<Run> {
  const row = isId('ddr', id) ? await findRow(scope, 'direct_debit_runs', id) : undefined
  if (!row) throw runNotFound()
  return toRun(row)
}

export async function lockRun(work: Work, id: string): Promise<Run> {
  if (isId('ddr', id)) await lockRow(work, 'direct_debit_runs', id)
  return requireRun(work, id)
}

/** Locks all drafts, in the order of their ids. */
export async function lockDrafts(work: Work): Promise<void> {
  await filtered(work, 'draft').select('id').orderBy('id').modifyEnd(forUpdate(work.db)).execute()
}

/** The sum of runs that one person alone approved since an instant. */
export async function sumApprovedAlone(scope: CompanyDb, since: string): Promise<bigint> {
  const rows = await runs(scope)
    .select('sum_minor')
    .where('approved_at', '>=', since)
    .where('first_approval', 'is', null)
    .where('status', 'in', ['approved', 'submitted', 'settled'])
    .execute()
  return rows.reduce((sum, row) => sum + row.sum_minor, 0n)
}

function filtered(scope: CompanyDb, status: string | null): ReturnType<typeof runs> {
  return status === null ? runs(scope) : runs(scope).where('status', '=', status)
}
const runs = (scope: CompanyDb) => tablesOf(scope).selectFrom('direct_debit_runs')

export async function listPage(
  scope: CompanyDb,
  status: string | null,
  page: PageRequest,
): Promise<readonly Run[]> {
  return (await sortedPage(filtered(scope, status).selectAll(), page)).map(toRun)
}

export const countRuns = (scope: CompanyDb, status: string | null): Promise<number> =>
  countRows(filtered(scope, status))

export async function insertRun(work: Work, it: Run): Promise<void> {
  await insertRows(work, 'direct_debit_runs', [toRow(it)])
}

export async function saveRun(work: Work, it: Run): Promise<void> {
  const { id, ...row } = toRow(it)
  await tablesOf(work).updateTable('direct_debit_runs').set(row).where('id', '=', id).execute()
}

export async function deleteRun(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('direct_debit_items').where('run_id', '=', id).execute()
  await tablesOf(work).deleteFrom('direct_debit_runs').where('id', '=', id).execute()
}

const items = (scope: CompanyDb) => tablesOf(scope).selectFrom('direct_debit_items')
const itemsOf = (scope: CompanyDb, runId: string) => items(scope).where('run_id', '=', runId)

export async function listItems(scope: CompanyDb, runId: string): Promise<readonly RunItem[]> {
  const rows = await itemsOf(scope, runId).selectAll().orderBy('position').execute()
  return rows.map(toItem)
}

/** Instead of those before. */
export async function replaceItems(
  work: Work,
  runId: string,
  list: readonly RunItem[],
): Promise<void> {
  await tablesOf(work).deleteFrom('direct_debit_items').where('run_id', '=', runId).execute()
  for (let at = 0; at < list.length; at += CHUNK)
    await insertRows(
      work,
      'direct_debit_items',
      list.slice(at, at + CHUNK).map((it, index) => ({
        run_id: runId,
        collection_id: it.collectionId,
        position: BigInt(at + index),
        amount_minor: it.amountMinor,
        left_out: it.leftOut,
        file: it.file === null ? null : BigInt(it.file),
        payment_ref: it.paymentRef,
        end_to_end: it.endToEnd,
        collect_on: it.collectOn,
        sequence: it.sequence,
        rejected: it.rejected,
      })),
    )
}
const CHUNK = 500

export async function noteRejected(
  work: Work,
  runId: string,
  { collectionId, code }: { readonly collectionId: string; readonly code: string | null },
): Promise<void> {
  await tablesOf(work)
    .updateTable('direct_debit_items')
    .set({ rejected: code })
    .where('run_id', '=', runId)
    .where('collection_id', '=', collectionId)
    .execute()
}

/** A collection in the file of a run. */
export interface FiledItem extends RunItem {
  readonly runId: string
}

/** What files say about these end-to-end ids. */
export async function findByEndToEnd(
  scope: CompanyDb,
  endToEnd: string,
): Promise<readonly FiledItem[]> {
  const rows = await items(scope).selectAll().where('end_to_end', '=', endToEnd).execute()
  return rows.map(toFiled)
}

export async function listOfPayment(
  scope: CompanyDb,
  paymentRef: string,
): Promise<readonly FiledItem[]> {
  const rows = await items(scope)
    .selectAll()
    .where('payment_ref', '=', paymentRef)
    .orderBy('position')
    .execute()
  return rows.map(toFiled)
}

export async function listOfMessage(
  scope: CompanyDb,
  messageRef: string,
): Promise<readonly FiledItem[]> {
  const file = await tablesOf(scope)
    .selectFrom('direct_debit_files')
    .select(['run_id', 'number'])
    .where('message_ref', '=', messageRef)
    .executeTakeFirst()
  if (!file) return []
  const rows = await itemsOf(scope, file.run_id)
    .selectAll()
    .where('file', '=', file.number)
    .orderBy('position')
    .execute()
  return rows.map(toFiled)
}

/** Those of handed-in runs that are collected on a day. */
export async function listOfDay(scope: CompanyDb, day: string): Promise<readonly FiledItem[]> {
  const rows = await items(scope)
    .selectAll()
    .where('collect_on', '=', day)
    .where('file', 'is not', null)
    .where('run_id', 'in', () =>
      tablesOf(scope)
        .selectFrom('direct_debit_runs')
        .select('id')
        .where('status', 'in', ['approved', 'submitted', 'settled']),
    )
    .orderBy('payment_ref')
    .orderBy('position')
    .execute()
  return rows.map(toFiled)
}

/** The collections that are in a file. */
export const idsInFiles = (list: readonly RunItem[]): readonly string[] =>
  list.filter(({ file }) => file !== null).map(({ collectionId }) => collectionId)

export async function insertFile(work: Work, it: RunFile): Promise<void> {
  await insertRows(work, 'direct_debit_files', [
    {
      run_id: it.runId,
      number: BigInt(it.number),
      message_ref: it.messageRef,
      scheme: it.scheme,
      format: it.format,
      count: BigInt(it.count),
      sum_minor: it.sumMinor,
      sha256: it.sha256,
      content: it.content,
      refused_because: it.refusedBecause,
      created_at: it.createdAt,
    },
  ])
}

/** Null: all files that were not refused before. */
export async function noteFileRefused(
  work: Work,
  runId: string,
  { file, reason }: { readonly file: number | null; readonly reason: string },
): Promise<void> {
  const files = tablesOf(work)
    .updateTable('direct_debit_files')
    .set({ refused_because: reason })
    .where('run_id', '=', runId)
    .where('refused_because', 'is', null)
  await (file === null ? files : files.where('number', '=', BigInt(file))).execute()
}

export async function listFiles(scope: CompanyDb, runId: string): Promise<readonly RunFile[]> {
  const rows = await tablesOf(scope)
    .selectFrom('direct_debit_files')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    runId: row.run_id,
    number: Number(row.number),
    messageRef: row.message_ref,
    scheme: row.scheme,
    format: row.format,
    count: Number(row.count),
    sumMinor: row.sum_minor,
    sha256: row.sha256,
    content: row.content,
    refusedBecause: row.refused_because,
    createdAt: row.created_at,
  }))
}

const toRow = (it: Run): NewRow<'direct_debit_runs'> => ({
  id: it.id,
  version: BigInt(it.version),
  status: it.status,
  collect_on: it.collectOn,
  excluded: JSON.stringify(it.excluded),
  count: BigInt(it.count),
  sum_minor: it.sumMinor,
  content_sha256: it.contentSha256,
  created_by: JSON.stringify(it.createdBy),
  first_approval: it.firstApproval && JSON.stringify(it.firstApproval),
  approved_by: it.approvedBy && JSON.stringify(it.approvedBy),
  approved_at: it.approvedAt,
  submitted_at: it.submittedAt,
  refused_because: it.refusedBecause,
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toRun = (row: Tables['direct_debit_runs']): Run => ({
  id: row.id,
  version: Number(row.version),
  status: row.status as RunStatus,
  collectOn: row.collect_on,
  excluded: JSON.parse(row.excluded),
  count: Number(row.count),
  sumMinor: row.sum_minor,
  contentSha256: row.content_sha256,
  createdBy: JSON.parse(row.created_by) as Person,
  firstApproval: row.first_approval === null ? null : JSON.parse(row.first_approval),
  approvedBy: row.approved_by === null ? null : (JSON.parse(row.approved_by) as Person),
  approvedAt: row.approved_at,
  submittedAt: row.submitted_at,
  refusedBecause: row.refused_because,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toItem = (row: Tables['direct_debit_items']): RunItem => ({
  collectionId: row.collection_id,
  amountMinor: row.amount_minor,
  leftOut: row.left_out as LeftOut | null,
  file: row.file === null ? null : Number(row.file),
  paymentRef: row.payment_ref,
  endToEnd: row.end_to_end,
  collectOn: row.collect_on,
  sequence: row.sequence,
  rejected: row.rejected,
})

const toFiled = (row: Tables['direct_debit_items']): FiledItem => ({
  ...toItem(row),
  runId: row.run_id,
})
