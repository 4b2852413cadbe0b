import { MICRO, parseMicro } from '@billwright/money'
import { textsIn } from '@billwright/rules/default-texts'
import { numberFor } from '@billwright/rules/numbering'
import { dueDay, isPlainDays } from '@billwright/rules/payment-terms'
import type { SettingsWithLogo } from '../../../company/settings/change.ts'
import type { Settings } from '../../../company/settings/settings.ts'
import { emptyOf } from '../../../kernel/fields/field.ts'
import { EMPTY, EMPTY_ITEM } from '../../../sales/contents/fields.ts'
import {
  BUYER_FIELDS,
  type Seller,
  STORED_SELLER_FIELDS,
  toSeller,
} from '../../../sales/contents/parties.ts'
import { withTotals } from '../../../sales/contents/totals/totals.ts'
import type { DocumentSource, PrintedInvoice } from '../document-source.ts'
import { sampleTexts } from './inner/samples.ts'

const TODAY = '2026-11-21'
const SAMPLE_PLACE = 42n
const ACCENT_COLOR = '#1f5f5b'

/** A sample invoice for previews. Always the same, except that `own` makes it an invoice of that company. */
export function sampleSource(language: string, own?: SettingsWithLogo): DocumentSource {
  const invoice = sampleInvoice(language, own?.settings)
  return {
    invoice,
    ...(own ? { logo: own.logo } : { logo: SAMPLE_LOGO, logoSize: { width: 72, height: 72 } }),
    displayed: 'open',
  }
}

const LOGO_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72" viewBox="0 0 72 72">',
  `<rect width="72" height="72" rx="16" fill="${ACCENT_COLOR}"/>`,
  '<path d="M14 46c7-7 15-7 22 0s15 7 22 0" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
  '<path d="M30 37C31 25 38 16 50 13c0 12-6 21-18 25z" fill="#fff"/></svg>',
].join('')
const SAMPLE_LOGO = `data:image/svg+xml;base64,${Buffer.from(LOGO_SVG).toString('base64')}`

/** The parts of the invoice that come from the company's settings. */
function ownChoices(settings: Settings, language: string) {
  const { terms, notes } = textsIn(settings, language)
  const { currency, defaultTax, pricesIncludeTax, rounding, invoiceNumbering } = settings
  return {
    currency,
    tax: { ...defaultTax, reason: null },
    pricesIncludeTax,
    rounding,
    seller: toSeller(settings),
    number: numberFor(invoiceNumbering, TODAY, SAMPLE_PLACE),
    dueDate: dueDay(TODAY, settings.paymentTerms, settings.nonWorkingDays),
    ...(isPlainDays(settings.paymentTerms) ? {} : { paymentTerms: settings.paymentTerms }),
    terms,
    notes,
  }
}

function sampleChoices(language: string): ReturnType<typeof ownChoices> {
  const { currency, taxPercent, terms, notes } = sampleTexts(language)
  return {
    currency,
    tax: { category: 'S', rateMicro: taxPercent * MICRO, reason: null },
    pricesIncludeTax: false,
    rounding: 'document',
    seller: sampleSeller(language),
    number: 'INV-2026-0042',
    dueDate: '2026-12-05',
    terms,
    notes,
  }
}

function sampleInvoice(language: string, settings: Settings | undefined): PrintedInvoice {
  const { buyer, ...texts } = sampleTexts(language)
  const { tax, ...choices } = settings ? ownChoices(settings, language) : sampleChoices(language)
  const discount = {
    reason: texts.discountReason,
    value: { kind: 'percent', percentMicro: 5n * MICRO },
    tax,
  } as const
  const items = texts.items.map(({ description, details, quantity, unit, price }, index) => ({
    id: `itm_sample_${index + 1}`,
    description,
    details,
    ...EMPTY_ITEM,
    quantityMicro: parseMicro(quantity),
    unit,
    unitPriceMicro: parseMicro(price),
    discount: null,
    tax,
  }))
  return withTotals({
    ...EMPTY,
    ...choices,
    type: 'invoice' as const,
    status: 'sent' as const,
    buyer: {
      ...emptyOf(BUYER_FIELDS),
      ...buyer,
      taxId: buyer.taxId === '' ? null : buyer.taxId,
    },
    issueDate: TODAY,
    periodStart: '2026-10-19',
    periodEnd: '2026-11-20',
    language,
    orderReference: 'PO-7731',
    corrects: null,
    items,
    discounts: [discount],
    charges: [],
    paidMinor: 0n,
    creditedMinor: 0n,
  })
}

function sampleSeller(language: string): Seller {
  const { seller } = sampleTexts(language)
  const { bankName, iban, ...party } = seller
  const empty = emptyOf(STORED_SELLER_FIELDS)
  return {
    ...empty,
    ...party,
    bankAccount: {
      ...empty.bankAccount,
      iban: iban === '' ? null : iban,
      bankName: iban === '' ? null : bankName,
    },
    // In countries without IBAN, the account is part of the instructions.
    paymentInstructions: iban === '' ? bankName : null,
    accentColor: ACCENT_COLOR,
  }
}
