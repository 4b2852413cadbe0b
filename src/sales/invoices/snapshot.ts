import type { CompanyId } from '../../platform/database/tables.ts'
import type { StoredInvoice } from './invoice.ts'
import {
  type InvoiceRows,
  toAdjustmentRows,
  toInvoice,
  toInvoiceRow,
  toItemRows,
  toTaxRows,
} from './rows.ts'

/* The contents of a document that is no invoice, as one text: the rows of an invoice in JSON. */

export function toSnapshot(company: CompanyId, content: StoredInvoice): string {
  const row = toInvoiceRow(company, content, '', null)
  const { search_text: _, share_hash: __, number_order: ___, ...invoice } = row
  const rows = {
    invoice,
    items: toItemRows(content),
    adjustments: toAdjustmentRows(content),
    taxes: toTaxRows(content),
  }
  return JSON.stringify(rows, (_key, value) =>
    typeof value === 'bigint' ? { int: String(value) } : value,
  )
}

export function fromSnapshot(text: string): StoredInvoice {
  const rows = JSON.parse(text, (_key, value) =>
    typeof value?.int === 'string' ? BigInt(value.int) : value,
  )
  const { invoice, items, adjustments, taxes } = rows as InvoiceRows
  return toInvoice({
    invoice: { ...OF_MAIL, ...invoice },
    items,
    adjustments,
    taxes,
    corrects: null,
  })
}

/** Columns that `toInvoiceRow` does not write. */
const OF_MAIL = { mail_status: null, mail_at: null }
