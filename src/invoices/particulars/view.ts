import type { ItemParticulars, Particulars } from './particulars.ts'

/** The fields by their wire names, those that nobody set as null. */
export const particularsView = (particulars: Particulars = {}) => ({
  kind: particulars.kind ?? 'standard',
  preceding: (particulars.preceding ?? []).map(({ number, issueDate }) => ({
    number,
    issue_date: issueDate ?? null,
  })),
  tax_point_date: particulars.taxPointDate ?? null,
  tax_in_currency: particulars.taxInCurrency ?? null,
  references: referencesView(particulars.references),
  delivery: deliveryView(particulars.delivery),
  payment: paymentView(particulars.payment),
  attachments: (particulars.attachments ?? []).map(({ reference, description, url }) => ({
    reference,
    description: description ?? null,
    url: url ?? null,
  })),
  e_invoice_profile: particulars.eInvoiceProfile ?? null,
})

const referencesView = (references: Particulars['references'] = {}) => ({
  project: references.project ?? null,
  contract: references.contract ?? null,
  sales_order: references.salesOrder ?? null,
  despatch: references.despatch ?? null,
  receipt: references.receipt ?? null,
  tender: references.tender ?? null,
  object: references.object ?? null,
  accounting_code: references.accountingCode ?? null,
})

const deliveryView = ({ name, identifier, address = {} }: Particulars['delivery'] = {}) => ({
  name: name ?? null,
  identifier: identifier ?? null,
  address: {
    line1: address.line1 ?? null,
    line2: address.line2 ?? null,
    city: address.city ?? null,
    postal_code: address.postalCode ?? null,
    region: address.region ?? null,
    country_code: address.countryCode ?? null,
  },
})

const paymentView = (payment: Particulars['payment'] = {}) => ({
  means: payment.means ?? null,
  reference: payment.reference ?? null,
  mandate: payment.mandate ?? null,
  payer_iban: payment.payerIban ?? null,
  card_last4: payment.cardLast4 ?? null,
  card_holder: payment.cardHolder ?? null,
})

export const itemParticularsView = (item: ItemParticulars = {}) => ({
  item_number: item.itemNumber ?? null,
  buyer_item_number: item.buyerItemNumber ?? null,
  gtin: item.gtin ?? null,
  period_start: item.periodStart ?? null,
  period_end: item.periodEnd ?? null,
  note: item.note ?? null,
  order_line: item.orderLine ?? null,
  accounting_code: item.accountingCode ?? null,
  origin_country: item.originCountry ?? null,
  classification: item.classification ?? null,
  attributes: (item.attributes ?? []).map(({ name, value }) => ({ name, value })),
})
