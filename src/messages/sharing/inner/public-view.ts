import type { DisplayStatus } from '@billwright/rules/display-status'
import { view } from '../../../kernel/fields/field.ts'
import { publicView } from '../../../sales/contents/fields.ts'
import { PUBLIC_BUYER_FIELDS, PUBLIC_SELLER_FIELDS } from '../../../sales/contents/parties.ts'
import { amountsView, ofItems } from '../../../sales/contents/view.ts'
import type { Invoice } from '../../../sales/invoices/invoice.ts'
import { displayStatus, isOverdue } from '../../../sales/invoices/lifecycle.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import { settlementView, totalsView } from '../../../sales/invoices/view.ts'

import type { PublicFile } from './files.ts'

/** URLs of a published invoice's other formats. */
interface PublicLinks {
  readonly page: string
  readonly html: string
  readonly pdf: string
  readonly xml: string | null
  readonly factur_x: string | null
}

/** How the customer can pay online. */
interface PublicPay {
  readonly available: boolean
  readonly reason: string | null
  readonly offers: readonly { readonly method: string | null; readonly url: string }[]
}

/** The fields that a customer may read: what the built-in templates print. */
export function publicInvoiceView(
  details: InvoiceDetails,
  {
    links,
    files,
    pay,
  }: {
    readonly links: PublicLinks
    readonly files: readonly PublicFile[]
    readonly pay: PublicPay
  },
) {
  const { today } = details
  const invoice = asCustomerSees(details.invoice)
  const { items, discounts, charges, taxes } = amountsView(invoice)
  return {
    type: invoice.type,
    number: invoice.number,
    status: invoice.status,
    display_status: publicStatus({ invoice, today }),
    overdue: isOverdue(invoice, today),
    seller: view(PUBLIC_SELLER_FIELDS, invoice.seller),
    customer: view(PUBLIC_BUYER_FIELDS, invoice.buyer),
    ...publicView(invoice),
    corrects: invoice.corrects && {
      number: invoice.corrects.number,
      issue_date: invoice.corrects.issueDate,
    },
    settlement: settlementView(details),
    items: ofItems(items, (item) => ({ id: '', ...publicItem(item) })).map(
      ({ id: _, ...line }) => line,
    ),
    discounts: discounts.map(publicAdjustment),
    charges: charges.map(publicAdjustment),
    totals: totalsView(invoice),
    taxes: taxes.map(({ reason_code: _, ...tax }) => tax),
    files,
    pay,
    links,
  }
}

/** Customers do not see a write-off: the invoice stays open for them. */
const asCustomerSees = (invoice: Invoice): Invoice =>
  invoice.status === 'uncollectible' ? { ...invoice, status: 'sent' } : invoice

export function publicStatus({
  invoice,
  today,
}: Pick<InvoiceDetails, 'invoice' | 'today'>): Exclude<DisplayStatus, 'uncollectible'> {
  const status = displayStatus(asCustomerSees(invoice), today)
  return status === 'uncollectible' ? 'open' : status
}

type Amounts = ReturnType<typeof amountsView>

type PublicItem = Extract<Amounts['items'][number], { kind: 'item' }>

export const publicItem = (item: PublicItem) => ({
  kind: item.kind,
  position: item.position,
  description: item.description,
  details: item.details,
  quantity: item.quantity,
  unit: item.unit,
  unit_price: item.unit_price,
  discount: item.discount,
  charge: item.charge,
  tax: publicTax(item.tax),
  total: item.total,
})

const publicTax = ({ reason_code: _, preset: __, ...tax }: Amounts['discounts'][number]['tax']) =>
  tax

export const publicAdjustment = ({
  reason_code: _,
  tax: __,
  withhold: ___,
  ...rest
}: Amounts['discounts'][number]) => rest
