import type { Cell } from '../../../../core/render/cells.ts'
import type {
  Compared,
  SupplierInvoiceEntry,
} from '../../../../einvoicing/supplier-invoices/supplier-invoice.ts'
import { entryView as supplierInvoiceView } from '../../../../einvoicing/supplier-invoices/view.ts'
import type { Wired } from '../../../../kernel/fields/field.ts'
import type { Customer } from '../../../../sales/customers/customer.ts'
import { CSV_LEAVES } from '../../../../sales/customers/fields.ts'
import { customerView } from '../../../../sales/customers/view.ts'
import type { NamedEntry } from '../../../../sales/entries/entry.ts'
import { CSV_LEAVES as ENTRY_LEAVES } from '../../../../sales/entries/fields.ts'
import { entryView } from '../../../../sales/entries/view.ts'
import type { ListedInvoice } from '../../../../sales/invoices/list/list.ts'
import { invoiceListView } from '../../../../sales/invoices/view.ts'
import { CSV_LEAVES as PRODUCT_LEAVES } from '../../../../sales/products/fields.ts'
import type { Product } from '../../../../sales/products/product.ts'
import { productView } from '../../../../sales/products/view.ts'

/** The columns in `CSV_LEAVES` can be imported again. */
export const CUSTOMER_COLUMNS = ['id', ...Object.keys(CSV_LEAVES), 'created_at', 'updated_at']

export function customerRow(customer: Customer): readonly Cell[] {
  const view = customerView(customer)
  return CUSTOMER_COLUMNS.map((column) => cellAt(view, column))
}

/** A part of a field comes after a dot. */
const cellAt = (view: object, column: string): Cell =>
  column
    .split('.')
    .reduce<unknown>((value, key) => (value as Wired | null)?.[key] ?? null, view) as Cell

/** A row for each price of a product, or one row without a price. The columns can be imported again. */
export const PRODUCT_COLUMNS = ['id', ...Object.keys(PRODUCT_LEAVES), 'created_at', 'updated_at']

export function productRows(product: Product): readonly (readonly Cell[])[] {
  const { prices, tax, ...view } = productView(product)
  const rows = prices.length === 0 ? [null] : prices
  return rows.map((price) => {
    const row = { ...view, tax: tax && { ...tax }, price }
    return PRODUCT_COLUMNS.map((column) => cellAt(row, column))
  })
}

export const ENTRY_COLUMNS = [
  'id',
  'customer',
  ...Object.keys(ENTRY_LEAVES),
  'status',
  'invoice_id',
  'created_at',
  'updated_at',
]

export function entryRow(entry: NamedEntry): readonly Cell[] {
  const view = { ...entryView(entry), customer: entry.customerName }
  return ENTRY_COLUMNS.map((column) => cellAt(view, column))
}

/** The fields of an entry in the list, in this order. */
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
  'customer_email',
  'net',
  'tax',
  'days_late',
  'reminder_level',
  'external_ids',
  'metadata',
] as const

export function invoiceRow(entry: ListedInvoice, today: string): readonly Cell[] {
  const view: Wired = invoiceListView(entry, today)
  return INVOICE_COLUMNS.map((column) => {
    const value = view[column] ?? null
    return typeof value === 'object' ? jsonCell(value) : (value as Cell)
  })
}

/** Lists and pairs as JSON; nothing for none. */
const jsonCell = (value: object | null): Cell =>
  value === null || Object.keys(value).length === 0 ? null : JSON.stringify(value)

export const SUPPLIER_INVOICE_COLUMNS = [
  'id',
  'status',
  'kind',
  'number',
  'seller_name',
  'issue_date',
  'due_date',
  'currency',
  'total',
  'due',
  'paid_on',
  'reason',
  'format',
  'profile',
  'errors',
  'warnings',
  'duplicate_of',
  'sha256',
  'created_at',
] as const

export function supplierInvoiceRow(entry: Compared<SupplierInvoiceEntry>): readonly Cell[] {
  const view = supplierInvoiceView(entry)
  return SUPPLIER_INVOICE_COLUMNS.map((column) => view[column])
}
