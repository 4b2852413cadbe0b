import { sql } from 'kysely'
import { type Db, engineOf, forUpdate } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  companyDb,
  compiledForCompany,
  deleteRowsBefore,
  findRowLocked,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import type { JobCounts } from '../../http/metrics.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { countRows } from '../../lists/sorted-page.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { isPeriodicJob, type Job, type JobStatus, PERIODIC } from '../job.ts'
import { jobNotFound } from './errors.ts'
import type { Place } from './fairness.ts'
import type { Claim, Due, HeldJob, Next } from './held-job.ts'
import { lockPeriodic, type PeriodicRow, releasePeriodic } from './periodic.ts'

type Row = Omit<Tables['jobs'], 'company_id'>

/** Groups read in one query; the others follow once these are done. */
const GROUPS_MAX = 10_000

/** The place of a job, and when it is due or its lease ends. */
export interface Waiting extends Place {
  readonly kind: string
  readonly dueAt: string
}

/**
 * The first jobs of these kinds up to an instant, by kind and then by time. Reads all companies, but
 * no more than `limit` entries of an index, however long the queue is.
 */
export async function listWaiting(
  db: Db,
  {
    kinds,
    until,
    limit,
  }: { readonly kinds: readonly string[]; readonly until: string; readonly limit: number },
  among: Among,
): Promise<readonly Waiting[]> {
  if (kinds.length === 0) return []
  const rows = await tablesOfAllCompanies(db)
    .selectFrom('jobs')
    .select(['kind', 'company_id', 'group_key', 'due_at'])
    .where('kind', 'in', kinds)
    .where('due_at', '<=', until)
    .$if(!('after' in among), (query) => query.where('company_id', 'in', listOf(among)))
    .orderBy('kind')
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ due_at, ...row }) => ({
    ...toPlace(row),
    kind: row.kind,
    dueAt: due_at ?? '',
  }))
}

/** The groups with a due job. Reads all companies, and possibly all due jobs. */
export async function listDueGroups(
  db: Db,
  { kind, now }: Due,
  among: Among,
): Promise<readonly Place[]> {
  const rows = await tablesOfAllCompanies(db)
    .selectFrom('jobs')
    .select(['company_id', 'group_key'])
    .distinct()
    .where('kind', '=', kind)
    .where('due_at', '<=', now)
    .$if(!('after' in among), (query) => query.where('company_id', 'in', listOf(among)))
    .limit(GROUPS_MAX)
    .execute()
  return rows.map(toPlace)
}

const listOf = (among: Among): readonly CompanyId[] => ('after' in among ? [] : among)

const toPlace = ({ company_id, group_key }: Pick<Tables['jobs'], 'company_id' | 'group_key'>) => ({
  company: company_id,
  group: group_key,
})

/**
 * Claims the first due jobs of a group in one statement: no two processes get the same job, and none
 * waits for another.
 */
export async function claim(scope: CompanyDb, wanted: Claim): Promise<readonly HeldJob[]> {
  const { kind, group, limit, lease, now, until } = wanted
  const rows = await claimRows(scope, kind, group, BigInt(limit), lease, now, until)
  return rows.map(({ payload, attempts, ...row }) => ({
    ...row,
    company: scope.companyId,
    kind,
    group,
    payload: JSON.parse(payload),
    attempts: Number(attempts),
    lease,
  }))
}

/** PostgreSQL runs a common table expression once, a subquery possibly once for each row. */
const claimRows = compiledForCompany(
  (scope, kind: string, group: string, limit: bigint, lease: string, now: string, until: string) =>
    tablesOfAllCompanies(scope.db)
      .with('due', () =>
        tablesOf(scope)
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', kind)
          .where('group_key', '=', group)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(limit)
          .modifyEnd(engineOf(scope.db) === 'postgres' ? sql` for update skip locked` : sql``),
      )
      .updateTable('jobs')
      .set({ lease, due_at: until, again_at: null, attempts: sql`attempts + 1` })
      .where('company_id', '=', scope.companyId)
      .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
      .returning(['id', 'key', 'payload', 'attempts']),
)

