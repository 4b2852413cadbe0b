import { sql } from 'kysely'
import { withSnapshot } from '../../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../../books/audit/verify.ts'
import {
  addOwner,
  copyDomains,
  copyMembers,
  insertArchivedKeys,
  isVerifiedBy,
  listArchivedKeys,
  requirePerson,
} from '../../../company/access/company-access.ts'
import { copyBuiltIns } from '../../../company/templates/builtin/copies.ts'
import { type Company, isFirst, isThere } from '../../../core/companies/company.ts'
import {
  changeInDirectory,
  createDirectory,
  type Directory,
  FRESH_MS,
  findCompanyEver,
  handlesOfCompany,
} from '../../../core/companies/directory.ts'
import { isIdle, lockJobs, restartJobs, stopJobs } from '../../../core/jobs/queue.ts'
import type { App } from '../../../core/record/app.ts'
import { findHead, freezeHead, thawHead } from '../../../core/record/head.ts'
import { type Clock, instant, pause } from '../../../platform/clock.ts'
import { type Config, ConfigError } from '../../../platform/config.ts'
import {
  countTable,
  deleteRows,
  listCompanyTables,
  type Row,
  readRows,
  type TableShape,
  writeRows,
} from '../../../platform/database/company-rows.ts'
import { type Db, inTransaction, openDatabase } from '../../../platform/database/db.ts'
import { executedMigrations } from '../../../platform/database/migrations.ts'
import {
  currentLsn,
  forgetChanges,
  keepChanges,
  listChanges,
  releaseChanges,
  requireChanges,
} from '../../../platform/database/postgres/replication.ts'
import { companyDb } from '../../../platform/database/scope.ts'
import { storageCode } from '../../../platform/database/storage-error.ts'
import { NOT_COPIED } from '../archive.ts'
import { enter, inItsPlace, JOBS, leave, open, requireArriving } from '../inner/arrivals.ts'
import { companyExists, companyNotMovable, moveFinished } from '../inner/errors.ts'
import { describe } from '../inner/export.ts'
import {
  applyChanges,
  copyTable,
  deleteAppliedLsn,
  findAppliedLsn,
  insertAppliedLsn,
  listDifferent,
  type Way,
} from './inner/arrival.ts'

type Postgres = Extract<Config['database'], { engine: 'postgres' }>

export interface MoveDeps {
  readonly app: App
  readonly database: Postgres
  readonly clock: Clock
  readonly directory: Directory
  /** Deletes the company from the directory; a job deletes its rows. */
  readonly leave: (company: Company) => Promise<void>
}

export type MovePhase = 'copying' | 'verifying' | 'closing' | 'switched'

export interface MoveOptions {
  readonly id: string
  readonly target: Postgres
  /** Address of a person there who becomes an owner; null: only its present members. */
  readonly owner: string | null
  readonly onPhase: (phase: MovePhase) => void
  readonly onRows: (done: number, total: number) => void
}

/** Other processes cache the company for this long. */
const SETTLE_MS = FRESH_MS + 500
const BATCH = 5_000
/** With so few changes left, the rest takes only moments. */
const NEARLY = 20
const STEP_MS = 200
const JOBS_WAIT_MS = 2 * 60 * 1000

/** Both sides of a running move. */
interface Move extends MoveDeps, MoveOptions {
  readonly db: Db
  readonly company: Company
  readonly there: { readonly db: Db; readonly directory: Directory }
  readonly shapes: readonly TableShape[]
  readonly jobs: TableShape
  /** Name of the replication slot and the publication. */
  readonly name: string
}

/**
 * Moves a company in use to another PostgreSQL: copies it, follows its changes, verifies the copy,
 * closes it here for a moment, and opens it there. Running it again continues a killed run.
 */
export const moveCompany = (deps: MoveDeps, options: MoveOptions): Promise<Company> =>
  withBothSides(deps, options, async (move) => {
    const known = await findCompanyEver(move.there.directory, move.company.id)
    const arrived = known && (await findArrived(move, known))
    if (known && isThere(known)) {
      if (!arrived) throw companyExists(`the company ${known.id}`)
      return await finish(move, arrived)
    }
    requireMovable(move.company)
    const way = wayTo(move, arrived ?? (await copy(move, known)))
    while ((await follow(move, way)) > NEARLY);
    move.onPhase('verifying')
    await verify(move, way)
    while ((await follow(move, way)) > NEARLY);
    move.onPhase('closing')
    const closed = await close(move, way)
    // From here on the company belongs there, even if the rest fails.
    const active = await open(move.there.directory, closed)
    move.onPhase('switched')
    return await finish(move, active)
  }).catch((error: unknown) => {
    throw NOT_KEPT.includes(storageCode(error)) ? changesNotKept() : error
  })

