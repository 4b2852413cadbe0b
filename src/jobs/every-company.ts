import { isOpen } from '../companies/company.ts'
import type { Directory } from '../companies/directory.ts'
import type { Db } from '../platform/database/db.ts'
import { SERVICE, type WorkFor } from '../record/work.ts'
import type { JobHandler } from './handler.ts'

const TIMEOUT_SECONDS = 60 * 60

export interface EveryCompanyDeps {
  readonly db: Db
  readonly directory: Pick<Directory, 'batches'>
  readonly workFor: WorkFor
}

/**
 * A job that repeats by itself and visits every company in turn, or only companies with work. It has
 * one row, in the first company, so new companies need none. A failure in one company does not stop the
 * others.
 */
export const inEveryCompany =
  ({ db, directory, workFor }: EveryCompanyDeps) =>
  (handler: JobHandler): JobHandler => {
    const { kind, run, findDue } = handler
    // Other jobs have a row in the company that they work for.
    if (kind.everySeconds === undefined) return handler
    return {
      kind: { ...kind, timeoutSeconds: TIMEOUT_SECONDS },
      run: async ({ at }, job) => {
        const failures: unknown[] = []
        for await (const batch of directory.batches()) {
          const open = batch.filter(isOpen)
          const numbers = open.map(({ number }) => number)
          const due = new Set(findDue && open.length > 0 ? await findDue(db, numbers, at) : numbers)
          for (const company of open.filter(({ number }) => due.has(number))) {
            if (job.signal.aborted) break
            await run(workFor(SERVICE, company), job).catch((error: unknown) =>
              failures.push(error),
            )
          }
        }
        if (failures.length > 0) throw failures[0]
        return null
      },
    }
  }
