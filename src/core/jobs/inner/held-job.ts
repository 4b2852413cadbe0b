import type { CompanyId } from '../../../platform/database/tables.ts'

/** A job that this process runs, with the lease that proves it. */
export interface HeldJob {
  readonly company: CompanyId
  readonly id: string
  readonly kind: string
  readonly group: string
  readonly key: string
  readonly payload: unknown
  /** With this one. */
  readonly attempts: number
  readonly lease: string
}

export interface Due {
  readonly kind: string
  readonly now: string
}

export interface Claim extends Due {
  readonly group: string
  readonly limit: number
  readonly lease: string
  readonly until: string
}

/** The state after a run: the job waits or, without a time, has failed. */
export interface Next {
  readonly dueAt: string | null
  readonly attempts: number
  readonly error: string | null
  readonly now: string
}
