import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Payments are found by their reference. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'payments_reference',
    table: 'payments',
    columns: 'company_id, reference, paid_at, id',
    where: 'reference is not null',
  })
