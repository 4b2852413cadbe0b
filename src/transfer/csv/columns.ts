import type { Customer } from '../../customers/customer.ts'
import { CSV_LEAVES } from '../../customers/fields.ts'
import { customerView } from '../../customers/view.ts'
import type { Wired } from '../../fields/field.ts'
import type { InvoiceEntry } from '../../invoices/list/list.ts'
import { invoiceEntryView } from '../../invoices/view.ts'
import type { Cell } from './cells.ts'

/** The columns in `CSV_LEAVES` can be imported again. */
export const CUSTOMER_COLUMNS = ['id', ...Object.keys(CSV_LEAVES), 'created_at', 'updated_at']

export function customerRow(customer: Customer): readonly Cell[] {
  const view = customerView(customer)
  return CUSTOMER_COLUMNS.map((column) => cellAt(view, column))
}

/** A part of a field comes after a dot. */
const cellAt = (view: Wired, column: string): Cell =>
  column
    .split('.')
    .reduce<unknown>((value, key) => (value as Wired | null)?.[key] ?? null, view) as Cell

/** The fields of an entry of the list, in this order. */
export const INVOICE_COLUMNS = [
  'id',
  'type',
  'number',
  'status',
  'overdue',
  'partially_paid',
  'customer_id',
  'customer_name',
  'issue_date',
  'due_date',
  'currency',
  'total',
  'due',
  'published',
  'display_status',
] as const

export function invoiceRow(entry: InvoiceEntry, today: string): readonly Cell[] {
  const view = invoiceEntryView(entry, today)
  return INVOICE_COLUMNS.map((column) => view[column])
}
