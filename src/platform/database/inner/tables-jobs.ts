/** The periodic jobs of the installation. */
export interface PeriodicJobTables {
  readonly periodic_jobs: PeriodicJobsTable
}

interface PeriodicJobsTable {
  readonly kind: string
  readonly id: string
  /** When it is due or, during a lease, when the lease ends. */
  readonly due_at: string
  /** Known only to the process that runs it; null while no process does. */
  readonly lease: string | null
  /** Runs since it last succeeded. */
  readonly attempts: bigint
  readonly last_error: string | null
  readonly created_at: string
}

/** Jobs that run later or repeatedly; see `tables.ts` for the conventions. */
export interface JobTables {
  readonly jobs: JobsTable
}

interface JobsTable {
  readonly id: string
  readonly kind: string
  /** Names the occasion: a kind has at most one job with this key. */
  readonly key: string
  /** Jobs of one group share a limit within their kind, e.g. those of one webhook. Empty: no group. */
  readonly group_key: string
  /** JSON: ids and the like, no secrets. */
  readonly payload: string
  /** When it is due or, during a lease, when the lease ends; null once it has failed. */
  readonly due_at: string | null
  /** Known only to the process that runs it; null while no process does. */
  readonly lease: string | null
  /** The due time of an enqueue that came while it ran. */
  readonly again_at: string | null
  /** Runs since it last succeeded. */
  readonly attempts: bigint
  readonly last_error: string | null
  readonly created_at: string
  readonly failed_at: string | null
}
