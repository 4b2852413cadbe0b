import { sql } from 'kysely'
import { FIRST_COMPANY } from '../companies/company.ts'
import type { Config } from '../config.ts'
import { engineOf, onReplica, openDatabase } from '../platform/database/db.ts'
import { type Scope, scopeOf } from '../platform/database/scope.ts'
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
    return await inReadTransaction(await onReplica(scopeOf(own, FIRST_COMPANY)), read)
  } catch (error) {
    throw storageError(error)
  } finally {
    await own.destroy()
  }
}

async function inReadTransaction<T>(
  { db: own, company }: Scope,
  read: (scope: Scope) => Promise<T>,
): Promise<T> {
  if (engineOf(own) === 'postgres')
    return own
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((db) => read({ db, company }))
  return own.connection().execute(async (db) => {
    // SQLite's snapshot begins with the first read after this.
    await sql`begin deferred`.execute(db)
    try {
      return await read({ db, company })
    } finally {
      await sql`rollback`.execute(db)
    }
  })
}
