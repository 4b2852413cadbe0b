import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Db, engineOf, openDatabase } from '../platform/database/db.ts'
import { storageError } from '../platform/database/storage-error.ts'

/**
 * Runs `work` on a connection of its own that sees the database as it was at one moment, however
 * long it takes. Others go on writing: nothing is locked, on either engine.
 */
export async function withSnapshot<T>(
  database: Config['database'],
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const own = openDatabase(database, { isPatient: true })
  try {
    return await own.connection().execute((db) => inReadTransaction(db, work))
  } catch (error) {
    throw storageError(error)
  } finally {
    await own.destroy()
  }
}

async function inReadTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  // SQLite's snapshot begins with the first read, which the work does after this.
  const begin =
    engineOf(db) === 'postgres'
      ? sql`begin isolation level repeatable read read only`
      : sql`begin deferred`
  await begin.execute(db)
  try {
    return await work(db)
  } finally {
    await sql`rollback`.execute(db)
  }
}
