import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CALL_BACK_DAYS } from '@billwright/rules/limits'
import { createRunningExports } from '../../books/audit/running.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { companyEtag } from '../../company/access/companies/companies.ts'
import { deleteAccess } from '../../company/access/company-access.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { type Company, type CompanyScope, isFirst, isOpen } from '../../core/companies/company.ts'
import type { Directory } from '../../core/companies/directory.ts'
import { companyClosed, companyNotFound } from '../../core/companies/errors.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { restartJobs, stopJobs } from '../../core/jobs/queue.ts'
import { findAnchorPath } from '../../core/record/anchors/anchors.ts'
import type { App } from '../../core/record/app.ts'
import { findHead } from '../../core/record/head.ts'
import { SERVICE, type WorkFor } from '../../core/record/work.ts'
import { type Clock, instant, secondsAfter } from '../../platform/clock.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import type { Db } from '../../platform/database/db.ts'
import { companyDb } from '../../platform/database/scope.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { createZipWriter } from '../../platform/zip/writer.ts'
import { findLastIssueDate } from '../../sales/invoices/lookups.ts'
import { sweep } from './inner/arrivals.ts'
import { eraseRows } from './inner/erase.ts'
import { firstCompanyStays, notDeleting, retentionRunning } from './inner/errors.ts'
import { writeCompany } from './inner/export.ts'
import { type ImportDeps, type ImportOptions, importCompany } from './inner/import.ts'
import { retainedUntil } from './inner/retention.ts'
import { type MoveDeps, type MoveOptions, moveCompany, undoMove } from './move/move.ts'

export interface LifecycleDeps extends Pick<ImportDeps, 'jobKinds' | 'readBack'> {
  readonly db: Db
  readonly database: Config['database']
  readonly clock: Clock
  readonly directory: Directory
  readonly workFor: WorkFor
  readonly app: App
  readonly version: string
  readonly objects?: Objects | null | undefined
}

/** A zip that is written while it is read, and its file name. */
export interface CompanyExport {
  readonly stream: Readable
  readonly fileName: string
}

export type LifecycleService = ReturnType<typeof createLifecycleService>

const DAY_SECONDS = 24 * 60 * 60
const DELETED_AT_ONCE = 100
/** How long the head of a moved company stays, and how long other processes may add rows to a deleted one. */
const LEFT_SECONDS = 10 * 60

