import { table } from '../../../../kernel/table.ts'
import type { ForeignDatabase, ForeignRow } from '../../../../platform/database/sqlite/foreign.ts'
import { type ImportNote, TransferError } from '../../report.ts'
import { textOf } from '../source-values.ts'
import { type NoteCode, noteOf } from './notes.ts'

/** An invoice of Invio with its related rows. */
export interface InvioInvoice {
  readonly row: ForeignRow
  readonly items: readonly InvioItem[]
  /** The tax of the whole, if its lines have none. */
  readonly taxes: readonly ForeignRow[]
  /** Oldest first; empty in versions without a history. */
  readonly history: readonly ForeignRow[]
}

export interface InvioItem {
  readonly row: ForeignRow
  readonly taxes: readonly ForeignRow[]
}

export interface InvioSource {
  readonly settings: readonly ForeignRow[]
  readonly customers: readonly ForeignRow[]
  readonly invoices: readonly InvioInvoice[]
  /** The ids and names of its templates. */
  readonly templates: readonly ForeignRow[]
  readonly notes: readonly ImportNote[]
}

const NEEDED = table<readonly string[]>({
  settings: ['key', 'value'],
  customers: ['id', 'name'],
  invoices: ['id', 'invoice_number', 'customer_id', 'issue_date', 'status', 'total'],
  invoice_items: ['id', 'invoice_id', 'description', 'quantity', 'unit_price'],
})

/** Tables that are not imported, with the note for each. */
const LEFT_BEHIND = table<NoteCode>({
  invoice_attachments: 'attachments_left',
  products: 'products_left',
  users: 'users_left',
})

/** Reads everything; data that this version of Invio lacks is empty. */
export function readInvio(database: ForeignDatabase): InvioSource {
  checkShape(database)
  const categories = new Map(
    database.rows('tax_definitions').map((row) => [row.id, row.category_code] as const),
  )
  const itemTaxes = grouped(
    database.rows('invoice_item_taxes', ['sequence', 'id']).map((row) => ({
      ...row,
      category_code: categories.get(row.tax_definition_id),
    })),
    'invoice_item_id',
  )
  const items = grouped(database.rows('invoice_items', ['sort_order', 'id']), 'invoice_id')
  const taxes = grouped(database.rows('invoice_taxes', ['percent', 'id']), 'invoice_id')
  const history = grouped(database.rows('invoice_status_history', ['changed_at']), 'invoice_id')
  const toInvoice = (row: ForeignRow): InvioInvoice => {
    const id = String(row.id)
    const own = items.get(id) ?? []
    return {
      row,
      items: own.map((item) => ({ row: item, taxes: itemTaxes.get(String(item.id)) ?? [] })),
      taxes: taxes.get(id) ?? [],
      history: history.get(id) ?? [],
    }
  }
  return {
    settings: database.rows('settings', ['key']),
    customers: database.rows('customers', ['created_at', 'id']),
    invoices: database.rows('invoices', ['issue_date', 'invoice_number']).map(toInvoice),
    templates: database.rows('templates', ['id']),
    notes: leftBehind(database),
  }
}

function checkShape(database: ForeignDatabase): void {
  for (const [table, columns] of Object.entries(NEEDED)) {
    const known = database.columns(table)
    const missing = columns.filter((column) => !known.has(column))
    if (missing.length === 0) continue
    const what = known.size === 0 ? `the table ${table}` : `${table}.${missing.join(', ')}`
    throw new TransferError(`This is not a database of Invio: ${what} is missing.`)
  }
}

const leftBehind = (database: ForeignDatabase): readonly ImportNote[] =>
  Object.entries(LEFT_BEHIND)
    .map(([where, code]) => ({ where, code, count: database.count(where) }))
    .filter(({ count }) => count > 0)
    .map(({ where, code, count }) => ({ where, ...noteOf(code, { count: String(count) }) }))

const grouped = (
  rows: readonly ForeignRow[],
  column: string,
): ReadonlyMap<string, readonly ForeignRow[]> =>
  Map.groupBy(rows, (row) => textOf(row, column) ?? '')
