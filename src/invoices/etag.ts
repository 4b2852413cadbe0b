import type { JsonAnswer } from '../http/etag.ts'
import { sha256 } from '../platform/ids.ts'
import { type InvoiceDetails, invoiceView } from './view.ts'

/**
 * An invoice as it is sent. The strong entity tag is of what a reader sees: a draft shows the company
 * and the customer live, and `overdue` comes with the day, so the version alone would not do.
 */
export function invoiceAnswer(details: InvoiceDetails): JsonAnswer {
  const json = JSON.stringify(invoiceView(details))
  return { json, etag: `"${details.invoice.version}-${sha256(json).slice(0, 24)}"` }
}

export const invoiceEtag = (details: InvoiceDetails): string => invoiceAnswer(details).etag
