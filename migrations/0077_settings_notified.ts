import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds the companies that have an address for notices, without reading the settings of all. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'settings_notified',
    table: 'settings',
    columns: 'company_id',
    where: `document like '%"notify/email":"%'`,
  })
