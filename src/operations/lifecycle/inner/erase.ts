import { deleteRows, listCompanyTables } from '../../../platform/database/company-rows.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'

const BATCH = 5_000

/**
 * Deletes every row of a company in small batches, so that others wait only briefly. May be repeated.
 * False: stopped before the end.
 */
export async function eraseRows(scope: CompanyDb, signal?: AbortSignal): Promise<boolean> {
  const tables = await listCompanyTables(scope.db)
  for (const table of tables.toReversed())
    while (await inTransaction(scope.db, (db) => deleteRows({ ...scope, db }, table, BATCH)))
      if (signal?.aborted) return false
  return true
}
