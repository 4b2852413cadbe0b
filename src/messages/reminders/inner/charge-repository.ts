import type { Selectable } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import {
  type CompanyDb,
  insertRows,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { chargeNotFound } from './errors.ts'
import { CHARGE_KINDS, type Charge, type ChargeKind, type ChargeStatus } from './reminder.ts'

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