/** Whether this process still has the lease; no other process gets the job before the transaction ends. */
export async function lockLease(work: Work, job: HeldJob): Promise<boolean> {
  if (isPeriodicJob(job)) return lockPeriodic(work.db, job)
  return (await selectLease(work, job.id, job.lease)).length === 1
}

const selectLease = compiledForCompany((scope, id: string, lease: string) =>
  tablesOf(scope)
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .modifyEnd(forUpdate(scope.db)),
)

/** Deletes the job, unless it was enqueued again meanwhile or the lease was lost. */
export async function deleteDone(work: Work, job: HeldJob): Promise<boolean> {
  return (await deleteHeld(work, job.id, job.lease)).length === 1
}

const deleteHeld = compiledForCompany((scope, id: string, lease: string) =>
  tablesOf(scope)
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('again_at', 'is', null)
    .returning('id'),
)

/**
 * Releases a job, due at that time or at the earlier one for which it was enqueued meanwhile.
 * Undefined: the lease was lost.
 */
export async function release(
  scope: CompanyDb,
  job: HeldJob,
  next: Next,
): Promise<{ readonly dueAt: string | null } | undefined> {
  if (isPeriodicJob(job)) return releasePeriodic(scope.db, job, next)
  const { id, lease } = job
  const [row] = await updateHeld(scope, { id, lease, ...next })
  return row && { dueAt: row.due_at }
}

const updateHeld = compiledForCompany(
  (scope, { id, lease, dueAt, attempts, error, now }: Pick<HeldJob, 'id' | 'lease'> & Next) => {
    const hasNoTime = sql<boolean>`cast(${dueAt} as text) is null`
    return tablesOf(scope)
      .updateTable('jobs')
      .set({
        lease: null,
        due_at: sql`case when again_at is null or again_at > ${dueAt} then ${dueAt} else again_at end`,
        again_at: null,
        attempts: sql`case when ${hasNoTime} and again_at is not null then 0 else ${attempts} end`,
        last_error: error,
        failed_at: sql`case when ${hasNoTime} and again_at is null then ${now} end`,
      })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .returning('due_at')
  },
)

/** The latest instants that a process with a correct clock can set. */
export interface Horizon {
  readonly lease: string
  readonly retry: string
}

/**
 * Makes jobs of these kinds due that a process with a fast clock has claimed or postponed; otherwise
 * they would wait until that date. If that process still runs, it loses its lease to the next claim.
 */
export async function bringBack(
  db: Db,
  kinds: readonly string[],
  { horizon, now }: { readonly horizon: Horizon; readonly now: string },
): Promise<void> {
  if (kinds.length === 0) return
  const { lease, retry } = horizon
  const found = await tablesOfAllCompanies(db)
    .selectFrom('jobs')
    .select(['company_id', 'id', 'due_at'])
    .where('kind', 'in', kinds)
    .where('due_at', '>', lease)
    .where((eb) =>
      eb.or([
        eb('lease', 'is not', null),
        eb.and([eb('last_error', 'is not', null), eb('due_at', '>', retry)]),
      ]),
    )
    .limit(GROUPS_MAX)
    .execute()
  for (const { company_id, id, due_at } of found)
    await tablesOf(companyDb(db, company_id))
      .updateTable('jobs')
      .set({ due_at: now })
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .execute()
}

/** Renews the leases that this process still has, and returns their jobs. */
export async function renew(
  scope: CompanyDb,
  jobs: readonly Pick<HeldJob, 'id' | 'lease'>[],
  until: string,
): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(scope)
    .updateTable('jobs')
    .set({ due_at: until })
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where(
      'lease',
      'in',
      jobs.map(({ lease }) => lease),
    )
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface JobFilter {
  readonly kind: string | null
  readonly status: JobStatus | null
}

