import { sha256 } from '../../platform/ids.ts'
import type { StoredInvoice } from '../invoice.ts'
import { particularsView } from '../particulars/view.ts'
import { amountsView, buyerView, datesView, sellerView } from '../view.ts'

/** An invoice in the words of the interface, as revisions compare and show it. */
export const auditViewOf = (invoice: StoredInvoice): Readonly<Record<string, unknown>> => ({
  type: invoice.type,
  number: invoice.number,
  status: invoice.status,
  customer_id: invoice.customerId,
  customer: invoice.buyer && buyerView(invoice.buyer),
  seller: invoice.seller && { ...sellerView(invoice.seller), logo: invoice.seller.logoId },
  ...datesView(invoice),
  currency: invoice.currency,
  language: invoice.language,
  reference: invoice.reference,
  order_reference: invoice.orderReference,
  corrects: invoice.corrects?.number ?? null,
  prices_include_tax: invoice.pricesIncludeTax,
  rounding: invoice.rounding,
  ...particularsView(invoice.particulars),
  // Nothing was said of it where it is an ordinary one: as revisions recorded it before.
  kind: invoice.particulars?.kind ?? null,
  ...amountsView(invoice),
  terms: invoice.terms,
  notes: invoice.notes,
  internal_notes: invoice.internalNotes,
  metadata: invoice.metadata,
  template: invoice.template,
  // Not the token and not what it is derived from: a revision is read by more people than a link.
  share: invoice.shareNonce && sha256(invoice.shareNonce),
})
