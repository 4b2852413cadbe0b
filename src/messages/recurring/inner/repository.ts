import { indexForm } from '@billwright/rules/folding'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import { contains } from '../../../platform/database/like.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  compiledForCompany,
  insertRows,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { customerName } from '../../../sales/customers/lookups.ts'
import type { Action } from '../input.ts'
import { scheduleView, storedSchedule, toMail } from './definition.ts'
import { recurringNotFound } from './errors.ts'
import type { Outcome, RecurringInvoice, Run, Status } from './recurring.ts'

export interface RecurringFilter {
  readonly words: readonly string[]
  readonly status: Status | null
  readonly customerId: string | null
  readonly attention: boolean | null
  readonly nextBefore: string | null
}

const withName = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('recurring_invoices')
    .selectAll()
    .select(customerName(scope, sql.ref('recurring_invoices.customer_id')).as('customer_name'))

export async function findRecurring(
  scope: CompanyDb,
  id: string,
): Promise<RecurringInvoice | undefined> {
  const [row] = await selectById(scope, id)
  return row && toRecurring(row)
}

const selectById = compiledForCompany((scope, id: string) => withName(scope).where('id', '=', id))

export async function requireRecurring(scope: CompanyDb, id: string): Promise<RecurringInvoice> {
  const found = isId('rec', id) ? await findRecurring(scope, id) : undefined
  if (!found) throw recurringNotFound()
  return found
}

/** The recurring invoice of that id, locked until the transaction ends. */
export async function lockRecurring(work: Work, id: string): Promise<RecurringInvoice> {
  if (!isId('rec', id)) throw recurringNotFound()
  if ((await selectLocked(work, id)).length === 0) throw recurringNotFound()
  return requireRecurring(work, id)
}

const selectLocked = compiledForCompany((scope, id: string) =>
  tablesOf(scope)
    .selectFrom('recurring_invoices')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(forUpdate(scope.db)),
)

export const insertRecurring = (work: Work, recurring: RecurringInvoice): Promise<void> =>
  insertRows(work, 'recurring_invoices', [toRow(recurring)])

/** Only after `lockRecurring`. */
export async function saveRecurring(work: Work, recurring: RecurringInvoice): Promise<void> {
  const { id, created_at: _, ...changed } = toRow(recurring)
  await updateById(work, id, changed)
}

const updateById = compiledForCompany(
  (scope, id: string, changed: Omit<ReturnType<typeof toRow>, 'id' | 'created_at'>) =>
    tablesOf(scope).updateTable('recurring_invoices').set(changed).where('id', '=', id),
)

export async function deleteRecurring(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('recurring_invoices').where('id', '=', id).execute()
}

