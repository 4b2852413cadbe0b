import { type Decimal, formatCents, formatDecimal } from '../model/decimal.ts'
import {
  type DocumentAllowance,
  type EInvoice,
  isCreditNote,
  type TaxBreakdown,
} from '../model/document.ts'
import type { Allowance, Line, LineTax } from '../model/line.ts'
import type { Address, Buyer, Seller } from '../model/party.ts'
import type { Unread } from '../xml/unread.ts'

/* The contents of an e-invoice, as stored and answered. Amounts are decimals as in the file. */

export type ReceivedContent = ReturnType<typeof contentOf>
export type ReceivedParty = ReturnType<typeof partyOf>

export const contentOf = (document: EInvoice, unread: readonly Unread[]) => ({
  kind: isCreditNote(document) ? ('credit_note' as const) : ('invoice' as const),
  type_code: document.typeCode,
  specification: document.specification ?? null,
  number: document.number,
  issue_date: document.issueDate,
  due_date: document.dueDate ?? null,
  delivery_date: document.delivery?.date ?? null,
  period_start: document.period?.start ?? null,
  period_end: document.period?.end ?? null,
  currency: document.currency,
  seller: partyOf(document.seller),
  buyer: partyOf(document.buyer),
  payee: document.payee?.name ?? null,
  references: referencesOf(document),
  preceding: document.precedingInvoices.map(({ number, issueDate }) => ({
    number,
    issue_date: issueDate ?? null,
  })),
  lines: document.lines.map(lineOf),
  adjustments: [
    ...document.allowances.map((it) => adjustmentOf('discount', it)),
    ...document.charges.map((it) => adjustmentOf('charge', it)),
  ],
  taxes: document.taxBreakdown.map(taxOf),
  totals: totalsOf(document),
  payment: paymentOf(document),
  notes: document.notes.map(({ text }) => text),
  attachments: document.attachments.map(({ id, description, url, file }) => ({
    reference: id,
    description: description ?? null,
    url: url ?? null,
    file_name: file?.name ?? null,
  })),
  unread: unread.map(({ path, value }) => ({ path, value })),
})

const partyOf = (party: Buyer & Partial<Pick<Seller, 'taxNumber' | 'legalInformation'>>) => ({
  name: party.name,
  trading_name: party.tradingName ?? null,
  tax_id: party.vatId ?? null,
  tax_number: party.taxNumber ?? null,
  registration_id: party.registration?.value ?? null,
  identifiers: party.identifiers.map(({ value, scheme }) => ({ scheme: scheme ?? null, value })),
  endpoint: party.electronicAddress
    ? { scheme: party.electronicAddress.scheme ?? null, id: party.electronicAddress.value }
    : null,
  address: addressOf(party.address),
  contact: {
    name: party.contact?.name ?? null,
    phone: party.contact?.phone ?? null,
    email: party.contact?.email ?? null,
  },
  legal_information: party.legalInformation ?? null,
})

const addressOf = ({ line1, line2, line3, city, postalCode, region, country }: Address) => ({
  line1: line1 ?? null,
  line2: line2 ?? null,
  line3: line3 ?? null,
  city: city ?? null,
  postal_code: postalCode ?? null,
  region: region ?? null,
  country_code: country === '' ? null : country,
})

const REFERENCES = [
  'buyer',
  'order',
  'sales_order',
  'contract',
  'project',
  'delivery_note',
  'receipt',
  'tender',
  'object',
  'account',
] as const

function referencesOf(document: EInvoice) {
  const values: Readonly<Record<(typeof REFERENCES)[number], string | undefined>> = {
    buyer: document.buyerReference,
    order: document.purchaseOrderReference,
    sales_order: document.salesOrderReference,
    contract: document.contractReference,
    project: document.projectReference,
    delivery_note: document.despatchAdviceReference,
    receipt: document.receivingAdviceReference,
    tender: document.tenderReference,
    object: document.invoicedObject?.value,
    account: document.buyerAccountingReference,
  }
  return REFERENCES.flatMap((kind) => {
    const value = values[kind]
    return value === undefined ? [] : [{ kind, value }]
  })
}