export function createLifecycleService(deps: LifecycleDeps) {
  const { db, database, clock, directory, workFor } = deps
  const running = createRunningExports()

  const require = async (id: string): Promise<Company> => {
    const company = await directory.findById(id)
    if (company) return company
    throw companyNotFound()
  }

  const headOf = async (company: Company) => {
    const head = await findHead({ ...companyDb(db, company.number), company })
    const { revisionSequence, revisionHash: hash, eventSequence } = head
    return { revisions: `${revisionSequence}`, hash, events: `${eventSequence}` }
  }

  /** Throws while the law requires the documents and no archive contains all of them. */
  const requireDeletable = async (company: Company): Promise<void> => {
    const work = workFor(SERVICE, company)
    const { retentionYears } = await currentSettings(work)
    const until = retainedUntil(await findLastIssueDate(work), retentionYears)
    if (until === null || until < work.at.slice(0, 10)) return
    const { archive } = company
    const { revisions, hash } = await headOf(company)
    if (archive?.revisions === revisions && archive.hash === hash) return
    throw retentionRunning(until)
  }

  /** Stores the head of its chain before the head is deleted. */
  const noteHead = async (company: Company, changes: Partial<Company> = {}) => {
    const lastHead = company.lastHead ?? (await headOf(company))
    await directory.change(company.number, () => ({ lastHead, ...changes }))
  }

  const erase = async (company: Company, signal?: AbortSignal): Promise<void> => {
    if (!(await eraseRows(companyDb(db, company.number), signal))) return
    for await (const { key } of deps.objects?.list(company.number) ?? [])
      await deps.objects?.delete(key)
    await deleteAccess(db, company.number)
    const isGone = company.status === 'deleted'
    await directory.change(company.number, () => ({
      status: 'deleted',
      statusBefore: null,
      domain: null,
      name: '',
      limits: {},
      deleteAt: isGone ? null : secondsAfter(instant(clock), LEFT_SECONDS),
    }))
  }

  const moving = (): MoveDeps => {
    if (database.engine !== 'postgres')
      throw new ConfigError('A company moves between two PostgreSQL. Use its archive instead.')
    // No request finds it here anymore. Its frozen head stays until the last running request has ended.
    const leave = async (company: Company) => {
      const deleteAt = secondsAfter(instant(clock), LEFT_SECONDS)
      await noteHead(company, { status: 'deleted', name: '', limits: {}, deleteAt })
      await deleteAccess(db, company.number)
    }
    return { ...deps, database, leave }
  }

  return {
    require,

    /**
     * A snapshot of all data of a company; the passphrase encrypts its secrets. The archive counts
     * as taken when the client has received it.
     */
    export(company: Company, passphrase: string): CompanyExport {
      const end = running.begin(company.number)
      const zip = createZipWriter(clock)
      const hash = createHash('sha256')
      const write = async () => {
        const handles = await directory.handlesOf(company.number)
        const anchored = await findAnchorPath(deps, company)
        const { version } = deps
        const exporting = { clock, version, passphrase, handles, anchored }
        const writeSeen = (scope: CompanyScope) =>
          writeCompany(zip, { ...scope, app: deps.app }, exporting)
        return withSnapshot(database, writeSeen, async () => company)
      }
      const written = write()
      const note = async () => {
        const { head } = await written
        const archive = { ...head, sha256: hash.digest('hex'), at: instant(clock) }
        await directory.change(company.number, () => ({ archive }))
      }
      const stream = new Transform({
        transform: (chunk, _encoding, done) => {
          hash.update(chunk)
          done(null, chunk)
        },
        flush: (done) => void note().then(() => done(), done),
      })
      written.catch((error: unknown) => {
        zip.stream.destroy(error instanceof Error ? error : new Error(String(error)))
      })
      // The reader of the stream gets the error from the stream; nothing else awaits this promise.
      pipeline(zip.stream, stream)
        .catch(() => {})
        .finally(end)
      const day = instant(clock).slice(0, 10)
      return { stream, fileName: `billwright-company-${company.handle}-${day}.zip` }
    },

    import: (options: ImportOptions): Promise<Company> => importCompany(deps, options),

    /** Both databases must be PostgreSQL. */
    move: (options: MoveOptions): Promise<Company> => moveCompany(moving(), options),
    undoMove: (options: Pick<MoveOptions, 'id' | 'target'>): Promise<Company> =>
      undoMove(moving(), options),

    /** From now on nothing in it changes; after 30 days its rows are deleted. */
    async delete({ id, ifMatch }: VersionedRef): Promise<Company> {
      const company = await require(id)
      checkIfMatch(ifMatch, companyEtag(company))
      if (isFirst(company)) throw firstCompanyStays()
      if (!isOpen(company)) throw companyClosed(company)
      await requireDeletable(company)
      const deleteAt = secondsAfter(instant(clock), CALL_BACK_DAYS * DAY_SECONDS)
      const changed = await directory.change(company.number, (before) => {
        if (!isOpen(before)) throw companyClosed(before)
        return { status: 'deleting', statusBefore: before.status, deleteAt }
      })
      await stopJobs(companyDb(db, company.number))
      return changed
    },

    /** Cancels the deletion of a company. */
    async restore({ id, ifMatch }: VersionedRef): Promise<Company> {
      const { number } = await require(id)
      const changed = await directory.change(number, (before) => {
        checkIfMatch(ifMatch, companyEtag(before))
        const { status, statusBefore, lastHead } = before
        if (status !== 'deleting' || lastHead !== null) throw notDeleting()
        return { status: statusBefore ?? 'active', statusBefore: null, deleteAt: null }
      })
      await restartJobs(companyDb(db, number), instant(clock))
      return changed
    },

    /** Deletes the rows of companies whose 30 days have passed, and of killed imports after a week. */
    async deleteDue(signal: AbortSignal): Promise<void> {
      for (const company of await directory.listToDelete(instant(clock), DELETED_AT_ONCE)) {
        if (signal.aborted) return
        if (company.status === 'importing') await sweep(deps, company)
        else {
          await noteHead(company)
          await erase(company, signal)
        }
      }
    },
  }
}
