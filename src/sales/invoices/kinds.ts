import type { JobKind } from '../../core/jobs/job.ts'

/** An invoice that a mandate pays was issued. Collections plan what follows. */
export const PLAN_COLLECTION: JobKind<{ readonly invoiceId: string }> = {
  name: 'collection.plan',
  parallel: 4,
}
