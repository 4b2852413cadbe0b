import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** The order of the list by the name of the customer. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'quotes_customer_name',
    table: 'quotes',
    columns: 'company_id, customer_name, id',
  })
