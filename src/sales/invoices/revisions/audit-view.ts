import { sha256 } from '../../../platform/ids.ts'
import { contentsRecord } from '../../contents/view.ts'
import type { StoredInvoice } from '../invoice.ts'
import { totalsView } from '../view.ts'

/** An invoice in wire names, for comparing and showing revisions. */
export const auditViewOf = (invoice: StoredInvoice): Readonly<Record<string, unknown>> => ({
  type: invoice.type,
  number: invoice.number,
  status: invoice.status,
  ...contentsRecord(invoice),
  corrects: invoice.corrects?.number ?? null,
  recurring: invoice.recurring ?? null,
  quote_id: invoice.quoteId ?? null,
  totals: totalsView(invoice),
  // Without the token and its random part, because more people read a revision than the link.
  share: invoice.shareNonce && sha256(invoice.shareNonce),
})
