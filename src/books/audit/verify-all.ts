import type { Company, CompanyScope } from '../../core/companies/company.ts'
import {
  createDirectory,
  existingCompanies,
  findCompanyEver,
} from '../../core/companies/directory.ts'
import { type AnchorReport, verifyAnchors } from '../../core/record/anchors/anchors.ts'
import { findHead } from '../../core/record/head.ts'
import { type Clock, instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { type CompanyDb, companyDb, tablesOf } from '../../platform/database/scope.ts'
import type { AuditReport, ChainHead } from './report.ts'
import { withSnapshot } from './snapshot.ts'
import { type StateOfObject, withStoredObjects } from './stored-objects.ts'
import { verifyDatabase } from './verify.ts'

interface VerifyAll {
  readonly config: Pick<Config, 'database' | 'objects'>
  readonly clock: Clock
  /** Number of companies at once. */
  readonly parallel: number
  /** Skips companies without a new revision since their last verification. */
  readonly sinceVerified: boolean
  /** Also reads the files in the object store. */
  readonly withObjects?: boolean
  readonly onCompany: (company: Company, report: AuditReport) => void
}

interface VerifiedCompanies {
  readonly verified: number
  readonly faulty: number
  /** Unchanged since their last verification. */
  readonly passedOver: number
  readonly anchors: AnchorReport
}

/**
 * Verifies each company in a snapshot, stores the verified position, and then checks the anchors.
 */
export async function verifyAll(options: VerifyAll): Promise<VerifiedCompanies> {
  const { config, clock, parallel, sinceVerified, withObjects = false, onCompany } = options
  const { database } = config
  const db = openDatabase(database)
  const counts = { verified: 0, faulty: 0, passedOver: 0 }
  const directory = createDirectory({ db, clock })
  /** Whether a job deletes its rows now: some are gone already. */
  const isErased = async ({ id }: Company) =>
    (await findCompanyEver(directory, id))?.lastHead !== null
  const verifyOne = async (company: Company, stateOf: StateOfObject) => {
    const scope = { ...companyDb(db, company.number), company }
    if (sinceVerified && (await isVerified(scope))) {
      counts.passedOver += 1
      return
    }
    const read = (it: CompanyScope) => verifyDatabase(it, () => {}, stateOf)
    const report = await withSnapshot(database, read, async () => company)
    if (!report.ok && (await isErased(company))) return
    if (report.ok) await remember(scope, { head: report.head, at: instant(clock) })
    counts.verified += 1
    if (!report.ok) counts.faulty += 1
    onCompany(company, report)
  }
  try {
    // All workers share one generator, which answers them one after another.
    const companies = existingCompanies(directory)
    await withStoredObjects({ config, db, isRead: withObjects }, async (stateOf) => {
      const workers = Array.from({ length: parallel }, async () => {
        for (let next = await companies.next(); !next.done; next = await companies.next())
          await verifyOne(next.value, stateOf)
      })
      await Promise.all(workers)
    })
    return { ...counts, anchors: await verifyAnchors(directory) }
  } finally {
    await db.destroy()
  }
}

async function isVerified(scope: CompanyScope): Promise<boolean> {
  const head = await findHead(scope)
  const known = await tablesOf(scope)
    .selectFrom('verified_heads')
    .select(['revision_sequence', 'revision_hash'])
    .executeTakeFirst()
  return (
    known?.revision_sequence === head.revisionSequence && known.revision_hash === head.revisionHash
  )
}

async function remember(
  scope: CompanyDb,
  { head, at }: { readonly head: ChainHead; readonly at: string },
): Promise<void> {
  const row = { revision_sequence: head.sequence, revision_hash: head.hash, verified_at: at }
  await tablesOf(scope)
    .insertInto('verified_heads', row)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}
