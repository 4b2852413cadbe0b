import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds the companies with reminders that wait for a person. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'reminders_waiting',
    table: 'reminders',
    columns: 'company_id',
    where: `status = 'waiting'`,
  })
