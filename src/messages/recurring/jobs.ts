import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { RUN } from './inner/queue.ts'
import { listWithRecurring } from './inner/repository.ts'
import { lookAtAllRecurring, runDue } from './inner/runner.ts'

/** Creates the due invoices, one transaction each. */
export const runRecurringJob = (): JobHandler =>
  handle(RUN, async (work, { payload, finish }) => {
    await runDue(work, payload.id, finish)
    return null
  })

/**
 * Ends pauses, follows the settings and finds schedules without a job: after a restore, or a
 * dropped job.
 */
export const lookAtRecurringJob = (): CompanyJob => ({
  ...handle({ name: 'recurring.look', parallel: 1, everySeconds: 60 }, async (work) => {
    await lookAtAllRecurring(work)
    return null
  }),
  isRare: true,
  findDue: listWithRecurring,
})