/** The replication slot or publication is gone (42704), invalid (55000), in use (55006) or made twice (42710). */
const NOT_KEPT = ['42704', '42710', '55000', '55006']

const changesNotKept = () =>
  companyNotMovable(
    'Another command moves it, or its changes are no longer kept. If no other command runs, cancel this move with --undo and start again.',
  )

/** Undoes a move that is not complete: the company stays here and opens again. */
export const undoMove = (
  deps: MoveDeps,
  options: Pick<MoveOptions, 'id' | 'target'>,
): Promise<Company> =>
  withBothSides(deps, { ...options, owner: null, ...SILENT }, async (move) => {
    const known = await findCompanyEver(move.there.directory, move.company.id)
    const arrived = known && (await findArrived(move, known))
    if (known && isThere(known)) throw moveFinished()
    const company = await reopen(move)
    await forgetChanges(move.db, move.name)
    if (known?.status === 'importing') await leave(move.there.directory, arrived ?? known)
    return company
  })

const SILENT = { onPhase: () => {}, onRows: () => {} } as const

async function withBothSides<T>(
  deps: MoveDeps,
  options: MoveOptions,
  run: (move: Move) => Promise<T>,
): Promise<T> {
  const [db, thereDb] = [deps.database, options.target].map((config) =>
    openDatabase({ ...config, rowSecurity: false }, { isPatient: true }),
  ) as [Db, Db]
  try {
    await requireChanges(db)
    await requireSameTables(db, thereDb)
    const company = await findCompanyEver(deps.directory, options.id)
    if (!company) throw companyNotMovable('There is no such company here.')
    if (options.owner !== null) await requirePerson(thereDb, options.owner)
    const all = await listCompanyTables(db)
    const jobs = all.find(({ name }) => name === JOBS)
    if (!jobs) throw new Error('There is no table of jobs.')
    return await run({
      ...deps,
      ...options,
      db,
      company,
      there: { db: thereDb, directory: createDirectory({ db: thereDb, clock: deps.clock }) },
      shapes: all.filter(({ name }) => name !== JOBS && !NOT_COPIED.includes(name)),
      jobs,
      name: `billwright_move_${company.handle}`,
    })
  } finally {
    await Promise.all([db.destroy(), thereDb.destroy()])
  }
}

async function requireSameTables(...sides: readonly [Db, Db]): Promise<void> {
  const [here, there] = await Promise.all(sides.map(executedMigrations))
  if (here?.join() === there?.join()) return
  throw new ConfigError(
    'Both databases must be of the same release. Upgrade the older installation first.',
  )
}

function requireMovable(company: Company): void {
  if (isFirst(company))
    throw companyNotMovable('The first company of an installation cannot be moved.')
  if (company.status !== 'active' && company.status !== 'moving')
    throw companyNotMovable(`It is ${company.status}. Only an active company can be moved.`)
}

/** The company there, if a move has copied it. */
async function findArrived({ there }: Move, known: Company): Promise<Company | undefined> {
  const applied = await findAppliedLsn(companyDb(there.db, known.number))
  return applied === undefined ? undefined : known
}

const sourceOf = ({ app, db, company }: Move) => ({
  ...companyDb(db, company.number),
  company,
  app,
})

function wayTo(move: Move, arrived: Company): Way {
  const to = { ...companyDb(move.there.db, arrived.number), company: arrived }
  return { from: sourceOf(move), to, shapes: move.shapes, at: arrived.updatedAt }
}

async function copy(move: Move, known?: Company): Promise<Company> {
  const { db, database, company, there, shapes, name, directory } = move
  move.onPhase('copying')
  await forgetChanges(db, name)
  const handles = await handlesOfCompany(directory, company.number)
  const arriving = await enter(there.directory, describe(company, handles), known)
  const way = wayTo(move, arriving)
  let total = 0
  for (const shape of shapes) total += Number(await countTable(way.from, shape))
  let done = 0
  const wanted = { name, tables: shapes.map((shape) => shape.name), company: company.number }
  const lsn = await keepChanges({ db, url: database.url, wanted }, (snapshot) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(trx)
        for (const shape of shapes)
          await copyTable({ ...way, from: { ...way.from, db: trx } }, shape, (count) => {
            done += count
            move.onRows(done, total)
          })
      }),
  )
  await insertAppliedLsn(way.to, lsn)
  return arriving
}

/** Applies the next changes and returns how many there were. */
async function follow({ db, name }: Move, way: Way): Promise<number> {
  const now = await currentLsn(db)
  const committed = await listChanges(db, name, BATCH)
  const lsn = committed.length > 0 ? await applyChanges(way, committed) : now
  await releaseChanges(db, name, lsn)
  return committed.reduce((sum, { changes }) => sum + changes.length, 0)
}

