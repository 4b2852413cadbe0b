import { promises as fs } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { ConfigError } from '../config.ts'
import type { Db } from './database.ts'
import { isTransient, storageCode } from './storage-error.ts'

const CREATE_TRIES = 20
/** Processes created the same table at once: PostgreSQL says so in one way at each step of it. */
const CREATED_BY_ANOTHER = ['23505', '42710', '42P07', 'XX000']

/**
 * Brings the tables up to date and says what it did. All of it is one transaction that begins with
 * the lock of one row, so that of several starting processes one works and the others wait, and a
 * process that ends half way leaves nothing behind. A row, as not every engine that speaks
 * PostgreSQL's language has advisory locks. Throws `ConfigError` if the database is of a newer version.
 */
export async function runMigrations(db: Db): Promise<readonly string[]> {
  await createLedger(db)
  return await db.transaction().execute(async (trx) => {
    // An update locks on every engine, and SQLite's transaction has its lock already.
    await sql`update kysely_migration_lock set is_locked = 0`.execute(trx)
    await refuseNewer(trx)
    const { error, results } = await migratorOf(trx).migrateToLatest()
    if (error) throw error
    return (results ?? []).map(({ migrationName }) => migrationName)
  })
}

/**
 * The migrations that have not run. Those that a newer version ran do not count: they only add, so
 * that this version goes on working while the processes are replaced one by one.
 */
export async function findPendingMigrations(db: Db): Promise<readonly string[]> {
  const all = await migratorOf(db).getMigrations()
  return all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

const migrations = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, '../../migrations'),
})

const migratorOf = (db: Db): Migrator => new Migrator({ db, provider: migrations })

/** The migrator's own tables, made outside of the transaction that locks a row of one. */
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
      if (!isRace || tries >= CREATE_TRIES) throw error
    }
  }
}

async function refuseNewer(db: Db): Promise<void> {
  const known = Object.keys(await migrations.getMigrations())
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new ConfigError(
    `The database belongs to a newer version: it has ${unknown.toSorted().join(', ')}, which this ` +
      'version does not know. Start that version, or restore a backup from before the upgrade.',
  )
}
