import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds the files of an invoice or customer in order. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'files_owner',
    table: 'files',
    columns: 'company_id, owner_kind, owner_id, id',
  })
