import type { JobKind } from '../../core/jobs/job.ts'

/** A method ended, and the provider that keeps it must forget it. */
export const REVOKE_METHOD: JobKind<{ readonly methodId: string }> = {
  name: 'payment_method.revoke',
  parallel: 2,
}

/** A customer signed a mandate on a page, and gets a copy. */
export const SEND_MANDATE_COPY: JobKind<{ readonly methodId: string }> = {
  name: 'payment_method.copy',
  parallel: 2,
}
