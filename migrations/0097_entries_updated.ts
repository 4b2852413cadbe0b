import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds the entries that changed since an instant. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'entries_updated',
    table: 'entries',
    columns: 'company_id, updated_at, id',
  })
