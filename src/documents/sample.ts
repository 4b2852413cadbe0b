import type { Seller } from '../invoices/invoice.ts'
import { calculate } from '../invoices/totals.ts'
import { MICRO, parseMicro } from '../money/decimal.ts'
import { sampleTexts } from './samples/samples.ts'
import type { DocumentSource, PrintedInvoice } from './view.ts'

const TODAY = '2026-11-21'
const ACCENT_COLOR = '#1f5f5b'

/** An invoice to show a template with, before there is a real one. Always the same. */
export function sampleSource(language: string): DocumentSource {
  const invoice = sampleInvoice(language)
  return {
    invoice,
    logo: SAMPLE_LOGO,
    logoSize: { width: 72, height: 72 },
    today: TODAY,
    dueMinor: invoice.totals.totalMinor,
  }
}

const LOGO_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72" viewBox="0 0 72 72">',
  `<rect width="72" height="72" rx="16" fill="${ACCENT_COLOR}"/>`,
  '<path d="M14 46c7-7 15-7 22 0s15 7 22 0" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
  '<path d="M30 37C31 25 38 16 50 13c0 12-6 21-18 25z" fill="#fff"/></svg>',
].join('')
const SAMPLE_LOGO = `data:image/svg+xml;base64,${Buffer.from(LOGO_SVG).toString('base64')}`

function sampleInvoice(language: string): PrintedInvoice {
  const { currency, taxPercent, seller, buyer, ...texts } = sampleTexts(language)
  const tax = { category: 'S', rateMicro: taxPercent * MICRO, reason: null } as const
  const discount = {
    reason: texts.discountReason,
    value: { kind: 'percent', percentMicro: 5n * MICRO },
    tax,
  } as const
  const items = texts.items.map(({ description, details, quantity, unit, price }, index) => ({
    id: `itm_sample_${index + 1}`,
    description,
    details,
    quantityMicro: parseMicro(quantity),
    unit,
    unitPriceMicro: parseMicro(price),
    discount: null,
    tax,
  }))
  const figures = calculate({
    currency,
    pricesIncludeTax: false,
    rounding: 'document',
    items: items.map((item) => ({ ...item, adjustments: [] })),
    discounts: [discount],
    charges: [],
  })
  return {
    type: 'invoice',
    number: 'INV-2026-0042',
    status: 'sent',
    seller: sampleSeller(language),
    buyer: {
      ...buyer,
      taxId: buyer.taxId === '' ? null : buyer.taxId,
      registrationId: null,
      endpoint: null,
    },
    issueDate: TODAY,
    dueDate: '2026-12-05',
    deliveryDate: null,
    periodStart: '2026-10-19',
    periodEnd: '2026-11-20',
    currency,
    language,
    reference: null,
    orderReference: 'PO-7731',
    corrects: null,
    pricesIncludeTax: false,
    items: items.map((item, index) => ({
      ...item,
      totalMinor: figures.items[index]?.totalMinor ?? 0n,
    })),
    discounts: [{ ...discount, amountMinor: figures.totals.discountMinor }],
    charges: [],
    taxes: figures.taxes,
    totals: figures.totals,
    paidMinor: 0n,
    terms: texts.terms,
    notes: texts.notes,
  }
}

function sampleSeller(language: string): Seller {
  const { seller } = sampleTexts(language)
  const { bankName, iban, ...party } = seller
  return {
    ...party,
    registrationId: null,
    endpoint: null,
    bankAccount: {
      holder: null,
      iban: iban === '' ? null : iban,
      bic: null,
      bankName: iban === '' ? null : bankName,
    },
    // Where accounts have no IBAN, the account stands in the instructions.
    paymentInstructions: iban === '' ? bankName : null,
    logoId: null,
    accentColor: ACCENT_COLOR,
    dateFormat: 'medium',
    taxLabel: null,
  }
}
