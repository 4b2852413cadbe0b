import type { Customer } from '../../customers/customer.ts'
import { customerView } from '../../customers/view.ts'
import type { InvoiceEntry } from '../../invoices/list/list.ts'
import { invoiceEntryView } from '../../invoices/view.ts'
import type { Cell } from './cells.ts'

type CustomerViewed = ReturnType<typeof customerView>

/** Column of the CSV → the cell. Those of `IMPORTED` can be imported again. */
const CUSTOMER_CELLS: Readonly<Record<string, (customer: CustomerViewed) => Cell>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  contact_name: (it) => it.contact_name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  'address.line1': ({ address }) => address.line1,
  'address.line2': ({ address }) => address.line2,
  'address.city': ({ address }) => address.city,
  'address.postal_code': ({ address }) => address.postal_code,
  'address.region': ({ address }) => address.region,
  'address.country_code': ({ address }) => address.country_code,
  tax_id: (it) => it.tax_id,
  registration_id: (it) => it.registration_id,
  'endpoint.scheme': ({ endpoint }) => endpoint?.scheme ?? null,
  'endpoint.id': ({ endpoint }) => endpoint?.id ?? null,
  reference: ({ reference }) => reference,
  language: ({ language }) => language,
  currency: ({ currency }) => currency,
  payment_terms_days: (it) => it.payment_terms_days,
  notes: ({ notes }) => notes,
  archived: ({ archived }) => archived,
  created_at: (it) => it.created_at,
  updated_at: (it) => it.updated_at,
}

export const CUSTOMER_COLUMNS = Object.keys(CUSTOMER_CELLS)

export function customerRow(customer: Customer): readonly Cell[] {
  const view = customerView(customer)
  return Object.values(CUSTOMER_CELLS).map((cell) => cell(view))
}

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