/** The page's rows and one more, if there is one. Those that have ended come last by `next`. */
export async function listRecurring(
  scope: CompanyDb,
  filter: RecurringFilter,
  { limit, after, sort, direction }: PageRequest,
): Promise<readonly RecurringInvoice[]> {
  const compare = sql.raw(direction === 'asc' ? '>' : '<')
  const column = SORTS[sort as keyof typeof SORTS]
  const rows = await withName(scope)
    .where((where) => matches(where, filter))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${column}, id) ${compare} (${after?.value ?? ''}, ${after?.id ?? ''})`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toRecurring)
}

const NEVER = '9999-12-31T23:59:59.999Z'
const SORTS = {
  next: sql<string>`coalesce(next_run_at, ${sql.lit(NEVER)})`,
  name: sql<string>`name`,
  created_at: sql<string>`created_at`,
}

export const sortValueOf = (sort: string, { name, createdAt, next }: RecurringInvoice): string =>
  sort === 'name' ? name : sort === 'created_at' ? createdAt : (next?.runAt ?? NEVER)

export const countRecurring = (scope: CompanyDb, filter: RecurringFilter): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('recurring_invoices')
      .where((where) => matches(where, filter)),
  )

function matches(
  where: ExpressionBuilder<Tables, 'recurring_invoices'>,
  { words, status, customerId, attention, nextBefore }: RecurringFilter,
) {
  return where.and([
    ...words.map((word) => contains('search_text', word)),
    ...(status === null ? [] : [where('status', '=', status)]),
    ...(customerId === null ? [] : [where('customer_id', '=', customerId)]),
    ...(attention === null ? [] : [where('attention_code', attention ? 'is not' : 'is', null)]),
    ...(nextBefore === null ? [] : [where('next_date', '<', nextBefore)]),
  ])
}

/** Those that a worker should have looked at by now, and those with another plan of the settings. */
export async function listDueIds(
  scope: CompanyDb,
  {
    now,
    plannedFor,
    limit,
  }: { readonly now: string; readonly plannedFor: string; readonly limit: number },
): Promise<readonly string[]> {
  const due = await tablesOf(scope)
    .selectFrom('recurring_invoices')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  const moved = await tablesOf(scope)
    .selectFrom('recurring_invoices')
    .select('id')
    .where('status', '=', 'active')
    .where('planned_for', '<>', plannedFor)
    .limit(limit)
    .execute()
  return [...new Set([...due, ...moved].map(({ id }) => id))]
}

/** The companies with active recurring invoices. */
export const listWithRecurring = (db: Db, among: Among) =>
  companiesWith(db, 'recurring_invoices', { among, where: sql`status in ('active', 'paused')` })

/** Those whose pause is over. */
export async function listPausedIds(
  scope: CompanyDb,
  today: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('recurring_invoices')
    .select('id')
    .where('status', '=', 'paused')
    .where('paused_until', '<=', today)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those that need a person, the last changed first. */
export async function listAttention(
  scope: CompanyDb,
  limit: number,
): Promise<readonly RecurringInvoice[]> {
  const rows = await withName(scope)
    .where('recurring_invoices.attention_code', 'is not', null)
    .orderBy('recurring_invoices.updated_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRecurring)
}

/** Those whose last run failed, with their customer. */
export async function listFailed(
  scope: CompanyDb,
  limit: number,
): Promise<readonly { readonly id: string; readonly customerId: string; readonly at: string }[]> {
  const rows = await tablesOf(scope)
    .selectFrom('recurring_invoices')
    .innerJoin('recurring_runs', (join) =>
      join
        .onRef('recurring_runs.company_id', '=', 'recurring_invoices.company_id')
        .onRef('recurring_runs.recurring_id', '=', 'recurring_invoices.id'),
    )
    .select(['recurring_invoices.id', 'customer_id', 'recurring_runs.at'])
    .where('recurring_invoices.attention_code', 'is not', null)
    .where('recurring_invoices.status', '=', 'active')
    .where('recurring_runs.outcome', '=', 'failed')
    .limit(limit)
    .execute()
  return rows.map(({ id, customer_id, at }) => ({ id, customerId: customer_id, at }))
}

/** Since when the first unchecked one is due. */
export async function findEarliestDue(scope: CompanyDb): Promise<string | null> {
  const row = await tablesOf(scope)
    .selectFrom('recurring_invoices')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Those that have not ended, in a fixed order, so that two changes of many do not deadlock. */
export async function listForReprice(
  scope: CompanyDb,
  { customer_id, ids }: { readonly customer_id?: string; readonly ids?: readonly string[] },
  limit: number,
): Promise<readonly RecurringInvoice[]> {
  let query = withName(scope).where('status', '<>', 'ended').orderBy('id').limit(limit)
  if (customer_id !== undefined) query = query.where('customer_id', '=', customer_id)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  return (await query.execute()).map(toRecurring)
}

/** Those with an invoice before an instant, the next one first. */
export async function listUpcoming(
  scope: CompanyDb,
  before: string,
  limit: number,
): Promise<readonly RecurringInvoice[]> {
  const rows = await withName(scope)
    .where('status', '=', 'active')
    .where('next_run_at', '<', before)
    .orderBy('next_run_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRecurring)
}

/** All active ones, in order. */
export async function listActive(scope: CompanyDb): Promise<readonly RecurringInvoice[]> {
  const rows = await withName(scope).where('status', '=', 'active').orderBy('id').execute()
  return rows.map(toRecurring)
}

/* Runs. */

const runsOf = (scope: CompanyDb, id: string) =>
  tablesOf(scope).selectFrom('recurring_runs').selectAll().where('recurring_id', '=', id)

/** The settled days from one on: created ahead or passed over. */
export async function listDecided(
  scope: CompanyDb,
  { id, fromDate }: Pick<RecurringInvoice, 'id' | 'fromDate'>,
): Promise<readonly Run[]> {
  return (await selectDecided(scope, id, fromDate)).map(toRun)
}

const selectDecided = compiledForCompany((scope, id: string, fromDate: string) =>
  runsOf(scope, id).where('date', '>=', fromDate).where('outcome', '<>', 'failed').orderBy('date'),
)

export async function findRun(
  scope: CompanyDb,
  id: string,
  date: string,
): Promise<Run | undefined> {
  const [row] = await selectRun(scope, id, date)
  return row && toRun(row)
}

const selectRun = compiledForCompany((scope, id: string, date: string) =>
  runsOf(scope, id).where('date', '=', date),
)

/** The newest nominal day with a run. */
export async function findLastRun(scope: CompanyDb, id: string): Promise<Run | undefined> {
  const row = await runsOf(scope, id).orderBy('date', 'desc').limit(1).executeTakeFirst()
  return row && toRun(row)
}

export async function listRuns(
  scope: CompanyDb,
  id: string,
  { limit, after, direction }: PageRequest,
): Promise<readonly Run[]> {
  let query = runsOf(scope, id)
    .orderBy('date', direction)
    .limit(limit + 1)
  if (after) query = query.where('date', direction === 'asc' ? '>' : '<', after.value ?? '')
  return (await query.execute()).map(toRun)
}

export const countRuns = (scope: CompanyDb, id: string): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('recurring_runs').where('recurring_id', '=', id))

/**
 * The key is the occasion: a second run of the same day fails here and rolls back its transaction.
 */
export const insertRun = (work: Work, id: string, run: Run): Promise<void> =>
  insertRows(work, 'recurring_runs', [toRunRow(id, run)])

/** A failed, skipped or deleted one that was created now. */
export async function replaceRun(work: Work, id: string, run: Run): Promise<void> {
  const { recurring_id: _, date, ...changed } = toRunRow(id, run)
  await tablesOf(work)
    .updateTable('recurring_runs')
    .set(changed)
    .where('recurring_id', '=', id)
    .where('date', '=', date)
    .execute()
}

const toRunRow = (id: string, run: Run) => ({
  recurring_id: id,
  date: run.date,
  at: run.at,
  outcome: run.outcome,
  n: run.n === null ? null : BigInt(run.n),
  invoice_id: run.invoiceId,
  message_id: run.messageId,
  problem: run.problem && JSON.stringify(run.problem),
  tries: BigInt(run.tries),
})

const toRun = (row: Omit<Selectable<Tables['recurring_runs']>, 'company_id'>): Run => ({
  date: row.date,
  at: row.at,
  outcome: row.outcome as Outcome,
  n: row.n === null ? null : Number(row.n),
  invoiceId: row.invoice_id,
  messageId: row.message_id,
  problem: row.problem === null ? null : JSON.parse(row.problem),
  tries: Number(row.tries),
})

const toRow = (recurring: RecurringInvoice) => ({
  id: recurring.id,
  version: BigInt(recurring.version),
  name: recurring.name,
  customer_id: recurring.customerId,
  status: recurring.status,
  action: recurring.action,
  schedule: JSON.stringify(scheduleView(recurring.schedule)),
  period: JSON.stringify(recurring.period),
  invoice: JSON.stringify(recurring.invoice),
  include_entries: recurring.includeEntries ? 1n : 0n,
  mail: JSON.stringify(recurring.mail),
  notified_until: recurring.notifiedUntil,
  skips: JSON.stringify(recurring.skips),
  extras: JSON.stringify(recurring.extras),
  changes: JSON.stringify(recurring.changes),
  from_date: recurring.fromDate,
  asked_until: recurring.askedUntil,
  made: BigInt(recurring.made),
  next_date: recurring.next?.date ?? null,
  next_run_at: recurring.next?.runAt ?? null,
  due_at: recurring.dueAt,
  planned_for: recurring.plannedFor,
  attention_code: recurring.attention?.code ?? null,
  attention: recurring.attention && JSON.stringify(recurring.attention),
  paused_until: recurring.pausedUntil,
  search_text: indexForm(`${recurring.name}\n${recurring.customerName}`),
  created_at: recurring.createdAt,
  updated_at: recurring.updatedAt,
  ended_at: recurring.endedAt,
})

const toRecurring = (
  row: Omit<Selectable<Tables['recurring_invoices']>, 'company_id'> & {
    readonly customer_name: string
  },
): RecurringInvoice => ({
  id: row.id,
  version: Number(row.version),
  name: row.name,
  customerId: row.customer_id,
  customerName: row.customer_name,
  status: row.status as Status,
  action: row.action as Action,
  schedule: storedSchedule(row.schedule),
  period: JSON.parse(row.period),
  invoice: JSON.parse(row.invoice),
  includeEntries: row.include_entries === 1n,
  mail: toMail(JSON.parse(row.mail)),
  notifiedUntil: row.notified_until,
  skips: JSON.parse(row.skips),
  extras: JSON.parse(row.extras),
  changes: JSON.parse(row.changes),
  fromDate: row.from_date,
  askedUntil: row.asked_until,
  made: Number(row.made),
  next:
    row.next_date === null || row.next_run_at === null
      ? null
      : { date: row.next_date, runAt: row.next_run_at },
  dueAt: row.due_at,
  plannedFor: row.planned_for,
  attention: row.attention === null ? null : JSON.parse(row.attention),
  pausedUntil: row.paused_until,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  endedAt: row.ended_at,
})
