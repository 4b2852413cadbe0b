import { indexForm, numberOrder } from '@billwright/rules/folding'
import type { Selectable } from 'kysely'
import type { NewRow } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { SupplierInvoice, SupplierInvoiceEntry } from '../supplier-invoice.ts'

export const toRow = (it: SupplierInvoice): NewRow<'supplier_invoices'> => ({
  id: it.id,
  version: BigInt(it.version),
  status: it.status,
  reason: it.reason,
  paid_on: it.paidOn,
  format: it.format,
  profile: it.profile,
  kind: it.kind,
  number: it.number,
  issue_date: it.issueDate,
  due_date: it.dueDate,
  currency: it.currency,
  seller_name: it.sellerName,
  seller_key: it.sellerKey,
  total_cents: it.totalCents,
  due_cents: it.dueCents,
  errors: BigInt(it.errors),
  warnings: BigInt(it.warnings),
  content: JSON.stringify(it.content),
  findings: JSON.stringify(it.findings),
  sha256: it.sha256,
  number_order: numberOrder(it.number),
  search_text: indexForm(`${it.number}\n${it.sellerName}`),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

type Row = Selectable<Tables['supplier_invoices']>

export const toEntry = (
  row: Omit<Row, 'company_id' | 'content' | 'findings' | 'search_text' | 'number_order'>,
): SupplierInvoiceEntry => ({
  id: row.id,
  version: Number(row.version),
  status: row.status as SupplierInvoice['status'],
  reason: row.reason,
  paidOn: row.paid_on,
  format: row.format as SupplierInvoice['format'],
  profile: row.profile as SupplierInvoice['profile'],
  kind: row.kind as SupplierInvoice['kind'],
  number: row.number,
  issueDate: row.issue_date,
  dueDate: row.due_date,
  currency: row.currency,
  sellerName: row.seller_name,
  sellerKey: row.seller_key,
  totalCents: row.total_cents,
  dueCents: row.due_cents,
  errors: Number(row.errors),
  warnings: Number(row.warnings),
  sha256: row.sha256,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const toSupplierInvoice = (row: Row): SupplierInvoice => ({
  ...toEntry(row),
  content: JSON.parse(row.content),
  findings: JSON.parse(row.findings),
})
