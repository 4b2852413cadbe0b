import { isOverdue } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { amountsView, buyerView, datesView, sellerView } from '../invoices/view.ts'

/** Where a published invoice's other forms are. */
export interface PublicLinks {
  readonly page: string
  readonly html: string
  readonly pdf: string
  readonly xml: string | null
  readonly factur_x: string | null
}

/**
 * What a customer may read: the document, and nothing of how it is kept. An explicit list, so that
 * a field added to the invoice is private until somebody adds it here.
 */
export function publicInvoiceView({ invoice, today }: InvoiceDetails, links: PublicLinks) {
  const { endpoint: _, registration_scheme: __, ...seller } = sellerView(invoice.seller)
  const buyer = buyerView(invoice.buyer)
  const { endpoint: _e, registration_scheme: _r, identifier: _i, ...customer } = buyer
  const { items, ...amounts } = amountsView(invoice)
  return {
    type: invoice.type,
    number: invoice.number,
    status: invoice.status,
    overdue: isOverdue(invoice, today),
    seller,
    customer,
    ...datesView(invoice),
    currency: invoice.currency,
    language: invoice.language,
    reference: invoice.reference,
    order_reference: invoice.orderReference,
    corrects: invoice.corrects && {
      number: invoice.corrects.number,
      issue_date: invoice.corrects.issueDate,
    },
    prices_include_tax: invoice.pricesIncludeTax,
    items: items.map(({ id: _, ...item }) => item),
    ...amounts,
    terms: invoice.terms,
    notes: invoice.notes,
    links,
  }
}
