import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds the supplier invoices of a status, and those of it that are due. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  createIndexConcurrently(db, {
    name: 'supplier_invoices_status',
    table: 'supplier_invoices',
    columns: 'company_id, status, due_date',
  })
