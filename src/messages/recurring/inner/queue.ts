import type { JobKind } from '../../../core/jobs/job.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import type { Work } from '../../../core/record/work.ts'
import type { RecurringInvoice } from './recurring.ts'

interface Payload {
  readonly id: string
}

export const RUN: JobKind<Payload> = { name: 'recurring.run', parallel: 4 }

/** Schedules a run at its due time. */
export async function enqueueRun(
  work: Work,
  { id, dueAt }: Pick<RecurringInvoice, 'id' | 'dueAt'>,
): Promise<void> {
  if (dueAt !== null) await enqueue(work, RUN, [{ key: id, payload: { id }, dueAt }])
}
