import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** A payment that a provider reports twice is recorded once. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'payments_source',
    table: 'payments',
    columns: 'company_id, source, reference',
    isUnique: true,
    where: 'source is not null',
  })
