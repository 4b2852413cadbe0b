import { sha256 } from '../platform/ids.ts'
import { type InvoiceDetails, invoiceView } from './view.ts'

/** An invoice as it is sent. */
export interface InvoiceAnswer {
  readonly json: string
  /**
   * A strong entity tag of what a reader sees. A draft shows the company and the customer live, and
   * `overdue` comes with the day, so the tag is of the content and not of the version alone.
   */
  readonly etag: string
}

export function invoiceAnswer(details: InvoiceDetails): InvoiceAnswer {
  const json = JSON.stringify(invoiceView(details))
  return { json, etag: `"${details.invoice.version}-${sha256(json).slice(0, 24)}"` }
}

export const invoiceEtag = (details: InvoiceDetails): string => invoiceAnswer(details).etag
