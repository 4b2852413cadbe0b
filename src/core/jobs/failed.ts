import { secondsAfter } from '../../platform/clock.ts'
import { announceAtCommit } from '../../platform/database/commit-hook.ts'
import { inTurn } from '../../platform/database/db.ts'
import { isFirst } from '../companies/company.ts'
import {
  type Page,
  type PageQueryInput,
  type PageRequest,
  toPage,
  toPageRequest,
} from '../http/pagination.ts'
import { transaction } from '../record/transaction.ts'
import type { ReadWork, Work } from '../record/work.ts'
import { expiring } from './expire.ts'
import { jobPeriodic, jobRunning } from './inner/errors.ts'
import { findPeriodicLocked, listPeriodic, makePeriodicDue } from './inner/periodic.ts'
import * as repository from './inner/repository.ts'
import { isPeriodicJob, type Job, type JobStatus } from './job.ts'

interface JobQuery extends PageQueryInput {
  readonly kind?: string
  readonly status?: JobStatus
}

const FAILED_KEPT_SECONDS = 30 * 24 * 60 * 60

export const expireJobs = expiring(
  { name: 'job.expire', parallel: 1, everySeconds: 24 * 60 * 60 },
  (work, limit) =>
    repository.deleteFailedBefore(work, secondsAfter(work.at, -FAILED_KEPT_SECONDS), limit),
  (db, among, at) =>
    repository.listWithFailedBefore(db, among, secondsAfter(at, -FAILED_KEPT_SECONDS)),
)

/** Jobs that wait, run or have failed. Finished jobs are deleted. */
export async function listJobs(work: ReadWork, query: JobQuery): Promise<Page<Job>> {
  const request = toPageRequest(query, '-created_at')
  const filter = { kind: query.kind ?? null, status: query.status ?? null }
  return inTurn(work, async () => {
    const periodic = await listPeriodicJobs(work, filter)
    const rows = merged(await repository.listJobs(work, filter, request), periodic, request)
    const total = query.include
      ? (await repository.countJobs(work, filter)) + periodic.length
      : null
    return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
  })
}

/** The first company also shows the periodic jobs of the installation. */
async function listPeriodicJobs(
  work: ReadWork,
  { kind, status }: repository.JobFilter,
): Promise<readonly Job[]> {
  if (!isFirst(work.company)) return []
  const jobs = (await listPeriodic(work.db)).map((row) => repository.toPeriodicJob(row, work.at))
  return jobs.filter(
    (job) => (kind === null || job.kind === kind) && (status === null || job.status === status),
  )
}

/** A page of both, in the order of their creation. */
function merged(
  jobs: readonly Job[],
  periodic: readonly Job[],
  { after, direction, limit }: PageRequest,
): readonly Job[] {
  const sign = direction === 'asc' ? 1 : -1
  const order = (one: string, other: string) => (one < other ? -sign : sign)
  const following = periodic.filter(({ id }) => after === null || order(after.id, id) < 0)
  return [...jobs, ...following]
    .toSorted((one, other) => order(one.id, other.id))
    .slice(0, limit + 1)
}

/** Runs a job now; it has all its attempts again. */
export function retryJob(work: ReadWork, id: string): Promise<Job> {
  return transaction(work, async (work) => {
    const periodic = await lockPeriodicJob(work, id)
    const job = periodic ?? (await repository.lockJob(work, id))
    if (job.status === 'running') throw jobRunning()
    if (periodic) await makePeriodicDue(work.db, id, work.at)
    else await repository.makeDue(work, id)
    announceAtCommit(work.db)
    return (await lockPeriodicJob(work, id)) ?? repository.lockJob(work, id)
  })
}

/** Locks a periodic job of the installation. */
async function lockPeriodicJob(work: Work, id: string): Promise<Job | undefined> {
  if (!isFirst(work.company)) return undefined
  const row = await findPeriodicLocked(work.db, id)
  return row && repository.toPeriodicJob(row, work.at)
}

/** Deletes the job without doing its work. */
export function dropJob(work: ReadWork, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const job = (await lockPeriodicJob(work, id)) ?? (await repository.lockJob(work, id))
    if (job.status === 'running') throw jobRunning()
    if (isPeriodicJob(job)) throw jobPeriodic()
    await repository.deleteJob(work, id)
  })
}
