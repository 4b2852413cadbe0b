import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import type { Db } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  inAnyOf,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../../platform/database/tables.ts'
import type { Reminder, ReminderContent, ReminderStatus } from './reminder.ts'

/** For some invoices; those of one invoice in the order of their decision. */
export async function listOfInvoices(
  scope: CompanyDb,
  invoiceIds: readonly string[],
): Promise<readonly Reminder[]> {
  if (invoiceIds.length === 0) return []
  const rows = await tablesOf(scope)
    .selectFrom('reminders')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('level')
    .orderBy('n')
    .execute()
  return rows.map(toReminder)
}

/**
 * The highest level of a reminder that was sent for an invoice, as an SQL expression; null: none. The
 * database checks only once for all invoices whether the company sent any reminder.
 */
export const levelOf = ({ companyId }: CompanyDb, invoiceId: RawBuilder<unknown>) =>
  sql<bigint | null>`case when exists (select 1 from reminders as r
      where r.company_id = ${companyId} and r.status = 'sent')
    then (select max(r.level) from reminders as r where r.company_id = ${companyId}
      and r.invoice_id = ${invoiceId} and r.status = 'sent') end`

export async function listOfMessage(
  scope: CompanyDb,
  messageId: string,
): Promise<readonly Reminder[]> {
  const rows = await tablesOf(scope)
    .selectFrom('reminders')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()
  return rows.map(toReminder)
}

/** The page's rows and one more, if there is one. */
export async function listWaiting(
  scope: CompanyDb,
  page: Pick<PageRequest, 'limit' | 'after' | 'direction'>,
): Promise<readonly Reminder[]> {
  return (await sortedPage(waiting(scope).selectAll(), page)).map(toReminder)
}

export const countWaiting = (scope: CompanyDb): Promise<number> => countRows(waiting(scope))

export async function findWaiting(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly Reminder[]> {
  const rows = await waiting(scope).selectAll().where('id', 'in', ids).execute()
  return rows.map(toReminder)
}

/** Those after an id, by id. */
export async function listWaitingAfter(
  scope: CompanyDb,
  after: string,
  limit: number,
): Promise<readonly Reminder[]> {
  const rows = await waiting(scope)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toReminder)
}

/** The newest ones that went to the customer although something was missing. */
export async function listSentWithProblem(
  scope: CompanyDb,
  limit: number,
): Promise<readonly Reminder[]> {
  const rows = await tablesOf(scope)
    .selectFrom('reminders')
    .selectAll()
    .where('problem', 'is not', null)
    .where('status', 'in', ['queued', 'sent'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReminder)
}

/**
 * The companies with an enabled plan, a promise or a waiting reminder. Literal values, for partial
 * indexes.
 */
export const listToLookAt = async (db: Db, among: Among): Promise<readonly CompanyId[]> =>
  inAnyOf(
    await companiesWith(db, 'reminder_plans', { among, where: sql`enabled = 1` }),
    await companiesWith(db, 'reminder_states', { among, where: sql`pause_reason = 'promise'` }),
    await companiesWith(db, 'reminders', { among, where: sql`status = 'waiting'` }),
  )

const waiting = (scope: CompanyDb) =>
  tablesOf(scope).selectFrom('reminders').where('status', '=', 'waiting')

/** Whether it was added: an occasion with a reminder gets no second one. */
export async function insertReminder(work: Work, reminder: Reminder): Promise<boolean> {
  const row = await tablesOf(work)
    .insertInto('reminders', toReminderRow(reminder))
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'invoice_id', 'level', 'n']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function saveReminder(work: Work, reminder: Reminder): Promise<void> {
  const { id, created_at: _, ...changed } = toReminderRow(reminder)
  await tablesOf(work).updateTable('reminders').set(changed).where('id', '=', id).execute()
}

/** A waiting reminder that is no longer needed. */
export async function deleteWaiting(work: Work, invoiceId: string): Promise<void> {
  await tablesOf(work)
    .deleteFrom('reminders')
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'waiting')
    .execute()
}

const toReminderRow = (reminder: Reminder): NewRow<'reminders'> => ({
  id: reminder.id,
  invoice_id: reminder.invoiceId,
  customer_id: reminder.customerId,
  plan_id: reminder.planId,
  level: BigInt(reminder.level),
  n: BigInt(reminder.n),
  status: reminder.status,
  day: reminder.day,
  content: JSON.stringify(reminder.content, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  ),
  message_id: reminder.messageId,
  problem: reminder.problem && JSON.stringify(reminder.problem),
  created_at: reminder.createdAt,
  updated_at: reminder.updatedAt,
})

const toReminder = (row: Selectable<Tables['reminders']>): Reminder => ({
  id: row.id,
  invoiceId: row.invoice_id,
  customerId: row.customer_id,
  planId: row.plan_id,
  level: Number(row.level),
  n: Number(row.n),
  status: row.status as ReminderStatus,
  day: row.day,
  content: toContent(JSON.parse(row.content)),
  messageId: row.message_id,
  problem: row.problem === null ? null : JSON.parse(row.problem),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

type Stored<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] }

const toContent = ({
  dueMinor,
  heldMinor,
  charges,
  ...rest
}: Omit<Stored<ReminderContent>, 'charges'> & {
  readonly charges: readonly Stored<ReminderContent['charges'][number]>[]
}): ReminderContent => ({
  ...rest,
  dueMinor: BigInt(dueMinor),
  ...(heldMinor !== undefined && { heldMinor: BigInt(heldMinor) }),
  charges: charges.map((charge) => ({ ...charge, amountMinor: BigInt(charge.amountMinor) })),
})
