import { type CompanyJob, handle } from '../../core/jobs/handler.ts'
import { latestDayOf } from '../../platform/clock.ts'
import { listWithOverdue } from './list/list.ts'
import { markInvoicesOverdue } from './overdue.ts'

/** Invoices become overdue at midnight, and when they are issued with a due date that has passed. */
export const markOverdueJob = (): CompanyJob => ({
  ...handle({ name: 'invoice.mark_overdue', parallel: 1, everySeconds: 10 * 60 }, async (work) => {
    await markInvoicesOverdue(work)
    return null
  }),
  isRare: false,
  findDue: (db, among, at) => listWithOverdue(db, among, latestDayOf(at)),
})
