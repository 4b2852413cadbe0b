import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import type { Db } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRowLocked,
  inAnyOf,
  insertRows,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { BUILT_IN_ID, builtInPlan, type ReminderPlan } from '../plan.ts'
import { chargeNotFound, reminderPlanNotFound } from './errors.ts'
import type { PauseReason } from './input.ts'
import {
  CHARGE_KINDS,
  type Charge,
  type ChargeKind,
  type ChargeStatus,
  noState,
  type Reminder,
  type ReminderContent,
  type ReminderState,
  type ReminderStatus,
} from './reminder.ts'

/* Plans */

/** The built-in plan first, then by name. */
export async function listPlans(scope: CompanyDb): Promise<readonly ReminderPlan[]> {
  const rows = await tablesOf(scope)
    .selectFrom('reminder_plans')
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .execute()
  const stored = rows.map(toPlan)
  const builtIn =
    stored.find(({ id }) => id === BUILT_IN_ID) ??
    builtInPlan(!stored.some(({ isDefault }) => isDefault))
  return [builtIn, ...stored.filter(({ id }) => id !== BUILT_IN_ID)]
}

export async function requirePlan(scope: CompanyDb, id: string): Promise<ReminderPlan> {
  const found = (await listPlans(scope)).find((plan) => plan.id === id)
  if (!found) throw reminderPlanNotFound()
  return found
}

/** Locks the plan until the transaction ends; creates the row of the built-in one. */
export async function lockPlan(work: Work, id: string): Promise<ReminderPlan> {
  if (!isId('rpl', id)) throw reminderPlanNotFound()
  const known = await requirePlan(work, id)
  if (id === BUILT_IN_ID)
    await tablesOf(work)
      .insertInto('reminder_plans', toPlanRow(known))
      .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
      .execute()
  const row = await findRowLocked(work, 'reminder_plans', id)
  if (!row) throw reminderPlanNotFound()
  return toPlan(row)
}

export const insertPlan = (work: Work, plan: ReminderPlan): Promise<void> =>
  insertRows(work, 'reminder_plans', [toPlanRow(plan)])

/** Only after `lockPlan`. */
export async function savePlan(work: Work, plan: ReminderPlan): Promise<void> {
  const { id, created_at: _, ...changed } = toPlanRow(plan)
  await tablesOf(work).updateTable('reminder_plans').set(changed).where('id', '=', id).execute()
}

/** There is only one default. */
export async function clearOtherDefaults(work: Work, id: string): Promise<void> {
  await tablesOf(work)
    .updateTable('reminder_plans')
    .set({ is_default: 0n })
    .where('id', '!=', id)
    .where('is_default', '=', 1n)
    .execute()
}

export async function deletePlan(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('reminder_plans').where('id', '=', id).execute()
}

/** A change in the meantime makes another run necessary. */
export async function noteLook(
  work: Work,
  { id, version }: ReminderPlan,
  day: string,
): Promise<void> {
  await tablesOf(work)
    .updateTable('reminder_plans')
    .set({ looked_on: day })
    .where('id', '=', id)
    .where('version', '=', BigInt(version))
    .execute()
}

/** The invoices of a plan are processed again today. */
export async function lookAgain(work: Work, planIds: readonly string[]): Promise<void> {
  await tablesOf(work)
    .updateTable('reminder_plans')
    .set({ looked_on: null })
    .where('id', 'in', planIds)
    .execute()
}

const toPlanRow = (plan: ReminderPlan): NewRow<'reminder_plans'> => ({
  id: plan.id,
  version: BigInt(plan.version),
  name: plan.name,
  enabled: plan.enabled ? 1n : 0n,
  is_default: plan.isDefault ? 1n : 0n,
  rules: JSON.stringify(plan.rules),
  remind_from: plan.remindFrom,
  looked_on: plan.lookedOn,
  created_at: plan.createdAt,
  updated_at: plan.updatedAt,
})

