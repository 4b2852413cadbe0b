import { sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
  updateRows,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import type { Via } from '../../methods/method.ts'
import {
  type Attempt,
  type Collection,
  type CollectionProblem,
  type CollectionStatus,
  isActive,
  type Notice,
} from '../collection.ts'
import { collectionNotFound } from '../errors.ts'

const collections = (scope: CompanyDb) => tablesOf(scope).selectFrom('collections')

export async function requireCollection(scope: CompanyDb, id: string): Promise<Collection> {
  const row = isId('col', id) ? await findRow(scope, 'collections', id) : undefined
  if (!row) throw collectionNotFound()
  return toCollection(row)
}

export async function lockCollection(work: Work, id: string): Promise<Collection> {
  if (isId('col', id)) await lockRow(work, 'collections', id)
  return requireCollection(work, id)
}

/** In the order of their ids. */
export async function lockCollections(
  work: Work,
  ids: readonly string[],
): Promise<readonly Collection[]> {
  const rows = await inChunks(ids, (some) =>
    collections(work)
      .selectAll()
      .where('id', 'in', some)
      .orderBy('id')
      .modifyEnd(forUpdate(work.db))
      .execute(),
  )
  return rows.map(toCollection)
}

const CHUNK = 500

/** SQLite takes few parameters. */
async function inChunks<It>(
  ids: readonly string[],
  find: (some: readonly string[]) => Promise<readonly It[]>,
): Promise<readonly It[]> {
  const sorted = ids.toSorted()
  const found: It[] = []
  for (let at = 0; at < sorted.length; at += CHUNK)
    found.push(...(await find(sorted.slice(at, at + CHUNK))))
  return found
}

/** The invoice number and the customer's name of a collection. */
export interface Named {
  readonly invoiceId: string
  readonly invoiceNumber: string | null
  readonly customerId: string
  readonly customerName: string | null
}

export async function namesOf(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const rows = await inChunks(ids, (some) =>
    collections(scope)
      .innerJoin('invoices', (join) =>
        join
          .onRef('invoices.company_id', '=', 'collections.company_id')
          .onRef('invoices.id', '=', 'collections.invoice_id'),
      )
      .select(['collections.id', 'collections.invoice_id', 'collections.customer_id'])
      .select(['invoices.number', 'invoices.customer_name'])
      .where('collections.id', 'in', some)
      .execute(),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...{ invoiceId: row.invoice_id, invoiceNumber: row.number },
        ...{ customerId: row.customer_id, customerName: row.customer_name },
      },
    ]),
  )
}

/** The collection of an invoice that has not ended. */
export async function findActive(
  scope: CompanyDb,
  invoiceId: string,
): Promise<Collection | undefined> {
  const row = await collections(scope)
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('active', '=', 1n)
    .executeTakeFirst()
  return row && toCollection(row)
}

/** The invoices among these that are being collected, and on which day; null: nobody told the customer. */
export async function listCollecting(
  scope: CompanyDb,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await inChunks(invoiceIds, (some) =>
    collections(scope)
      .select(['invoice_id', 'status', 'next_on'])
      .where('active', '=', 1n)
      .where('invoice_id', 'in', some)
      .execute(),
  )
  return new Map(rows.map((row) => [row.invoice_id, row.status === 'planned' ? null : row.next_on]))
}

/** The newest first. */
export async function listOfInvoice(
  scope: CompanyDb,
  invoiceId: string,
  limit: number,
): Promise<readonly Collection[]> {
  const rows = await collections(scope)
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCollection)
}

/** The attempts of all collections of an invoice. */
export async function listAttempts(
  scope: CompanyDb,
  invoiceId: string,
): Promise<readonly Attempt[]> {
  const all = await listOfInvoice(scope, invoiceId, ATTEMPTED_MAX)
  return all.flatMap(({ attempts }) => attempts)
}
const ATTEMPTED_MAX = 100

/** Submitted collections of a method, which can still be returned, the newest first. */
export async function listReturnable(
  scope: CompanyDb,
  { methodId, amountMinor }: { readonly methodId: string; readonly amountMinor: bigint },
  limit: number,
): Promise<readonly Collection[]> {
  const rows = await collections(scope)
    .selectAll()
    .where('payment_method_id', '=', methodId)
    .where('amount_minor', '=', amountMinor)
    .where('status', 'in', ['submitted', 'collected'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCollection)
}

export interface CollectionFilter {
  readonly status: string | null
  readonly customerId: string | null
  readonly invoiceId: string | null
  readonly methodId: string | null
  readonly runId: string | null
}

function filtered(scope: CompanyDb, filter: CollectionFilter): ReturnType<typeof collections> {
  let query = collections(scope)
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  if (filter.customerId !== null) query = query.where('customer_id', '=', filter.customerId)
  if (filter.invoiceId !== null) query = query.where('invoice_id', '=', filter.invoiceId)
  if (filter.methodId !== null) query = query.where('payment_method_id', '=', filter.methodId)
  if (filter.runId !== null) query = query.where('run_id', '=', filter.runId)
  return query
}

export async function listPage(
  scope: CompanyDb,
  filter: CollectionFilter,
  page: PageRequest,
): Promise<readonly Collection[]> {
  return (await sortedPage(filtered(scope, filter).selectAll(), page)).map(toCollection)
}

export const countCollections = (scope: CompanyDb, filter: CollectionFilter): Promise<number> =>
  countRows(filtered(scope, filter))

/** Collections by file that a run may take, the next to collect first. */
export async function listForRun(scope: CompanyDb, limit: number): Promise<readonly Collection[]> {
  const rows = await collections(scope)
    .selectAll()
    .where('status', 'in', ['planned', 'announced'])
    .where('via', '=', 'file')
    .orderBy('next_on')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toCollection)
}

