import { secondsAfter } from '../../platform/clock.ts'
import { announceAtCommit } from '../../platform/database/commit-hook.ts'
import { inTurn } from '../../platform/database/db.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../http/pagination.ts'
import { transaction } from '../record/transaction.ts'
import type { ReadWork } from '../record/work.ts'
import { expiring } from './expire.ts'
import { jobPeriodic, jobRunning } from './inner/errors.ts'
import * as repository from './inner/repository.ts'
import { type Job, type JobStatus, PERIODIC } from './job.ts'

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
    const rows = await repository.listJobs(work, filter, request)
    const total = query.include ? await repository.countJobs(work, filter) : null
    return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
  })
}

/** Runs a job now; it has all its attempts again. */
export function retryJob(work: ReadWork, id: string): Promise<Job> {
  return transaction(work, async (work) => {
    const job = await repository.lockJob(work, id)
    if (job.status === 'running') throw jobRunning()
    await repository.makeDue(work, id)
    announceAtCommit(work.db)
    return repository.lockJob(work, id)
  })
}

/** Deletes the job without doing its work. */
export function dropJob(work: ReadWork, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const job = await repository.lockJob(work, id)
    if (job.status === 'running') throw jobRunning()
    if (job.key === PERIODIC) throw jobPeriodic()
    await repository.deleteJob(work, id)
  })
}