const lineOf = (line: Line) => ({
  id: line.id,
  name: line.item.name,
  description: line.item.description ?? null,
  note: line.note ?? null,
  seller_item_id: line.item.sellerId ?? null,
  quantity: formatDecimal(line.quantity),
  unit: line.unit,
  unit_price: formatDecimal(line.price.net),
  /** The price is for so many units; null: for one. */
  price_quantity: textOf(line.price.baseQuantity),
  period_start: line.period?.start ?? null,
  period_end: line.period?.end ?? null,
  adjustments: [
    ...line.allowances.map((it) => amountOf('discount', it)),
    ...line.charges.map((it) => amountOf('charge', it)),
  ],
  tax: rateOf(line.tax),
  net: formatCents(line.netCents),
})

const amountOf = (kind: 'discount' | 'charge', { amountCents, reason, percent }: Allowance) => ({
  kind,
  reason: reason ?? null,
  percent: textOf(percent),
  amount: formatCents(amountCents),
})

const adjustmentOf = (kind: 'discount' | 'charge', it: DocumentAllowance) => ({
  ...amountOf(kind, it),
  tax: rateOf(it.tax),
})

const rateOf = ({ category, rate }: LineTax) => ({ category, rate: textOf(rate) })

const taxOf = ({ category, rate, taxableCents, taxCents, exemptionReason }: TaxBreakdown) => ({
  category,
  rate: textOf(rate),
  taxable: formatCents(taxableCents),
  amount: formatCents(taxCents),
  reason: exemptionReason ?? null,
})

const totalsOf = ({ totals, taxCurrency, settlement = [] }: EInvoice) => ({
  lines: formatCents(totals.linesCents),
  discount: centsOrNull(totals.allowancesCents),
  charge: centsOrNull(totals.chargesCents),
  net: formatCents(totals.withoutTaxCents),
  tax: formatCents(totals.taxCents ?? totals.withTaxCents - totals.withoutTaxCents),
  /** The tax again, in the currency of the supplier's accounts. */
  tax_currency: totals.taxInTaxCurrencyCents === undefined ? null : (taxCurrency ?? null),
  tax_in_tax_currency: centsOrNull(totals.taxInTaxCurrencyCents),
  total: formatCents(totals.withTaxCents),
  paid: centsOrNull(totals.paidCents),
  rounding: centsOrNull(totals.roundingCents),
  parts: settlement.map(({ kind, text, percent, cents, isInTotal }) => ({
    kind,
    text: text ?? null,
    percent: textOf(percent),
    amount: formatCents(cents),
    in_total: isInTotal,
  })),
  due: formatCents(totals.dueCents),
})

const paymentOf = ({ payment, paymentTerms, schedule = [], payments = [] }: EInvoice) => ({
  terms: paymentTerms ?? null,
  schedule: schedule.map((it) => ({
    due_date: it.dueDate ?? null,
    amount: centsOrNull(it.cents),
    discount_percent: textOf(it.discountPercent),
    discount_amount: centsOrNull(it.discountCents),
    discount_days: textOf(it.discountDays),
    text: it.text?.trim() ?? null,
  })),
  payments: payments.map(({ date, cents }) => ({
    paid_on: date ?? null,
    amount: formatCents(cents),
  })),
  reference: payment?.reference ?? null,
  mandate: payment?.mandate ?? null,
  accounts: (payment?.means ?? []).flatMap(({ account }) =>
    account ? [{ id: account.id, bic: account.bic ?? null, holder: account.name ?? null }] : [],
  ),
  means: (payment?.means ?? []).map(({ code, text }) => ({ code, text: text ?? null })),
})

const textOf = (value: Decimal | undefined): string | null =>
  value === undefined ? null : formatDecimal(value)

const centsOrNull = (cents: bigint | undefined): string | null =>
  cents === undefined ? null : formatCents(cents)
