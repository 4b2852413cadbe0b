import type { FastifyInstance } from 'fastify'
import { type Directory, hasCompany, hasSeveralCompanies } from '../../core/companies/directory.ts'
import { instant } from '../../platform/clock.ts'
import { companyDb } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { startInterval } from '../../platform/interval.ts'
import { addUsage, type Used } from './inner/repository.ts'

const EVERY_MS = 60_000

/** Counts the requests of each company in memory, and adds them to the day once a minute. */
export function createUsageCounter(directory: Directory, warn: (error: unknown) => void) {
  const { db, clock } = directory
  let counted = new Map<CompanyId, Used>()

  /** A killed process loses the requests that it has not added yet: at most one minute. */
  const flush = async (): Promise<void> => {
    const [day, companies] = [instant(clock).slice(0, 10), counted]
    counted = new Map()
    // A company that is alone needs no count of its requests.
    if (companies.size === 0 || !(await hasSeveralCompanies(directory))) return
    // A company that was deleted meanwhile must keep no row.
    for (const [company, used] of companies)
      if (await hasCompany(directory, company)) await addUsage(companyDb(db, company), day, used)
  }

  return {
    flush,

    /** Starts counting the responses of a server. */
    register(app: FastifyInstance): void {
      app.addHook('onResponse', (request, reply, done) => {
        if (request.company) {
          const { number } = request.company
          const { requests, pdfs } = counted.get(number) ?? { requests: 0, pdfs: 0 }
          const isPdf =
            reply.statusCode === 200 && reply.getHeader('content-type') === 'application/pdf'
          counted.set(number, { requests: requests + 1, pdfs: pdfs + (isPdf ? 1 : 0) })
        }
        done()
      })
      const { stop } = startInterval({ everyMs: EVERY_MS, work: flush, onError: warn })
      app.addHook('onClose', async () => {
        await stop()
        await flush().catch(warn)
      })
    },
  }
}
