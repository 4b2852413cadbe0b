import { etagWith, type JsonAnswer } from '../http/etag.ts'
import { sha256 } from '../platform/ids.ts'
import { type InvoiceDetails, invoiceView } from './view.ts'

/**
 * An invoice as it is sent. The strong entity tag is of what a reader sees: a draft shows the company
 * and the customer live, and `overdue` comes with the day, so the version alone would not do.
 * `expanded`: the related resources that were asked for.
 */
export function invoiceAnswer(details: InvoiceDetails, expanded?: object): JsonAnswer {
  const view = invoiceView(details)
  const json = JSON.stringify(view)
  const etag = `"${details.invoice.version}-${sha256(json).slice(0, 24)}"`
  if (expanded === undefined) return { json, etag }
  return { json: JSON.stringify({ ...view, expanded }), etag: etagWith(etag, expanded) }
}

export const invoiceEtag = (details: InvoiceDetails): string => invoiceAnswer(details).etag
