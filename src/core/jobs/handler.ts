import { after, type Clock, instant, instantAfter, secondsAfter } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Among } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { roughly } from '../../platform/ids.ts'
import { inSpan } from '../../platform/telemetry.ts'
import { transaction } from '../record/transaction.ts'
import type { ReadWork, Work } from '../record/work.ts'
import type { HeldJob } from './inner/held-job.ts'
import { deleteDone, lockLease, release } from './inner/repository.ts'
import { ATTEMPTS_MAX, type JobKind, pauseAfterFailure } from './job.ts'

/** A running job. */
export interface RunningJob<Payload> {
  readonly key: string
  readonly payload: Payload
  /** Aborted when the job takes too long, its lease is lost or the process stops. */
  readonly signal: AbortSignal
  /**
   * Throws unless this process still has the lease; no other process gets it before the transaction
   * ends. Call it before saving the result of work outside the database.
   */
  check(work: Work): Promise<void>
  /**
   * Ends the job in the transaction that saves its effect, so that both are committed or neither.
   * With an instant, the job runs again then. Throws if the lease was lost.
   */
  finish(work: Work, again?: string | null): Promise<void>
}

/**
 * Runs a job. It may run again after a success, if the process ended before saving it. Resolves to
 * the instant of the next run, or null: it is done.
 */
export type Run<Payload> = (work: ReadWork, job: RunningJob<Payload>) => Promise<string | null>

export interface JobHandler {
  readonly kind: JobKind
  readonly run: Run<unknown>
}

/** A periodic job that visits the companies that have work. */
export interface CompanyJob extends JobHandler {
  /** Whether it needs few rows of all companies, so that one statement finds the next companies. */
  readonly isRare: boolean
  readonly findDue: FindDue
}

/** The companies that have work; a few more may be among them. */
export type FindDue = (db: Db, among: Among, at: string) => Promise<readonly CompanyId[]>

/** Ties a kind to its handler. The stored payload is the one that `enqueue` accepted for the kind. */
export const handle = <Payload>(kind: JobKind<Payload>, run: Run<Payload>): JobHandler => ({
  kind,
  run: run as Run<unknown>,
})

/** `retried`: it failed and runs again by itself; `lost`: another process has it. */
type JobOutcome = 'done' | 'retried' | 'failed' | 'lost'

export interface Ended {
  readonly outcome: JobOutcome
  /** Why it failed. */
  readonly error: unknown
  /** When it is due again; null: never, or not known to this process. */
  readonly again: string | null
}

const TIMEOUT_SECONDS = 5 * 60
const ERROR_LENGTH_MAX = 500

/** Runs a job that this process has claimed and saves the outcome; throws if it cannot be saved. */
export async function runJob(
  { kind, run }: JobHandler,
  { work, job, stopping, clock }: Held,
): Promise<Ended> {
  try {
    if (job.attempts > ATTEMPTS_MAX && kind.everySeconds === undefined) throw new Interrupted()
    const again = await inSpan('job', { 'job.kind': kind.name }, () =>
      limited(kind, stopping, () => attempt({ kind, run }, { work, job, stopping, clock })),
    )
    return { outcome: 'done', error: null, again }
  } catch (error) {
    if (error instanceof LeaseLost) return { outcome: 'lost', error, again: null }
    return { ...(await noteFailure(kind, { work, job, clock, error })), error }
  }
}

interface Held {
  readonly work: ReadWork
  readonly job: HeldJob
  readonly stopping: AbortController
  readonly clock: Clock
}

/** Returns when the job is due again. */
async function attempt(
  { kind, run }: JobHandler,
  { work, job, stopping, clock }: Held,
): Promise<string | null> {
  let isFinished = false
  let dueAgain: string | null = null
  const finish = async (work: Work, again: string | null = null) => {
    dueAgain = await end(work, job, again ?? nextOf(kind, clock))
    isFinished = true
  }
  const check = async (work: Work) => {
    if (!(await lockLease(work, job))) throw new LeaseLost()
  }
  const { key, payload } = job
  const again = await run(work, { key, payload, signal: stopping.signal, check, finish })
  if (isFinished) return dueAgain
  // An aborted handler may have returned early, without its effect.
  if (stopping.signal.aborted) throw new LeaseLost()
  await transaction(work, (work) => finish(work, again))
  return dueAgain
}

/** A tenth more or less, so that kinds do not stay synchronized. */
const nextOf = ({ everySeconds }: JobKind, clock: Clock): string | null =>
  everySeconds === undefined ? null : instantAfter(clock, roughly(everySeconds))

async function end(work: Work, job: HeldJob, again: string | null): Promise<string | null> {
  if (again === null && (await deleteDone(work, job))) return null
  const next = { dueAt: again, attempts: 0, error: null, now: work.at }
  const released = await release(work, job, next)
  if (!released) throw new LeaseLost()
  return released.dueAt
}

async function noteFailure(
  kind: JobKind,
  { work, job, clock, error }: Omit<Held, 'stopping'> & { readonly error: unknown },
): Promise<Pick<Ended, 'outcome' | 'again'>> {
  const { attempts } = job
  const now = instant(clock)
  const pause = pauseAfterFailure(kind, attempts)
  const dueAt = pause === null ? null : secondsAfter(now, pause)
  const next = { dueAt, attempts, error: sentenceOf(error), now }
  const released = await release(work, job, next)
  if (!released) return { outcome: 'lost', again: null }
  return { outcome: dueAt === null ? 'failed' : 'retried', again: released.dueAt }
}

/** Text that any database stores: control characters become U+FFFD. */
const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .slice(0, ERROR_LENGTH_MAX)

function limited<T>(
  { timeoutSeconds = TIMEOUT_SECONDS }: JobKind,
  stopping: AbortController,
  run: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(timeoutSeconds * 1000, () => {
      reject(new Error(`It took longer than ${timeoutSeconds} seconds.`))
      stopping.abort()
    })
    run().then(resolve, reject).finally(cancel)
  })
}

/** Another process has the job, so this transaction must not be committed. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of the job was lost.')
  }
}

/** The process died in every attempt. */
class Interrupted extends Error {
  constructor() {
    super(`The process ended in each of ${ATTEMPTS_MAX} attempts.`)
  }
}
