import { COMPANIES_AT_ONCE } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { isOpen } from '../companies/company.ts'
import {
  type Directory,
  listCompanyNumbers,
  requireCompanyByNumber,
} from '../companies/directory.ts'
import { SERVICE, type WorkFor } from '../record/work.ts'
import type { CompanyJob, JobHandler } from './handler.ts'

const TIMEOUT_SECONDS = 60 * 60

/**
 * Visits the companies that have work of a kind, in turn. The job has one row, of the
 * installation, so new companies need none. A failure in one company does not stop the others.
 */
export const inEveryCompany =
  (directory: Directory, workFor: WorkFor) =>
  (handler: CompanyJob): JobHandler => ({
    kind: { ...handler.kind, timeoutSeconds: TIMEOUT_SECONDS },
    run: async ({ at }, job) => {
      const failures: unknown[] = []
      const visit = async (number: CompanyId) => {
        const company = await requireCompanyByNumber(directory, number)
        if (isOpen(company)) await handler.run(workFor(SERVICE, company), job)
      }
      for await (const due of dueIn(directory, handler, at)) {
        if (job.signal.aborted) break
        for (const number of due) {
          if (job.signal.aborted) break
          await visit(number).catch((error: unknown) => failures.push(error))
        }
      }
      if (failures.length > 0) throw failures[0]
      return null
    },
  })

async function* dueIn(
  directory: Directory,
  { isRare, findDue }: CompanyJob,
  at: string,
): AsyncGenerator<readonly CompanyId[]> {
  let after = 0n as CompanyId
  for (;;) {
    const looked = isRare
      ? await findDue(directory.db, { after }, at)
      : await listCompanyNumbers(directory, after, COMPANIES_AT_ONCE)
    if (isRare) yield looked
    else if (looked.length > 0) yield await findDue(directory.db, looked, at)
    after = looked.at(-1) ?? after
    if (looked.length < COMPANIES_AT_ONCE) return
  }
}
