import { createHash } from 'node:crypto'
import { withSnapshot } from '../../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../../books/audit/verify.ts'
import {
  addOwner,
  insertArchivedKeys,
  requirePerson,
} from '../../../company/access/company-access.ts'
import { type Company, isThere } from '../../../core/companies/company.ts'
import { type Directory, findCompanyEver } from '../../../core/companies/directory.ts'
import { type Clock, instant } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import {
  listCompanyTables,
  type Row,
  type TableShape,
  writeRows,
} from '../../../platform/database/company-rows.ts'
import { type Db, inTransaction } from '../../../platform/database/db.ts'
import { type CompanyDb, companyDb } from '../../../platform/database/scope.ts'
import { refusesRow } from '../../../platform/database/storage-error.ts'
import { secretOfPassphrase, unseal } from '../../../platform/seal.ts'
import { type ArchiveReader, openArchive } from '../../../platform/zip/reader.ts'
import { fileOf, MANIFEST, type Manifest, PROOF, readLine, readManifest } from '../archive.ts'
import { enter, inItsPlace, JOBS, leave, open } from './arrivals.ts'
import { createRowChecks } from './checks.ts'
import { archiveUnreadable, archiveUntrue, companyExists, wrongPassphrase } from './errors.ts'

export interface ImportDeps {
  /** The kinds of jobs that a company has for itself. */
  readonly jobKinds: () => readonly string[]
  /** Reads all of a company as its owner will; answers the path whose answer fails, or null. */
  readonly readBack: (company: Company) => Promise<string | null>
  readonly db: Db
  readonly database: Config['database']
  readonly clock: Clock
  readonly directory: Directory
}

export interface ImportOptions {
  readonly path: string
  readonly passphrase: string
  /** Whether the keys of the company also open it here. */
  readonly withKeys: boolean
  /** Address of a person of this installation; null: nobody belongs to it yet. */
  readonly owner: string | null
  readonly onProgress: (done: number, total: number) => void
}

const BATCH = 1_000
const BATCH_LENGTH = 2 * 1024 * 1024

/**
 * Imports a company from its archive: the same ids and handles with another number. The company
 * stays hidden until everything is imported and verified; if that fails, all of it is deleted.
 */
export async function importCompany(deps: ImportDeps, options: ImportOptions): Promise<Company> {
  if (options.owner !== null) await requirePerson(deps.db, options.owner)
  const archive = readable(
    await openArchive(options.path).catch((error: Error) => {
      throw archiveUnreadable(error.message)
    }),
  )
  try {
    const manifest = await manifestOf(archive)
    const secret = await openSecret(manifest, options.passphrase)
    const shapes = await listCompanyTables(deps.db)
    const unknown = Object.keys(manifest.tables).find(
      (it) => !shapes.some(({ name }) => name === it),
    )
    if (unknown) throw archiveUnreadable(`This release has no table ${unknown}.`)
    const known = await findCompanyEver(deps.directory, manifest.company.id)
    if (known && isThere(known)) throw companyExists(`the company ${known.id}`)
    const company = await enter(deps.directory, manifest.company, known)
    try {
      const check = createRowChecks(deps.jobKinds, await assetPaths(archive, shapes, secret))
      const source = { archive, manifest, secret, shapes, company, check }
      return await fill(deps, options, source)
    } catch (error) {
      await leave(deps.directory, company, known)
      throw error
    }
  } finally {
    archive.close()
  }
}

/** A damaged or encrypted file in the zip is a fault of the archive. */
function readable(archive: ArchiveReader): ArchiveReader {
  const unreadable = (error: unknown) =>
    archiveUnreadable(error instanceof Error ? error.message : String(error))
  return {
    ...archive,
    text: (name) => archive.text(name).catch((error) => Promise.reject(unreadable(error))),
    async *lines(name) {
      const lines = archive.lines(name)[Symbol.asyncIterator]()
      for (;;) {
        const next = await lines.next().catch((error) => Promise.reject(unreadable(error)))
        if (next.done) return
        yield next.value
      }
    },
  }
}

/** The paths of the assets of each version of a template, which its HTML may name. */
async function assetPaths(
  archive: ArchiveReader,
  shapes: readonly TableShape[],
  secret: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = new Map<string, string[]>()
  const shape = shapes.find(({ name }) => name === 'template_assets')
  if (!shape || !archive.names.includes(fileOf(shape.name))) return paths
  for await (const line of archive.lines(fileOf(shape.name))) {
    const { template_id: id, version, path } = readLine(shape, line, secret)
    paths.set(`${id} ${version}`, [...(paths.get(`${id} ${version}`) ?? []), String(path)])
  }
  return paths
}

async function manifestOf(archive: ArchiveReader): Promise<Manifest> {
  requireFiles(archive, [MANIFEST])
  const manifest = readManifest(await archive.text(MANIFEST))
  requireFiles(archive, Object.keys(manifest.tables).map(fileOf))
  return manifest
}

