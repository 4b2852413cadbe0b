import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds the quotes that changed since an instant. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'quotes_updated',
    table: 'quotes',
    columns: 'company_id, updated_at, id',
  })
