import type { Selectable } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import {
  type CompanyDb,
  findRowLocked,
  insertRows,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { BUILT_IN_ID, builtInPlan, type ReminderPlan } from '../plan.ts'
import { reminderPlanNotFound } from './errors.ts'

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