const toPlan = (row: Selectable<Tables['reminder_plans']>): ReminderPlan => ({
  id: row.id,
  version: Number(row.version),
  name: row.name,
  enabled: row.enabled === 1n,
  isDefault: row.is_default === 1n,
  rules: JSON.parse(row.rules),
  remindFrom: row.remind_from,
  lookedOn: row.looked_on,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/* Decisions about an invoice */

export async function findStates(
  scope: CompanyDb,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, ReminderState>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('reminder_states')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .execute()
  return new Map(rows.map((row) => [row.invoice_id, toState(row)]))
}

/** Only with the invoice locked. */
export async function saveState(work: Work, state: ReminderState): Promise<void> {
  const { invoiceId, pause } = state
  const row = {
    version: BigInt(state.version),
    plan: state.plan,
    pause_reason: pause?.reason ?? null,
    pause_note: pause?.note ?? null,
    paused_until: pause?.until ?? null,
    paused_at: pause?.at ?? null,
  }
  await tablesOf(work)
    .insertInto('reminder_states', { invoice_id: invoiceId, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'invoice_id']).doUpdateSet(row))
    .execute()
}

/** The invoices whose promised day has passed. */
export async function listBrokenPromises(
  scope: CompanyDb,
  today: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('reminder_states')
    .select('invoice_id')
    .where('pause_reason', '=', 'promise')
    .where('paused_until', '<', today)
    .orderBy('invoice_id')
    .limit(limit)
    .execute()
  return rows.map(({ invoice_id }) => invoice_id)
}

export async function isPlanOfInvoice(scope: CompanyDb, planId: string): Promise<boolean> {
  const row = await tablesOf(scope)
    .selectFrom('reminder_states')
    .select('invoice_id')
    .where('plan', '=', planId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const toState = (row: Selectable<Tables['reminder_states']>): ReminderState => ({
  ...noState(row.invoice_id),
  version: Number(row.version),
  plan: row.plan,
  pause:
    row.pause_reason === null
      ? null
      : {
          reason: row.pause_reason as PauseReason,
          note: row.pause_note,
          until: row.paused_until,
          at: row.paused_at ?? '',
        },
})

/* Reminders */

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

/* Charges */

/** Oldest first. */
export async function listCharges(scope: CompanyDb, invoiceId: string): Promise<readonly Charge[]> {
  const rows = await tablesOf(scope)
    .selectFrom('late_charges')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const rank = ({ kind }: Charge) => CHARGE_KINDS.indexOf(kind)
  return rows.map(toCharge).sort((a, b) => (a.createdAt === b.createdAt ? rank(a) - rank(b) : 0))
}

export async function requireCharge(
  scope: CompanyDb,
  invoiceId: string,
  id: string,
): Promise<Charge> {
  const row = await tablesOf(scope)
    .selectFrom('late_charges')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw chargeNotFound()
  return toCharge(row)
}

export const insertCharges = (work: Work, charges: readonly Charge[]): Promise<void> =>
  insertRows(work, 'late_charges', charges.map(toChargeRow))

/** Only with the invoice locked. */
export async function saveCharge(work: Work, charge: Charge): Promise<void> {
  const { id, created_at: _, ...changed } = toChargeRow(charge)
  await tablesOf(work).updateTable('late_charges').set(changed).where('id', '=', id).execute()
}

/** New interest replaces the previous claim. */
export async function deleteClaimedInterest(work: Work, invoiceId: string): Promise<void> {
  await tablesOf(work)
    .deleteFrom('late_charges')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'interest')
    .where('status', '=', 'claimed')
    .execute()
}

/** The charges of a reminder that was never sent. */
export async function deleteClaimedBy(work: Work, reminderIds: readonly string[]): Promise<void> {
  await tablesOf(work)
    .deleteFrom('late_charges')
    .where('reminder_id', 'in', reminderIds)
    .where('status', '=', 'claimed')
    .execute()
}

/** What the return of a direct debit claimed, which a person takes back. */
export async function deleteClaimedFee(work: Work, bankEntryId: string): Promise<void> {
  await tablesOf(work)
    .deleteFrom('late_charges')
    .where('bank_entry_id', '=', bankEntryId)
    .where('status', '=', 'claimed')
    .execute()
}

const toChargeRow = (charge: Charge): NewRow<'late_charges'> => ({
  id: charge.id,
  version: BigInt(charge.version),
  invoice_id: charge.invoiceId,
  reminder_id: charge.reminderId,
  bank_entry_id: charge.bankEntryId,
  kind: charge.kind,
  level: BigInt(charge.level),
  amount_minor: charge.amountMinor,
  from_day: charge.from,
  to_day: charge.to,
  days: charge.days === null ? null : BigInt(charge.days),
  spans: charge.spans.length === 0 ? null : JSON.stringify(charge.spans),
  status: charge.status,
  settled_by: charge.settledBy,
  created_at: charge.createdAt,
  updated_at: charge.updatedAt,
})

const toCharge = (row: Selectable<Tables['late_charges']>): Charge => ({
  id: row.id,
  version: Number(row.version),
  invoiceId: row.invoice_id,
  reminderId: row.reminder_id,
  bankEntryId: row.bank_entry_id,
  kind: row.kind as ChargeKind,
  level: Number(row.level),
  amountMinor: row.amount_minor,
  from: row.from_day,
  to: row.to_day,
  days: row.days === null ? null : Number(row.days),
  spans: row.spans === null ? [] : JSON.parse(row.spans),
  status: row.status as ChargeStatus,
  settledBy: row.settled_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
