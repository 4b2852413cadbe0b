import { roughly } from '../../platform/ids.ts'

declare const PAYLOAD: unique symbol

/** Something that runs later, declared by the room that enqueues it. `Payload` is plain JSON. */
export interface JobKind<Payload = unknown> {
  /** `resource.verb`, and never changed, because stored jobs have it. */
  readonly name: string
  /** How many one process runs at once, for this kind alone. */
  readonly parallel: number
  /** How many jobs of one group run at once. */
  readonly parallelPerGroup?: number
  /** A longer run is aborted and counts as a failed attempt. */
  readonly timeoutSeconds?: number
  /** For a kind with a single job, which repeats by itself. */
  readonly everySeconds?: number
  readonly [PAYLOAD]?: Payload
}

export interface NewJob<Payload> {
  readonly key: string
  readonly payload: Payload
  /** RFC 3339; absent: at once. */
  readonly dueAt?: string
  readonly group?: string
}

/** `retrying` waits after a failure; `failed` waits for a person. */
export const JOB_STATUSES = ['waiting', 'running', 'retrying', 'failed'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export interface Job {
  readonly id: string
  readonly kind: string
  readonly key: string
  readonly status: JobStatus
  readonly payload: Readonly<Record<string, unknown>>
  /** The time of the next run; null while it runs and once it has failed. */
  readonly dueAt: string | null
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: string
  readonly failedAt: string | null
}

/** The key of a periodic job, which belongs to the installation. */
export const PERIODIC = 'periodic'

export const isPeriodicJob = ({ key }: { readonly key: string }): boolean => key === PERIODIC

/** With the pauses below, about a day. */
export const ATTEMPTS_MAX = 15
const PAUSE_SECONDS = 15
export const PAUSE_SECONDS_MAX = 6 * 60 * 60

/** The pause after an attempt that failed: doubled each time, a tenth more or less. */
const pauseSeconds = (attempts: number): number =>
  roughly(Math.min(PAUSE_SECONDS * 2 ** (attempts - 1), PAUSE_SECONDS_MAX))

/** When to run a failed job again; null: on request only. A periodic job never stops. */
export function pauseAfterFailure({ everySeconds }: JobKind, attempts: number): number | null {
  if (everySeconds !== undefined) return Math.min(pauseSeconds(attempts), everySeconds)
  return attempts < ATTEMPTS_MAX ? pauseSeconds(attempts) : null
}
