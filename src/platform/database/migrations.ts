import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instant, pause, systemClock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { retried } from './inner/retry.ts'
import { isMissingTable, isTransient, storageCode } from './storage-error.ts'
import type { Db, Trx } from './tables.ts'

const TRIES = 20
const LOOK_AGAIN_MS = 200
/** Two processes created the same table at once: PostgreSQL has a different error for each step of that. */
const CREATED_BY_ANOTHER = ['23505', '42710', '42P07', 'XX000']

interface Step {
  readonly name: string
  /** Only pending migrations are loaded. */
  load(): Promise<LoadedMigration>
}

type LoadedMigration = Migration & {
  /**
   * Safe to repeat. PostgreSQL accepts it only outside a transaction, for an index created beside
   * writers.
   */
  readonly outsideTransaction?: boolean
}

/**
 * Runs pending migrations and returns their names. Each is one transaction or may be repeated, so a
 * killed process does no harm. If several processes start at once, one migrates and the others wait.
 *
 * @throws ConfigError if a newer version has migrated the database
 */
export async function runMigrations(
  db: Db,
  steps: () => Promise<readonly Step[]> = allSteps,
): Promise<readonly string[]> {
  await createLedger(db)
  await refuseNewer(db, steps)
  const ran: string[] = []
  for (;;) {
    const [step] = await findPending(db, steps)
    if (!step) return ran
    const isOurs = await retried(() => db.transaction().execute((trx) => runStep(db, trx, step)))
    if (isOurs === null) await pause(LOOK_AGAIN_MS)
    if (isOurs) ran.push(step.name)
  }
}

/**
 * The pending migrations, for `/readyz`. Migrations of a newer version do not count: they only add,
 * so this version keeps working while processes are replaced one by one.
 */
export async function pendingMigrations(db: Db): Promise<readonly string[]> {
  const pending = await findPending(db).catch((error: unknown) => {
    if (isMissingTable(error)) return allSteps()
    throw error
  })
  return pending.map(({ name }) => name)
}

/** The names of the completed migrations, in their order. */
export const executedMigrations = async (db: Db): Promise<readonly string[]> =>
  (await executedNames(db)).toSorted()

/** True if this process ran it, not another one; null: another one is running a migration now. */
async function runStep(db: Db, trx: Trx, step: Step): Promise<boolean | null> {
  if (!(await lockLedger(trx))) return null
  if ((await executedNames(trx)).includes(step.name)) return false
  const { up, outsideTransaction = false } = await step.load()
  // The lock stays meanwhile; PostgreSQL waits only for running statements. SQLite has one writer.
  const isOutside = outsideTransaction && trx.getExecutor().adapter instanceof PostgresAdapter
  await up(isOutside ? db : trx)
  await note(trx, step)
  return true
}

const FOLDER = join(import.meta.dirname, '../../../migrations')

async function allSteps(): Promise<readonly Step[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_\w+\.[jt]s$/.test(file))
  return files.toSorted().map((file) => ({
    name: file.slice(0, -'.ts'.length),
    load: () => import(pathToFileURL(join(FOLDER, file)).href),
  }))
}

async function findPending(db: Db, steps = allSteps): Promise<readonly Step[]> {
  const executed = await executedNames(db)
  return (await steps()).filter(({ name }) => !executed.includes(name))
}

async function executedNames(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Has the name of the table of Kysely's migrator, which backups and other tools know. */
async function createLedger(db: Db): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql`create table if not exists kysely_migration
        (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(db)
      await sql`create table if not exists kysely_migration_lock
        (id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(db)
      await sql`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)
        on conflict (id) do nothing`.execute(db)
      return
    } catch (error) {
      const isRace = CREATED_BY_ANOTHER.includes(storageCode(error)) || isTransient(error)
      if (!isRace || tries >= TRIES) throw error
    }
  }
}

/**
 * Whether the lock was free. No process waits for it in a statement, because a concurrent index
 * build would wait for that statement. SQLite's transaction already has its lock.
 */
async function lockLedger(trx: Trx): Promise<boolean> {
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter
  const { rows } = await sql`select id from kysely_migration_lock where id = 'migration_lock'
    ${sql.raw(isPostgres ? 'for update skip locked' : '')}`.execute(trx)
  return rows.length === 1
}

async function note(trx: Trx, { name }: Step): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    values (${name}, ${instant(systemClock)})`.execute(trx)
}

async function refuseNewer(db: Db, steps: () => Promise<readonly Step[]>): Promise<void> {
  const known = (await steps()).map(({ name }) => name)
  const unknown = (await executedNames(db)).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new ConfigError(
    `The database belongs to a newer version: it has ${unknown.toSorted().join(', ')}, which this version does not know. Start that version, or restore a backup from before the upgrade.`,
  )
}
