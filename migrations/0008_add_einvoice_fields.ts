import type { Kysely } from 'kysely'

/** What e-invoices say and the ordinary document does not need: empty in all that is there already. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  invoices: ['particulars'],
  invoice_items: ['charge_kind', 'charge_reason', 'tax_reason_code', 'particulars'],
  invoice_adjustments: ['reason_code', 'tax_reason_code'],
  invoice_taxes: ['reason_code'],
  customers: [
    'trading_name',
    'registration_scheme',
    'identifier_scheme',
    'identifier_id',
    'e_invoice_profile',
  ],
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns)
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
  await db.schema.alterTable('invoice_items').addColumn('charge_value', 'int8').execute()
}
