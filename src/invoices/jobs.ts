import { handle, type JobHandler } from '../jobs/handler.ts'
import type { InvoiceService } from './service.ts'

/** Invoices become overdue at midnight, and when they are issued with a due date that has passed. */
export const markOverdueJob = (invoices: Pick<InvoiceService, 'markOverdue'>): JobHandler =>
  handle({ name: 'invoice.mark_overdue', parallel: 1, everySeconds: 10 * 60 }, async (work) => {
    await invoices.markOverdue(work)
    return null
  })
