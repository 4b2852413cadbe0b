import { type CompanyJob, handle } from '../../core/jobs/handler.ts'
import { latestDayOf } from '../../platform/clock.ts'
import { listWithExpired } from './inner/repository.ts'
import { markQuotesExpired } from './open.ts'

/** Quotes expire at midnight, in the time zone of the company. */
export const markExpiredJob = (): CompanyJob => ({
  ...handle({ name: 'quote.mark_expired', parallel: 1, everySeconds: 10 * 60 }, async (work) => {
    await markQuotesExpired(work)
    return null
  }),
  isRare: false,
  findDue: (db, among, at) => listWithExpired(db, among, latestDayOf(at)),
})
