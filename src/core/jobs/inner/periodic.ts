import { sql } from 'kysely'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import type { InstallationTables } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { FIRST_COMPANY } from '../../companies/company.ts'
import { PERIODIC } from '../job.ts'
import type { Claim, HeldJob, Next } from './held-job.ts'

/* Periodic jobs belong to the installation, so none of them needs the machine of a company. */

export type PeriodicRow = InstallationTables['periodic_jobs']

/** Adds the job of each kind, unless it exists. */
export async function insertPeriodic(db: Db, kinds: readonly string[], now: string): Promise<void> {
  if (kinds.length === 0) return
  const rows = kinds.map((kind) => ({
    kind,
    id: newId('job'),
    due_at: now,
    attempts: 0n,
    created_at: now,
  }))
  await db
    .insertInto('periodic_jobs')
    .values(rows)
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute()
}

/** All of them: one for each kind. */
export const listPeriodic = (db: Db): Promise<readonly PeriodicRow[]> =>
  db.selectFrom('periodic_jobs').selectAll().execute()

/** Claims the job if it is due; of two processes, one gets it. */
export async function claimPeriodic(
  db: Db,
  { kind, lease, now, until }: Pick<Claim, 'kind' | 'lease' | 'now' | 'until'>,
): Promise<readonly HeldJob[]> {
  const rows = await db
    .updateTable('periodic_jobs')
    .set({ lease, due_at: until, attempts: sql`attempts + 1` })
    .where('kind', '=', kind)
    .where('due_at', '<=', now)
    .returning(['id', 'attempts'])
    .execute()
  const job = { company: FIRST_COMPANY, kind, group: '', key: PERIODIC, payload: {}, lease }
  return rows.map(({ id, attempts }) => ({ ...job, id, attempts: Number(attempts) }))
}

/** Whether this process still has the lease; no other gets the job before the transaction ends. */
export async function lockPeriodic(db: Db, { id, lease }: HeldJob): Promise<boolean> {
  const row = await db
    .selectFrom('periodic_jobs')
    .select('id')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .modifyEnd(forUpdate(db))
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined: the lease was lost. */
export async function releasePeriodic(
  db: Db,
  { id, lease }: HeldJob,
  { dueAt, attempts, error, now }: Next,
): Promise<{ readonly dueAt: string } | undefined> {
  const row = await db
    .updateTable('periodic_jobs')
    .set({ lease: null, due_at: dueAt ?? now, attempts: BigInt(attempts), last_error: error })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('due_at')
    .executeTakeFirst()
  return row && { dueAt: row.due_at }
}

/** Renews the leases that this process still has, and returns their jobs. */
export async function renewPeriodic(
  db: Db,
  jobs: readonly Pick<HeldJob, 'id' | 'lease'>[],
  until: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .updateTable('periodic_jobs')
    .set({ due_at: until })
    .where(
      'lease',
      'in',
      jobs.map(({ lease }) => lease),
    )
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Makes it due, unless another process has changed its time meanwhile. */
export async function bringPeriodicBack(
  db: Db,
  { id, due_at }: PeriodicRow,
  now: string,
): Promise<void> {
  await db
    .updateTable('periodic_jobs')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .execute()
}

/** The job of that id, locked until the transaction ends. */
export const findPeriodicLocked = (db: Db, id: string): Promise<PeriodicRow | undefined> =>
  db
    .selectFrom('periodic_jobs')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forUpdate(db))
    .executeTakeFirst()

/** Only after `findPeriodicLocked`. */
export async function makePeriodicDue(db: Db, id: string, now: string): Promise<void> {
  await db
    .updateTable('periodic_jobs')
    .set({ due_at: now, attempts: 0n })
    .where('id', '=', id)
    .execute()
}
