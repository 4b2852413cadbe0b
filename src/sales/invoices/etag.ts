import { etagWith, type JsonAnswer } from '../../core/http/etag.ts'
import { sha256 } from '../../platform/ids.ts'
import { type InvoiceDetails, invoiceView } from './view.ts'

/**
 * An invoice as it is sent. The strong entity tag covers the visible data: a draft has live data
 * of company and customer, and `overdue` changes with the day, so the version is not enough.
 * `expanded`: the requested related resources. `warnings`: of the draft that was saved.
 */
export function invoiceAnswer(
  details: InvoiceDetails,
  expanded?: object,
  warnings: readonly string[] = [],
): JsonAnswer {
  const view = invoiceView(details)
  const json = JSON.stringify(view)
  const etag = `"${details.invoice.version}-${sha256(json).slice(0, 24)}"`
  if (warnings.length > 0) return { json: JSON.stringify({ ...view, warnings }), etag }
  if (expanded === undefined) return { json, etag }
  return { json: JSON.stringify({ ...view, expanded }), etag: etagWith(etag, expanded) }
}

export const invoiceEtag = (details: InvoiceDetails): string => invoiceAnswer(details).etag
