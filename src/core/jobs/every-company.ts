import { asSeenOnMachineOf } from '../../platform/database/db.ts'
import { COMPANIES_AT_ONCE } from '../../platform/database/scope.ts'
import { isUnavailable } from '../../platform/database/storage-error.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { FIRST_COMPANY, isOpen } from '../companies/company.ts'
import {
  companiesByMachine,
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
      for await (const due of dueIn(directory, handler, { at, failures })) {
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

interface Finding {
  readonly at: string
  /** What the job fails with, once it has visited the companies of the other machines. */
  readonly failures: unknown[]
}

interface Looked {
  readonly due: readonly CompanyId[]
  /** The last company that was looked at. */
  readonly last: CompanyId
}

/** The companies with work. While a machine is away, those of the others. */
async function* dueIn(
  directory: Directory,
  handler: CompanyJob,
  { at, failures }: Finding,
): AsyncGenerator<readonly CompanyId[]> {
  let after = 0n as CompanyId
  try {
    for await (const { due, last } of dueInAll(directory, handler, at)) {
      yield due
      after = last
    }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const machines = await companiesByMachine(directory)
    if (machines.length < 2) throw error
    failures.push(error)
    for (const all of machines) {
      const companies = all.filter((number) => number > after)
      yield* dueOnMachine(directory, handler, { at, failures, companies })
    }
  }
}

async function* dueOnMachine(
  { db }: Directory,
  { findDue }: CompanyJob,
  { at, failures, companies }: Finding & { readonly companies: readonly CompanyId[] },
): AsyncGenerator<readonly CompanyId[]> {
  for (let from = 0; from < companies.length; from += COMPANIES_AT_ONCE) {
    const some = companies.slice(from, from + COMPANIES_AT_ONCE)
    let due: readonly CompanyId[]
    try {
      due = await findDue(asSeenOnMachineOf(db, some[0] ?? FIRST_COMPANY), some, at)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      failures.push(error)
      return
    }
    yield due
  }
}

async function* dueInAll(
  directory: Directory,
  { isRare, findDue }: CompanyJob,
  at: string,
): AsyncGenerator<Looked> {
  let after = 0n as CompanyId
  for (;;) {
    const looked = isRare
      ? await findDue(directory.db, { after }, at)
      : await listCompanyNumbers(directory, after, COMPANIES_AT_ONCE)
    after = looked.at(-1) ?? after
    if (isRare) yield { due: looked, last: after }
    else if (looked.length > 0) yield { due: await findDue(directory.db, looked, at), last: after }
    if (looked.length < COMPANIES_AT_ONCE) return
  }
}