function matching(work: ReadWork, { kind, status }: JobFilter) {
  const all = tablesOf(work).selectFrom('jobs')
  const ofKind = kind === null ? all : all.where('kind', '=', kind)
  if (status === null) return ofKind
  if (status === 'failed') return ofKind.where('failed_at', 'is not', null)
  const unfinished = ofKind.where('failed_at', 'is', null)
  if (status === 'running')
    return unfinished.where('lease', 'is not', null).where('due_at', '>', work.at)
  return unfinished
    .where((eb) => eb.or([eb('lease', 'is', null), eb('due_at', '<=', work.at)]))
    .where('last_error', status === 'retrying' ? 'is not' : 'is', null)
}

/** The page's rows and one more, if there is one, in the order of their creation. */
export async function listJobs(
  work: ReadWork,
  filter: JobFilter,
  { after, direction, limit }: PageRequest,
): Promise<readonly Job[]> {
  const rows = await matching(work, filter)
    .selectAll()
    .$if(after !== null, (it) => it.where('id', direction === 'asc' ? '>' : '<', after?.id ?? ''))
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map((row) => toJob(row, work.at))
}

export const countJobs = (work: ReadWork, filter: JobFilter): Promise<number> =>
  countRows(matching(work, filter))

/** Reads a job and locks it until the transaction ends. */
export async function lockJob(work: Work, id: string): Promise<Job> {
  if (!isId('job', id)) throw jobNotFound()
  const row = await findRowLocked(work, 'jobs', id)
  if (!row) throw jobNotFound()
  return toJob(row, work.at)
}

/** Only after `lockJob`. */
export async function makeDue(work: Work, id: string): Promise<void> {
  await tablesOf(work)
    .updateTable('jobs')
    .set({ due_at: work.at, attempts: 0n, failed_at: null })
    .where('id', '=', id)
    .execute()
}

/** Only after `lockJob`. */
export async function deleteJob(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('jobs').where('id', '=', id).execute()
}

/** Deletes up to `limit` jobs that failed before that instant, and returns how many. */
export const deleteFailedBefore = (
  scope: CompanyDb,
  before: string,
  limit: number,
): Promise<number> => deleteRowsBefore(scope, 'jobs', { column: 'failed_at', before, limit })

/** The companies with jobs that failed before that instant. */
export const listWithFailedBefore = (db: Db, among: Among, instant: string) =>
  companiesWith(db, 'jobs', { among, where: sql`failed_at < ${instant}` })

/** By kind, of all companies: figures for the operator. */
export async function countByKind(db: Db): Promise<readonly JobCounts[]> {
  const rows = await tablesOfAllCompanies(db)
    .selectFrom('jobs')
    .select('kind')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('all'),
      eb.fn.count<bigint>('lease').as('running'),
      eb.fn.count<bigint>('failed_at').as('failed'),
    ])
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, all, running, failed }) => ({
    kind,
    waiting: Number(all - running - failed),
    running: Number(running),
    failed: Number(failed),
  }))
}

export const toPeriodicJob = (row: PeriodicRow, now: string): Job =>
  toJob(
    { ...row, key: PERIODIC, group_key: '', payload: '{}', again_at: null, failed_at: null },
    now,
  )

const toJob = (row: Row, now: string): Job => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  status: statusOf(row, now),
  payload: JSON.parse(row.payload),
  dueAt: isRunning(row, now) ? null : row.due_at,
  attempts: Number(row.attempts),
  lastError: row.last_error,
  createdAt: row.created_at,
  failedAt: row.failed_at,
})

function statusOf(row: Row, now: string): JobStatus {
  if (row.failed_at !== null) return 'failed'
  if (isRunning(row, now)) return 'running'
  return row.last_error === null ? 'waiting' : 'retrying'
}

/** A killed process leaves its lease behind, which counts until it ends. */
const isRunning = ({ lease, due_at }: Row, now: string): boolean =>
  lease !== null && due_at !== null && due_at > now
