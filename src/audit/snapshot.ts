import { sql } from 'kysely'
import { FIRST_COMPANY } from '../companies/company.ts'
import type { Config } from '../config.ts'
import { type Db, engineOf, openDatabase } from '../platform/database/db.ts'
import type { Scope } from '../platform/database/scope.ts'
import { storageError } from '../platform/database/storage-error.ts'

/**
 * Runs `read` on its own connection, which sees the database as it was at one moment, however long
 * it takes. Others go on writing: nothing is locked, on either engine.
 */
export async function withSnapshot<T>(
  database: Config['database'],
  read: (scope: Scope) => Promise<T>,
): Promise<T> {
  const own = openDatabase(database, { isPatient: true })
  try {
    return await own
      .connection()
      .execute((db) => inReadTransaction(db, () => read({ db, company: FIRST_COMPANY })))
  } catch (error) {
    throw storageError(error)
  } finally {
    await own.destroy()
  }
}

async function inReadTransaction<T>(db: Db, read: () => Promise<T>): Promise<T> {
  // SQLite's snapshot begins with the first read after this.
  const begin =
    engineOf(db) === 'postgres'
      ? sql`begin isolation level repeatable read read only`
      : sql`begin deferred`
  await begin.execute(db)
  try {
    return await read()
  } finally {
    await sql`rollback`.execute(db)
  }
}
