import { sql } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import { engineOf, forUpdate } from '../../../platform/database/db.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { Closing } from '../closing.ts'

const NEVER: Closing = {
  version: 0,
  until: null,
  note: null,
  sums: null,
  changedBy: null,
  changedAt: null,
}

const COLUMNS = ['version', 'closed_until', 'note', 'sums', 'changed_by', 'changed_at'] as const

export async function readClosing(scope: CompanyDb): Promise<Closing> {
  const query = tablesOf(scope).selectFrom('closings').select(COLUMNS)
  const row = await query.executeTakeFirst()
  return row ? toClosing(row) : NEVER
}

export async function readClosedDay(scope: CompanyDb): Promise<string | null> {
  const row = await tablesOf(scope).selectFrom('closings').select('closed_until').executeTakeFirst()
  return row?.closed_until ?? null
}

/** The closed day, which does not change until the transaction ends. */
export async function shareClosing(work: Work): Promise<string | null> {
  const share = engineOf(work.db) === 'postgres' ? sql` for share` : sql``
  const select = () =>
    tablesOf(work).selectFrom('closings').select('closed_until').modifyEnd(share).executeTakeFirst()
  const row = await select()
  if (row) return row.closed_until
  // A missing row cannot be locked.
  await insertNone(work)
  return (await select())?.closed_until ?? null
}

export async function lockClosing(work: Work): Promise<Closing> {
  await insertNone(work)
  const row = await tablesOf(work)
    .selectFrom('closings')
    .select(COLUMNS)
    .modifyEnd(forUpdate(work.db))
    .executeTakeFirst()
  return row ? toClosing(row) : NEVER
}

/** Only after `lockClosing`. */
export async function saveClosing(work: Work, closing: Closing): Promise<void> {
  await tablesOf(work).updateTable('closings').set(toRow(closing)).execute()
}

async function insertNone(work: Work): Promise<void> {
  await tablesOf(work)
    .insertInto('closings', toRow(NEVER))
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
}

const toClosing = (row: ReturnType<typeof toRow>): Closing => ({
  version: Number(row.version),
  until: row.closed_until,
  note: row.note,
  sums: row.sums === null ? null : JSON.parse(row.sums),
  changedBy: row.changed_by,
  changedAt: row.changed_at,
})

const toRow = (closing: Closing) => ({
  version: BigInt(closing.version),
  closed_until: closing.until,
  note: closing.note,
  sums: closing.sums === null ? null : JSON.stringify(closing.sums),
  changed_by: closing.changedBy,
  changed_at: closing.changedAt,
})
