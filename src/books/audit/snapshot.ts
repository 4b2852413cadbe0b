import { sql } from 'kysely'
import type { Company, CompanyScope } from '../../core/companies/company.ts'
import { requireFirst } from '../../core/companies/directory.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, engineOf, onReplica, openDatabase } from '../../platform/database/db.ts'
import { companyDb } from '../../platform/database/scope.ts'
import { storageError } from '../../platform/database/storage-error.ts'

/**
 * Runs `read` on a separate connection with a snapshot of the database, for any length of time.
 * Nothing is locked, on either engine. Default: company 1.
 */
export async function withSnapshot<T>(
  database: Config['database'],
  read: (scope: CompanyScope) => Promise<T>,
  choose: (db: Db) => Promise<Company> = requireFirst,
): Promise<T> {
  const own = openDatabase(database, { isPatient: true })
  try {
    const company = await choose(own)
    const scope = { ...companyDb(own, company.number), company }
    return await inReadTransaction(await onReplica(scope), read)
  } catch (error) {
    throw storageError(error)
  } finally {
    await own.destroy()
  }
}

async function inReadTransaction<T>(
  { db: own, ...scope }: CompanyScope,
  read: (scope: CompanyScope) => Promise<T>,
): Promise<T> {
  if (engineOf(own) === 'postgres')
    return own
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((db) => read({ ...scope, db }))
  return own.connection().execute(async (db) => {
    // SQLite's snapshot begins with the first read after this.
    await sql`begin deferred`.execute(db)
    try {
      return await read({ ...scope, db })
    } finally {
      await sql`rollback`.execute(db)
    }
  })
}
