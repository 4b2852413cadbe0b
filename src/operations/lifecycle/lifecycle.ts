import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CALL_BACK_DAYS } from '@billwright/rules/limits'
import type { RunningExports } from '../../books/audit/running.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { companyEtag } from '../../company/access/companies/companies.ts'
import { deleteAccess } from '../../company/access/company-access.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { type Company, type CompanyScope, isFirst, isOpen } from '../../core/companies/company.ts'
import {
  changeInDirectory,
  type Directory,
  findCompanyById,
  handlesOfCompany,
  listCompaniesToDelete,
} from '../../core/companies/directory.ts'
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

/** What moving companies in and out of this installation needs. */
export interface Lifecycle extends Pick<ImportDeps, 'jobKinds' | 'readBack'> {
  readonly db: Db
  readonly database: Config['database']
  readonly clock: Clock
  readonly directory: Directory
  readonly workFor: WorkFor
  readonly app: App
  readonly version: string
  readonly objects?: Objects | null | undefined
  readonly exports: RunningExports
}

/** A zip that is written while it is read, and its file name. */
interface CompanyExport {
  readonly stream: Readable
  readonly fileName: string
}

const DAY_SECONDS = 24 * 60 * 60
const DELETED_AT_ONCE = 100
/** How long the head of a moved company stays, and how long other processes may add rows to a deleted one. */
const LEFT_SECONDS = 10 * 60

export async function requireCompany({ directory }: Lifecycle, id: string): Promise<Company> {
  const company = await findCompanyById(directory, id)
  if (company) return company
  throw companyNotFound()
}

async function headOf({ db }: Lifecycle, company: Company) {
  const head = await findHead({ ...companyDb(db, company.number), company })
  const { revisionSequence, revisionHash: hash, eventSequence } = head
  return { revisions: `${revisionSequence}`, hash, events: `${eventSequence}` }
}

/** Throws while the law requires the documents and no archive contains all of them. */
async function requireNotRetained(lifecycle: Lifecycle, company: Company): Promise<void> {
  const work = lifecycle.workFor(SERVICE, company)
  const { retentionYears } = await currentSettings(work)
  const until = retainedUntil(await findLastIssueDate(work), retentionYears)
  if (until === null || until < work.at.slice(0, 10)) return
  const { archive } = company
  const { revisions, hash } = await headOf(lifecycle, company)
  if (archive?.revisions === revisions && archive.hash === hash) return
  throw retentionRunning(until)
}

/** Stores the head of its chain before the head is deleted. */
async function noteHead(lifecycle: Lifecycle, company: Company, changes: Partial<Company> = {}) {
  const lastHead = company.lastHead ?? (await headOf(lifecycle, company))
  await changeInDirectory(lifecycle.directory, company.number, () => ({ lastHead, ...changes }))
}

async function erase(lifecycle: Lifecycle, company: Company, signal?: AbortSignal): Promise<void> {
  if (!(await eraseRows(companyDb(lifecycle.db, company.number), signal))) return
  for await (const { key } of lifecycle.objects?.list(company.number) ?? [])
    await lifecycle.objects?.delete(key)
  await deleteAccess(lifecycle.db, company.number)
  const isGone = company.status === 'deleted'
  await changeInDirectory(lifecycle.directory, company.number, () => ({
    status: 'deleted',
    statusBefore: null,
    domain: null,
    name: '',
    limits: {},
    deleteAt: isGone ? null : secondsAfter(instant(lifecycle.clock), LEFT_SECONDS),
  }))
}

function moving(lifecycle: Lifecycle): MoveDeps {
  if (lifecycle.database.engine !== 'postgres')
    throw new ConfigError('A company moves between two PostgreSQL. Use its archive instead.')
  // No request finds it here anymore. Its frozen head stays until the last running request has ended.
  const leave = async (company: Company) => {
    const deleteAt = secondsAfter(instant(lifecycle.clock), LEFT_SECONDS)
    await noteHead(lifecycle, company, { status: 'deleted', name: '', limits: {}, deleteAt })
    await deleteAccess(lifecycle.db, company.number)
  }
  return { ...lifecycle, database: lifecycle.database, leave }
}

