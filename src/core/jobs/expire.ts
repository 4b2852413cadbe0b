import type { ReadWork } from '../record/work.ts'
import { type CompanyJob, type FindDue, handle } from './handler.ts'
import type { JobKind } from './job.ts'

const BATCH = 500

/** A job that deletes old rows in small batches, so that other writers wait only briefly. */
export const expiring = (
  kind: JobKind,
  deleteBatch: (work: ReadWork, limit: number) => Promise<number>,
  findDue: FindDue,
): CompanyJob => ({
  ...handle(kind, async (work, { signal }) => {
    while (!signal.aborted && (await deleteBatch(work, BATCH)) === BATCH);
    return null
  }),
  isRare: false,
  findDue,
})
