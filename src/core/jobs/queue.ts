import { sql } from 'kysely'
import { announceAtCommit } from '../../platform/database/commit-hook.ts'
import { batchesOf } from '../../platform/database/compiled.ts'
import { forUpdate } from '../../platform/database/db.ts'
import { type CompanyDb, type NewRow, tablesOf, writeAhead } from '../../platform/database/scope.ts'
import { send } from '../../platform/database/sent-statements.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../record/work.ts'
import type { JobKind, NewJob } from './job.ts'

type Row = NewRow<'jobs'>

/**
 * Adds jobs that run only if the transaction is committed. A waiting job with the same key takes the new
 * payload and the earlier time; a running one runs once more, because it may not have seen this change.
 *
 * Locks the rows of these jobs. `follow` of the record enqueues while the head is locked; to avoid a
 * deadlock, handlers of its kinds record nothing in the transaction that finishes their job.
 */
export async function enqueue<Payload>(
  work: Work,
  kind: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
): Promise<void> {
  const rows = jobs.map((job) => toRow(work, kind, job))
  for (const batch of batchesOf(inOrder(rows))) {
    const [only] = batch
    if (only && batch.length === 1) await upsertOne(work, only)
    else await upsert(work, batch)
  }
  if (rows.length > 0) announceAtCommit(work.db)
}

/** Deletes the jobs of a group, e.g. with the webhook that they were for. */
export async function dropGroup(
  work: Work,
  { kind, group }: { readonly kind: JobKind; readonly group: string },
): Promise<void> {
  await tablesOf(work)
    .deleteFrom('jobs')
    .where('kind', '=', kind.name)
    .where('group_key', '=', group)
    .execute()
}

/** Stops the jobs of a company; they run only once they are due again. */
export const stopJobs = async (scope: CompanyDb): Promise<void> =>
  void (await tablesOf(scope)
    .updateTable('jobs')
    .set({ lease: null, due_at: null, again_at: null })
    .execute())

/** No process claims one of these jobs before the transaction ends. */
export const lockJobs = async (scope: CompanyDb): Promise<void> =>
  void (await tablesOf(scope)
    .selectFrom('jobs')
    .select('id')
    .orderBy('id')
    .modifyEnd(forUpdate(scope.db))
    .execute())

/** Whether none of the jobs runs. An expired lease belongs to a killed process. */
export async function isIdle(scope: CompanyDb, now: string): Promise<boolean> {
  const running = await tablesOf(scope)
    .selectFrom('jobs')
    .select('id')
    .where('lease', 'is not', null)
    .where('due_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return running === undefined
}

/** Makes the stopped jobs due again. */
export const restartJobs = async (scope: CompanyDb, now: string): Promise<void> =>
  void (await tablesOf(scope)
    .updateTable('jobs')
    .set({ due_at: now })
    .where('due_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute())

const toRow = <Payload>(work: Work, kind: JobKind<Payload>, job: NewJob<Payload>): Row => ({
  id: newId('job'),
  kind: kind.name,
  key: job.key,
  group_key: job.group ?? '',
  payload: JSON.stringify(job.payload),
  due_at: job.dueAt ?? work.at,
  attempts: 0n,
  created_at: work.at,
})

/** The earliest job of each key, sorted, so that two transactions do not deadlock. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    const known = byKey.get(row.key)
    const isEarlier = (row.due_at ?? '') < (known?.due_at ?? '')
    byKey.set(row.key, known && !isEarlier ? { ...known, payload: row.payload } : row)
  }
  return [...byKey.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

const upsert = (work: Work, rows: readonly Row[]) => send(work.db, upsertion(work, rows).compile())

const upsertOne = writeAhead((scope, row: Row) => upsertion(scope, [row]))

const upsertion = (scope: Parameters<typeof tablesOf>[0], rows: readonly Row[]) =>
  tablesOf(scope)
    .insertInto('jobs', rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind', 'key']).doUpdateSet({
        payload: sql`excluded.payload`,
        due_at: sql`case when jobs.lease is null and (jobs.due_at is null
          or jobs.due_at > excluded.due_at) then excluded.due_at else jobs.due_at end`,
        again_at: sql`case when jobs.lease is not null and (jobs.again_at is null
          or jobs.again_at > excluded.due_at) then excluded.due_at else jobs.again_at end`,
        attempts: sql`case when jobs.failed_at is null then jobs.attempts else 0 end`,
        failed_at: null,
      }),
    )
