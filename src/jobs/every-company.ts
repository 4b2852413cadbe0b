import { isOpen } from '../companies/company.ts'
import type { Directory } from '../companies/directory.ts'
import { SERVICE, type WorkFor } from '../record/work.ts'
import type { JobHandler } from './handler.ts'

const TIMEOUT_SECONDS = 60 * 60

export interface EveryCompanyDeps {
  readonly directory: Pick<Directory, 'all'>
  readonly workFor: WorkFor
}

/**
 * A job that repeats by itself and visits every company in turn. It has one row, in the first
 * company, so new companies need none. A failure in one company does not stop the others.
 */
export const inEveryCompany =
  ({ directory, workFor }: EveryCompanyDeps) =>
  (handler: JobHandler): JobHandler => {
    const { kind, run } = handler
    // Other jobs have a row in the company that they work for.
    if (kind.everySeconds === undefined) return handler
    return {
      kind: { ...kind, timeoutSeconds: TIMEOUT_SECONDS },
      run: async (_work, job) => {
        const failures: unknown[] = []
        for await (const company of directory.all()) {
          if (job.signal.aborted) break
          if (!isOpen(company)) continue
          await run(workFor(SERVICE, company), job).catch((error: unknown) => failures.push(error))
        }
        if (failures.length > 0) throw failures[0]
        return null
      },
    }
  }
