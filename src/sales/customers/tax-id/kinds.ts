import type { JobKind } from '../../../core/jobs/job.ts'

export interface TaxIdJob {
  readonly customerId: string
  /** How often VIES could not answer. */
  readonly failures: number
}

/** Asks VIES after an invoice was issued or after VIES could not answer. */
export const CHECK_TAX_ID: JobKind<TaxIdJob> = { name: 'vies.check', parallel: 2 }

export const taxIdJob = (customerId: string, failures = 0, dueAt?: string) => ({
  key: customerId,
  payload: { customerId, failures },
  ...(dueAt === undefined ? {} : { dueAt }),
})