/**
 * A snapshot of all data of a company; the passphrase encrypts its secrets. The archive counts
 * as taken when the client has received it.
 */
export function exportCompany(
  lifecycle: Lifecycle,
  company: Company,
  passphrase: string,
): CompanyExport {
  const end = lifecycle.exports.begin(company.number)
  const zip = createZipWriter(lifecycle.clock)
  const hash = createHash('sha256')
  const write = async () => {
    const handles = await handlesOfCompany(lifecycle.directory, company.number)
    const anchored = await findAnchorPath(lifecycle.directory, company)
    const { version } = lifecycle
    const exporting = { clock: lifecycle.clock, version, passphrase, handles, anchored }
    const writeSeen = (scope: CompanyScope) =>
      writeCompany(zip, { ...scope, app: lifecycle.app }, exporting)
    return withSnapshot(lifecycle.database, writeSeen, async () => company)
  }
  const written = write()
  const note = async () => {
    const { head } = await written
    const archive = { ...head, sha256: hash.digest('hex'), at: instant(lifecycle.clock) }
    await changeInDirectory(lifecycle.directory, company.number, () => ({ archive }))
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
  const day = instant(lifecycle.clock).slice(0, 10)
  return { stream, fileName: `billwright-company-${company.handle}-${day}.zip` }
}

export const importArchive = (lifecycle: Lifecycle, options: ImportOptions): Promise<Company> =>
  importCompany(lifecycle, options)

/** Both databases must be PostgreSQL. */
export const moveToInstallation = (lifecycle: Lifecycle, options: MoveOptions): Promise<Company> =>
  moveCompany(moving(lifecycle), options)

export const undoMoveToInstallation = (
  lifecycle: Lifecycle,
  options: Pick<MoveOptions, 'id' | 'target'>,
): Promise<Company> => undoMove(moving(lifecycle), options)

/** From now on nothing in it changes; after 30 days its rows are deleted. */
export async function deleteCompany(
  lifecycle: Lifecycle,
  { id, ifMatch }: VersionedRef,
): Promise<Company> {
  const company = await requireCompany(lifecycle, id)
  checkIfMatch(ifMatch, companyEtag(company))
  if (isFirst(company)) throw firstCompanyStays()
  if (!isOpen(company)) throw companyClosed(company)
  await requireNotRetained(lifecycle, company)
  const deleteAt = secondsAfter(instant(lifecycle.clock), CALL_BACK_DAYS * DAY_SECONDS)
  const changed = await changeInDirectory(lifecycle.directory, company.number, (before) => {
    if (!isOpen(before)) throw companyClosed(before)
    return { status: 'deleting', statusBefore: before.status, deleteAt }
  })
  await stopJobs(companyDb(lifecycle.db, company.number))
  return changed
}

/** Cancels the deletion of a company. */
export async function restoreCompany(
  lifecycle: Lifecycle,
  { id, ifMatch }: VersionedRef,
): Promise<Company> {
  const { number } = await requireCompany(lifecycle, id)
  const changed = await changeInDirectory(lifecycle.directory, number, (before) => {
    checkIfMatch(ifMatch, companyEtag(before))
    const { status, statusBefore, lastHead } = before
    if (status !== 'deleting' || lastHead !== null) throw notDeleting()
    return { status: statusBefore ?? 'active', statusBefore: null, deleteAt: null }
  })
  await restartJobs(companyDb(lifecycle.db, number), instant(lifecycle.clock))
  return changed
}

/** Deletes the rows of companies whose 30 days have passed, and of killed imports after a week. */
export async function deleteDueCompanies(lifecycle: Lifecycle, signal: AbortSignal): Promise<void> {
  for (const company of await listCompaniesToDelete(
    lifecycle.directory,
    instant(lifecycle.clock),
    DELETED_AT_ONCE,
  )) {
    if (signal.aborted) return
    if (company.status === 'importing') await sweep(lifecycle.directory, company)
    else {
      await noteHead(lifecycle, company)
      await erase(lifecycle, company, signal)
    }
  }
}