/** Whether a collection of the run is still on its way. */
export async function hasSubmitted(scope: CompanyDb, runId: string): Promise<boolean> {
  const row = await collections(scope)
    .select('id')
    .where('run_id', '=', runId)
    .where('status', '=', 'submitted')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface StatusFilter {
  readonly statuses: readonly CollectionStatus[]
  readonly via?: Via
  readonly until?: string
}

/** Collections of a status, the next to collect first. `until`: those that may be collected by that day. */
export async function listWithStatus(
  scope: CompanyDb,
  { statuses, via, until }: StatusFilter,
  limit: number,
): Promise<readonly Collection[]> {
  let query = collections(scope).where('status', 'in', statuses)
  if (via !== undefined) query = query.where('via', '=', via)
  if (until !== undefined) query = query.where('next_on', '<=', until)
  const rows = await query.selectAll().orderBy('next_on').orderBy('id').limit(limit).execute()
  return rows.map(toCollection)
}

export async function listWithProblems(
  scope: CompanyDb,
  limit: number,
): Promise<readonly Collection[]> {
  const rows = await collections(scope)
    .selectAll()
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCollection)
}

export interface Due {
  readonly id: string
  readonly number: string | null
  readonly status: string
  readonly dueMinor: bigint
}

/** What is due on invoices. */
export async function findDues(
  scope: CompanyDb,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, Due>> {
  const rows = await inChunks(invoiceIds, (some) => duesOf(scope, some).execute())
  return new Map(rows.map((row) => [row.id, toDue(row)]))
}

/** With the invoices locked in the order of their ids. */
export async function lockDues(
  work: Work,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, Due>> {
  const rows = await inChunks(invoiceIds, (some) =>
    duesOf(work, some).orderBy('id').modifyEnd(forUpdate(work.db)).execute(),
  )
  return new Map(rows.map((row) => [row.id, toDue(row)]))
}

export const findDue = async (scope: CompanyDb, invoiceId: string): Promise<Due | undefined> =>
  (await findDues(scope, [invoiceId])).get(invoiceId)

const duesOf = (scope: CompanyDb, ids: readonly string[]) =>
  tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number', 'status', 'paid_minor', 'credited_minor'])
    .select(sql<bigint>`coalesce(payable_minor, total_minor)`.as('payable'))
    .where('id', 'in', ids)

const toDue = (row: {
  readonly id: string
  readonly number: string | null
  readonly status: string
  readonly payable: bigint
  readonly paid_minor: bigint
  readonly credited_minor: bigint
}): Due => ({
  id: row.id,
  number: row.number,
  status: row.status,
  dueMinor: row.status === 'void' ? 0n : row.payable - row.paid_minor - row.credited_minor,
})

/** A charge at a provider can be returned after its collection ended. */
export const companiesWithActive = (db: Db, among: Among) =>
  companiesWith(db, 'collections', { among, where: sql`(active = 1 or via = 'provider')` })

export async function insertCollection(work: Work, it: Collection): Promise<void> {
  await insertRows(work, 'collections', [toRow(it)])
}

export const saveCollections = (work: Work, list: readonly Collection[]): Promise<void> =>
  updateRows(work, 'collections', list.map(toRow))

const toRow = (it: Collection): NewRow<'collections'> => ({
  id: it.id,
  version: BigInt(it.version),
  invoice_id: it.invoiceId,
  customer_id: it.customerId,
  payment_method_id: it.methodId,
  via: it.via,
  amount_minor: it.amountMinor,
  currency: it.currency,
  collect_on: it.collectOn,
  next_on: it.nextOn,
  status: it.status,
  active: isActive(it) ? 1n : 0n,
  notice: it.notice && JSON.stringify({ ...it.notice, amountMinor: String(it.notice.amountMinor) }),
  attempts: JSON.stringify(it.attempts),
  run_id: it.runId,
  end_to_end: it.endToEnd,
  booked_payment_id: it.paymentId,
  on_account_minor: it.onAccountMinor,
  ended_because: it.endedBecause,
  problems: JSON.stringify(it.problems),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toCollection = (row: Tables['collections']): Collection => ({
  id: row.id,
  version: Number(row.version),
  invoiceId: row.invoice_id,
  customerId: row.customer_id,
  methodId: row.payment_method_id,
  via: row.via as Via,
  amountMinor: row.amount_minor,
  currency: row.currency,
  collectOn: row.collect_on,
  nextOn: row.next_on,
  status: row.status as CollectionStatus,
  notice: row.notice === null ? null : toNotice(row.notice),
  attempts: JSON.parse(row.attempts),
  runId: row.run_id,
  endToEnd: row.end_to_end,
  paymentId: row.booked_payment_id,
  onAccountMinor: row.on_account_minor,
  endedBecause: row.ended_because,
  problems: JSON.parse(row.problems) as readonly CollectionProblem[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

function toNotice(text: string): Notice {
  const stored = JSON.parse(text)
  return { ...stored, amountMinor: BigInt(stored.amountMinor) }
}
