import { sql } from 'kysely'
import type { Actor } from '../../core/http/actor.ts'
import { SCOPES } from '../../core/http/actor.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'

/** The actor of imports in revisions and events. */
export const IMPORTER: Actor = {
  kind: 'system',
  id: 'import',
  name: 'Import',
  scopes: new Set(SCOPES),
}

/**
 * Runs an import in one transaction and commits it unless it is a dry run or found a fault. A dry
 * run is the real import, rolled back at its end, so both find the same faults.
 */
export async function withDryRun<R extends { readonly ok: boolean }>(
  work: ReadWork,
  dryRun: boolean,
  run: (work: Work) => Promise<R>,
): Promise<R> {
  let report: R | undefined
  try {
    return await transaction(work, async (work) => {
      report = await run(work)
      // Statements that were only sent must have succeeded, too.
      if (dryRun) await sql`select 1`.execute(work.db)
      if (dryRun || !report.ok) throw new DryRunRollback()
      return report
    })
  } catch (error) {
    if (error instanceof DryRunRollback && report) return report
    throw error
  }
}

class DryRunRollback extends Error {}