function requireFiles({ names }: ArchiveReader, wanted: readonly string[]): void {
  const missing = wanted.find((name) => !names.includes(name))
  if (missing !== undefined) throw archiveUnreadable(`It has no file ${missing}.`)
}

async function openSecret({ sealing }: Manifest, passphrase: string): Promise<string> {
  const secret = await secretOfPassphrase(passphrase, sealing.salt)
  if (unseal(secret, MANIFEST, sealing.proof) === PROOF) return secret
  throw wrongPassphrase()
}

interface Source {
  readonly archive: ArchiveReader
  readonly manifest: Manifest
  readonly secret: string
  readonly shapes: readonly TableShape[]
  readonly company: Company
  /** The row to import; null: none. Throws if the archive may not have it. */
  readonly check: ReturnType<typeof createRowChecks>
}

async function fill(
  { db, database, clock, directory, readBack }: ImportDeps,
  { withKeys, owner, onProgress }: ImportOptions,
  source: Source,
): Promise<Company> {
  const { manifest, shapes, company } = source
  const scope = companyDb(db, company.number)
  const at = instant(clock)
  const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  const copy = (shape: TableShape) =>
    copyTable(source, scope, shape, (rows) => {
      done += rows
      onProgress(done, total)
    })
  const copied = shapes.filter(({ name }) => Object.hasOwn(manifest.tables, name))
  for (const shape of copied.filter(({ name }) => name !== JOBS)) await copy(shape)
  await verify(database, manifest, company)
  const failing = await readBack(company)
  if (failing !== null) throw archiveUntrue(`The company cannot be read: ${failing} fails.`)
  for (const shape of copied.filter(({ name }) => name === JOBS)) await copy(shape)
  // Keys and people are added when it opens. Earlier they would open an incomplete company.
  return open(directory, company, async (trx) => {
    if (withKeys) await insertArchivedKeys(trx, company.number, manifest.keys)
    if (owner !== null) await addOwner(trx, { company: company.number, email: owner, at })
  })
}

async function copyTable(
  { archive, manifest, secret, company, check }: Source,
  scope: CompanyDb,
  shape: TableShape,
  onRows: (rows: number) => void,
): Promise<void> {
  const { rows, sha256 } = manifest.tables[shape.name] ?? { rows: 0, sha256: '' }
  const from = BigInt(manifest.company.number)
  const at = company.updatedAt
  const arrive = (row: Row) =>
    arrived(shape.name, inItsPlace(shape.name, row, { from, to: company.number, at }), at)
  const write = async (batch: readonly Row[]) => {
    // Kysely's batches have the columns of the first row, which all lines of a table share.
    await inTransaction(scope.db, (db) => writeRows({ ...scope, db }, shape, batch)).catch(
      (error: unknown) => {
        throw refusesRow(error) ? untrueRows(shape) : error
      },
    )
    onRows(batch.length)
  }
  // A row may refer to another row of its table, so rows without a reference come first.
  const passes = shape.ownReference === null ? [null] : [false, true]
  let columns: string | undefined
  for (const refers of passes) {
    const hash = createHash('sha256')
    let count = 0
    let batch: Row[] = []
    let length = 0
    for await (const line of archive.lines(fileOf(shape.name))) {
      hash.update(`${line}\n`)
      count += 1
      const read = readLine(shape, line, secret)
      columns ??= Object.keys(read).join()
      if (columns !== Object.keys(read).join() || columns === '')
        throw archiveUnreadable(`The rows of ${shape.name} have different columns.`)
      const row = await check(shape, read)
      if (row === null) continue
      const isOther = refers !== null && (row[shape.ownReference ?? ''] !== null) !== refers
      if (isOther) continue
      batch.push(arrive(row))
      length += line.length
      if (batch.length < BATCH && length < BATCH_LENGTH) continue
      await write(batch)
      batch = []
      length = 0
    }
    if (batch.length > 0) await write(batch)
    if (count !== rows || hash.digest('hex') !== sha256) throw untrueRows(shape)
  }
}

const untrueRows = ({ name }: TableShape) =>
  archiveUntrue(`The rows of ${name} differ from the manifest.`)

/** The other values of a row that an import changes. */
function arrived(table: string, row: Row, at: string): Row {
  // Nothing is sent before a person has checked the destinations.
  if (table === 'webhooks' && row.status === 'enabled')
    return { ...row, status: 'paused', paused_reason: 'manual', paused_at: at }
  return row
}

async function verify(
  database: Config['database'],
  { head }: Manifest,
  company: Company,
): Promise<void> {
  const report = await withSnapshot(
    database,
    (scope) => verifyDatabase(scope),
    async () => company,
  )
  if (!report.ok)
    throw archiveUntrue(report.breaks[0]?.message ?? 'A number is missing without a reason.')
  if (`${report.head.sequence}` !== head.revisions || report.head.hash !== head.hash)
    throw archiveUntrue('Its chain does not end where its manifest says.')
}
