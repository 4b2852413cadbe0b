import { sha256 } from '../platform/ids.ts'
import { type InvoiceDetails, invoiceView } from './view.ts'

/**
 * A strong entity tag of what a reader sees. A draft shows the company and the customer live, and
 * `overdue` comes with the day, so the tag is of the content and not of the version alone.
 */
export const invoiceEtag = (details: InvoiceDetails): string =>
  `"${details.invoice.version}-${sha256(JSON.stringify(invoiceView(details))).slice(0, 24)}"`
