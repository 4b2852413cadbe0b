import { roughly } from '../platform/ids.ts'

declare const PAYLOAD: unique symbol

/** Something that runs later, declared by the slice that enqueues it. `Payload` is plain JSON. */
export interface JobKind<Payload = unknown> {
  /** `resource.verb`, and never changed: stored jobs have it. */
  readonly name: string
  /** The limit of one process, for this kind alone. */
  readonly parallel: number
  /** The same for the jobs of one group. */
  readonly parallelPerGroup?: number
  /** A job that runs longer has failed this attempt. */
  readonly timeoutSeconds?: number
  /** For a kind of which there is one job, which comes back by itself. */
  readonly everySeconds?: number
  readonly [PAYLOAD]?: Payload
}

export interface NewJob<Payload> {
  readonly key: string
  readonly payload: Payload
  /** RFC 3339; at once where it is absent. */
  readonly dueAt?: string
  readonly group?: string
}

/** `retrying` waits too, after a failure; `failed` waits for a person. */
export const JOB_STATUSES = ['waiting', 'running', 'retrying', 'failed'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export interface Job {
  readonly id: string
  readonly kind: string
  readonly key: string
  readonly status: JobStatus
  readonly payload: Readonly<Record<string, unknown>>
  /** When it runs next; null while it runs and once it has failed. */
  readonly dueAt: string | null
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: string
  readonly failedAt: string | null
}

/** The key of the one job of a kind that comes back by itself. */
export const PERIODIC = 'periodic'

/** Within about a day, by the pauses below. */
export const ATTEMPTS_MAX = 15
const PAUSE_SECONDS = 15
export const PAUSE_SECONDS_MAX = 6 * 60 * 60

/** The pause after an attempt that failed: doubled each time, a tenth more or less. */
export const pauseSeconds = (attempts: number): number =>
  roughly(Math.min(PAUSE_SECONDS * 2 ** (attempts - 1), PAUSE_SECONDS_MAX))

/**
 * When to run a job again after an attempt that failed; null: not before a person says so. A job that
 * comes back by itself is never given up.
 */
export function pauseAfterFailure({ everySeconds }: JobKind, attempts: number): number | null {
  if (everySeconds !== undefined) return Math.min(pauseSeconds(attempts), everySeconds)
  return attempts < ATTEMPTS_MAX ? pauseSeconds(attempts) : null
}