/** Changes wait meanwhile, so that the copy is verified as of one moment. */
async function verify({ target }: Move, { to }: Way): Promise<void> {
  const report = await withSnapshot(
    target,
    (scope) => verifyDatabase(scope),
    async () => to.company,
  )
  if (report.ok) return
  throw companyNotMovable(
    `The copy does not verify. ${report.breaks[0]?.message ?? 'A number is missing without a reason.'}`,
  )
}

/**
 * Closes the company here and copies the last changes; returns it as it is there. If that fails, it
 * opens again here.
 */
async function close(move: Move, way: Way): Promise<Company> {
  const { directory, company, there } = move
  const { name, limits, domain } = await changeInDirectory(directory, company.number, (before) => {
    requireMovable(before)
    return { status: 'moving' }
  })
  try {
    await settle(move, way)
    const jobs = await freeze(move, way)
    while ((await follow(move, way)) > 0);
    await requireSame(way)
    await inTransaction(there.db, async (db) => {
      const scope = { ...way.to, db }
      while ((await deleteRows(scope, move.jobs, BATCH)) > 0);
      if (jobs.length > 0) await writeRows(scope, move.jobs, jobs)
    })
    await copyBuiltIns(move.db, there.db)
    await insertArchivedKeys(
      there.db,
      way.to.companyId,
      await listArchivedKeys(move.db, company.number),
    )
    await copyMembers({ db: move.db, companyId: company.number }, way.to)
    await copyDomains({ db: move.db, companyId: company.number }, way.to)
    const isKept = domain !== null && (await isVerifiedBy(way.to, domain))
    if (move.owner !== null)
      await addOwner(there.db, { company: way.to.companyId, email: move.owner, at: way.at })
    return await changeInDirectory(there.directory, way.to.companyId, (before) => {
      requireArriving(before, way.to.company)
      return { name, limits, domain: isKept ? domain : null }
    })
  } catch (error) {
    await reopen(move)
    throw error
  }
}

/** Waits until every process knows about the move: no job begins, and only recorded changes are written. */
async function settle(move: Move, way: Way): Promise<void> {
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += STEP_MS) {
    await follow(move, way)
    await pause(STEP_MS)
  }
}

/** After this commit nothing is written anymore. Returns the jobs that continue there. */
async function freeze(move: Move, way: Way): Promise<readonly Row[]> {
  for (let waitedMs = 0; waitedMs < JOBS_WAIT_MS; waitedMs += STEP_MS) {
    const jobs = await tryToFreeze(move, way)
    if (jobs) return jobs
    await follow(move, way)
    await pause(STEP_MS)
  }
  throw companyNotMovable('Its jobs did not end within two minutes. Try again later.')
}

const BUSY = new Error('A job runs.')

/** Null: a job is running. */
async function tryToFreeze(move: Move, way: Way): Promise<readonly Row[] | null> {
  const { db, clock, jobs } = move
  const at = instant(clock)
  try {
    return await inTransaction(db, async (trx) => {
      const scope = { ...way.from, db: trx }
      // Ending a job locks the job before the head, adding one locks it after; so no job may run.
      if (!(await isIdle(scope, at))) throw BUSY
      await freezeHead(scope, at)
      await lockJobs(scope)
      if (!(await isIdle(scope, at))) throw BUSY
      const rows: Row[] = []
      for await (const batch of readRows(scope, jobs)) rows.push(...batch)
      await stopJobs(scope)
      const place = { from: way.from.companyId, to: way.to.companyId, at }
      return rows.map((row) => inItsPlace(JOBS, row, place))
    })
  } catch (error) {
    if (error === BUSY) return null
    throw error
  }
}

async function requireSame(way: Way): Promise<void> {
  const [before, after] = await Promise.all([findHead(way.from), findHead(way.to)])
  const isSame =
    before.revisionSequence === after.revisionSequence &&
    before.revisionHash === after.revisionHash &&
    before.eventSequence === after.eventSequence
  const different = await listDifferent(way)
  if (isSame && different.length === 0) return
  throw new Error(`Not everything arrived: ${isSame ? different.join(', ') : 'the heads differ'}.`)
}

/** Opens the company here again. May be repeated. */
async function reopen(move: Move): Promise<Company> {
  const scope = sourceOf(move)
  await thawHead(scope)
  await restartJobs(scope, instant(move.clock))
  return changeInDirectory(move.directory, scope.companyId, (before) =>
    before.status === 'moving' ? { status: 'active' } : {},
  )
}

/** The company is there; its rows here are deleted. May be repeated. */
async function finish(move: Move, arrived: Company): Promise<Company> {
  await forgetChanges(move.db, move.name)
  await move.leave(move.company)
  await deleteAppliedLsn(companyDb(move.there.db, arrived.number))
  return arrived
}
