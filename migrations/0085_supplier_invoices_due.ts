import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds the supplier invoices that are due. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'supplier_invoices_due',
    table: 'supplier_invoices',
    columns: 'company_id, due_date, id',
  })
