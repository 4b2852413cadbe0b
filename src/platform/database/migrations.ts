import { promises as fs } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { FileMigrationProvider, type Migration } from 'kysely/migration'
import { ConfigError } from '../../config.ts'
import { instant, systemClock } from '../clock.ts'
import { retried } from './retry.ts'
import { isMissingTable, isTransient, storageCode } from './storage-error.ts'
import type { Db, Trx } from './tables.ts'

const TRIES = 20
/** Processes created the same table at once: PostgreSQL says so in one way at each step of it. */
const CREATED_BY_ANOTHER = ['23505', '42710', '42P07', 'XX000']

interface Step {
  readonly name: string
  readonly migration: Migration
}

/**
 * Runs pending migrations and returns their names. Each is one transaction, so a killed process
 * leaves nothing behind. If several processes start at once, one works and the others wait for a
 * row lock.
 *
 * @throws ConfigError if a newer version has migrated the database
 */
export async function runMigrations(db: Db): Promise<readonly string[]> {
  await createLedger(db)
  await refuseNewer(db)
  const ran: string[] = []
  for (;;) {
    const [step] = await findPending(db)
    if (!step) return ran
    const isOurs = await retried(() => db.transaction().execute((trx) => runStep(trx, step)))
    if (isOurs) ran.push(step.name)
  }
}

/**
 * The migrations that have not run, for `/readyz`. Those that a newer version ran do not count: they
 * only add, so that this version goes on working while the processes are replaced one by one.
 */
export async function pendingMigrations(db: Db): Promise<readonly string[]> {
  const pending = await findPending(db).catch((error: unknown) => {
    if (isMissingTable(error)) return allSteps()
    throw error
  })
  return pending.map(({ name }) => name)
}

/** The names of those that have run, in their order. */
export const executedMigrations = async (db: Db): Promise<readonly string[]> =>
  (await executedNames(db)).toSorted()

/** True if this process ran it, not another one. */
async function runStep(trx: Trx, step: Step): Promise<boolean> {
  await lockLedger(trx)
  if ((await executedNames(trx)).includes(step.name)) return false
  await step.migration.up(trx)
  await note(trx, step)
  return true
}

const migrations = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, '../../../migrations'),
})

async function allSteps(): Promise<readonly Step[]> {
  const all = Object.entries(await migrations.getMigrations())
  return all
    .map(([name, migration]) => ({ name, migration }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

async function findPending(db: Db): Promise<readonly Step[]> {
  const executed = await executedNames(db)
  return (await allSteps()).filter(({ name }) => !executed.includes(name))
}

async function executedNames(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Named like Kysely's migrator, which backups and other tools know. */
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

/** An update locks on every engine; SQLite's transaction already has its lock. */
async function lockLedger(trx: Trx): Promise<void> {
  await sql`update kysely_migration_lock set is_locked = 0 where id = 'migration_lock'`.execute(trx)
}

async function note(trx: Trx, { name }: Step): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    values (${name}, ${instant(systemClock)})`.execute(trx)
}

async function refuseNewer(db: Db): Promise<void> {
  const known = (await allSteps()).map(({ name }) => name)
  const unknown = (await executedNames(db)).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new ConfigError(
    `The database belongs to a newer version: it has ${unknown.toSorted().join(', ')}, which this version does not know. Start that version, or restore a backup from before the upgrade.`,
  )
}
