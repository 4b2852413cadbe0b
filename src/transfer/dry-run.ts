import type { Actor } from '../http/actor.ts'
import { SCOPES } from '../http/actor.ts'
import { type Db, inTransaction, type Trx } from '../platform/database/db.ts'

export interface ImportOptions {
  /** Everything is done and checked, and then taken back. */
  readonly dryRun: boolean
  /** Told now and then how far it is. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined
}

/** In whose name imports are made, as revisions show it. */
export const IMPORT_ACTOR: Actor = {
  kind: 'system',
  id: 'import',
  name: 'Import',
  scopes: new Set(SCOPES),
}

/**
 * Runs an import in one transaction and keeps what it did only if it is no dry run and found no
 * fault: a dry run is the real one, taken back at its end, so that both find the same.
 */
export async function withDryRun<R extends { readonly ok: boolean }>(
  db: Db,
  dryRun: boolean,
  work: (trx: Trx) => Promise<R>,
): Promise<R> {
  let report: R | undefined
  try {
    return await inTransaction(db, async (trx) => {
      report = await work(trx)
      if (dryRun || !report.ok) throw new DryRunRollback()
      return report
    })
  } catch (error) {
    if (error instanceof DryRunRollback && report) return report
    throw error
  }
}

class DryRunRollback extends Error {}
