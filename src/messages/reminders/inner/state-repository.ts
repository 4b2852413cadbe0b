import type { Selectable } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { PauseReason } from './input.ts'
import { noState, type ReminderState } from './reminder.ts'

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
