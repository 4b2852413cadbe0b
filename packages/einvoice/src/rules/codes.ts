import { CLASSIFICATION_SCHEMES, UNIT_CODES } from '../codes/item-codes.ts'
import * as lists from '../model/code-lists.ts'
import { isCreditNote } from '../model/document.ts'
import { table } from '../table.ts'
import type { AdviceKey } from './advice/en.ts'
import { at, atCodes, type Rule } from './rule.ts'

const MEDIA_TYPES = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
])

/** Creditor identifiers have this prefix instead of an ISO 6523 scheme. */
const isPartyScheme = (scheme: string): boolean =>
  scheme === 'SEPA' || lists.IDENTIFIER_SCHEMES.has(scheme)

const on =
  (list: { has(code: string): boolean }) =>
  (code: string): boolean =>
    list.has(code)

type CodeRule = readonly [
  advice: AdviceKey,
  isKnown: (code: string) => boolean,
  places: Parameters<typeof atCodes>[3],
]

/** The fields whose codes must be on a list, by the rule of EN 16931. */
const CODES = table<CodeRule>({
  'BR-CL-04': [
    'currency',
    lists.isCurrencyCode,
    [['currency', ({ currency }) => currency || undefined]],
  ],
  'BR-CL-05': [
    'currency',
    lists.isCurrencyCode,
    [['taxCurrency', ({ taxCurrency }) => taxCurrency || undefined]],
  ],
  'BR-CL-06': [
    'code',
    on(lists.TAX_POINT_CODES),
    [['taxPointDate', ({ taxPointCode }) => taxPointCode || undefined]],
  ],
  'BR-CL-07': [
    'code',
    on(lists.REFERENCE_SCHEMES),
    [['object', ({ invoicedObject }) => invoicedObject?.scheme]],
  ],
  'BR-CL-10': [
    'code',
    isPartyScheme,
    [
      ['sellerScheme', ({ seller }) => schemesOf(seller.identifiers)],
      ['buyerIdentifier', ({ buyer }) => schemesOf(buyer.identifiers)],
      ['sellerScheme', ({ payee }) => payee?.identifier?.scheme],
    ],
  ],
  'BR-CL-11': [
    'code',
    on(lists.IDENTIFIER_SCHEMES),
    [
      ['sellerScheme', ({ seller }) => seller.registration?.scheme],
      ['buyerScheme', ({ buyer }) => buyer.registration?.scheme],
    ],
  ],
  'BR-CL-13': [
    'code',
    on(CLASSIFICATION_SCHEMES),
    [
      [
        'itemClassification',
        (it) => it.lines.flatMap(({ item }) => schemesOf(item.classifications)),
      ],
    ],
  ],
  'BR-CL-14': [
    'countryCode',
    lists.isCountryCode,
    [
      ['sellerCountry', ({ seller }) => seller.address.country || undefined],
      ['buyerCountry', ({ buyer }) => buyer.address.country || undefined],
      ['deliveryCountry', ({ delivery }) => delivery?.address?.country || undefined],
      ['representativeCountry', (it) => it.taxRepresentative?.address.country || undefined],
    ],
  ],
  'BR-CL-15': [
    'countryCode',
    lists.isCountryCode,
    [['itemOrigin', ({ lines }) => lines.map(({ item }) => item.originCountry)]],
  ],
  'BR-CL-16': [
    'means',
    on(lists.PAYMENT_MEANS),
    [['means', ({ payment }) => payment?.means.map(({ code }) => code || undefined)]],
  ],
  'BR-CL-17': [
    'category',
    on(lists.CATEGORIES),
    [['taxes', ({ taxBreakdown }) => taxBreakdown.map(({ category }) => category || undefined)]],
  ],
  'BR-CL-18': [
    'category',
    on(lists.CATEGORIES),
    [
      ['itemCategory', ({ lines }) => lines.map(categoryOf)],
      ['discountCategory', ({ allowances }) => allowances.map(categoryOf)],
      ['chargeCategory', ({ charges }) => charges.map(categoryOf)],
    ],
  ],
  'BR-CL-19': [
    'code',
    on(lists.ALLOWANCE_REASONS),
    [
      ['discountCode', ({ allowances }) => allowances.map(reasonOf)],
      ['itemDiscount', ({ lines }) => lines.flatMap(({ allowances }) => allowances.map(reasonOf))],
    ],
  ],
  'BR-CL-20': [
    'code',
    on(lists.CHARGE_REASONS),
    [
      ['chargeCode', ({ charges }) => charges.map(reasonOf)],
      ['item', ({ lines }) => lines.flatMap(({ charges }) => charges.map(reasonOf))],
    ],
  ],
  'BR-CL-21': [
    'code',
    on(lists.IDENTIFIER_SCHEMES),
    [['itemNumber', ({ lines }) => lines.map(({ item }) => item.standardId?.scheme)]],
  ],
  'BR-CL-22': [
    'code',
    on(lists.EXEMPTION_CODES),
    [['itemReasonCode', (it) => it.taxBreakdown.map((tax) => tax.exemptionCode?.toUpperCase())]],
  ],
  'BR-CL-23': [
    'itemUnit',
    on(UNIT_CODES),
    [['itemUnit', ({ lines }) => lines.map(({ unit }) => unit || undefined)]],
  ],
  'BR-CL-24': [
    'code',
    on(MEDIA_TYPES),
    [['attachment', ({ attachments }) => attachments.map(({ file }) => file?.mediaType)]],
  ],
  'BR-CL-25': [
    'code',
    on(lists.ENDPOINT_SCHEMES),
    [
      ['sellerEndpoint', ({ seller }) => seller.electronicAddress?.scheme],
      ['buyerEndpoint', ({ buyer }) => buyer.electronicAddress?.scheme],
    ],
  ],
  'BR-CL-26': [
    'code',
    on(lists.IDENTIFIER_SCHEMES),
    [['deliveryIdentifier', ({ delivery }) => delivery?.location?.scheme]],
  ],
})

/** Codes must be on the lists of the standard (BR-CL-*), and VAT numbers need a country prefix. */
export const CODE_RULES: readonly Rule[] = [
  at('BR-CL-01', 'kind', (it) =>
    Boolean(it.typeCode && !isCreditNote(it) && !lists.INVOICE_TYPES.has(it.typeCode)),
  ),
  ...Object.entries(CODES).map(([id, [advice, isKnown, places]]) =>
    atCodes(id, advice, isKnown, places),
  ),
  atCodes('BR-CO-09', 'vatPrefix', hasCountryPrefix, [
    ['sellerTaxId', ({ seller }) => seller.vatId || undefined],
    ['buyerTaxId', ({ buyer }) => buyer.vatId || undefined],
    ['representativeTaxId', (it) => it.taxRepresentative?.vatId || undefined],
  ]),
]

/** Lists of a profile that are shorter than those of EN 16931. The ids are ours: `FX-CL-17`. */
export const codeRulesOf = (
  prefix: string,
  unknown: Readonly<Record<string, string>>,
): readonly Rule[] =>
  Object.entries(unknown).flatMap(([rule, text]) => {
    const places = CODES[rule]?.[2]
    if (places === undefined) return []
    const codes = lists.codesOf(text)
    const id = rule.replace(/^BR/, prefix)
    return [atCodes(id, 'codeElsewhere', (code) => !codes.has(code), places)]
  })

function hasCountryPrefix(vatId: string): boolean {
  return vatId.startsWith('EL') || lists.isCountryCode(vatId.slice(0, 2))
}

function categoryOf({ tax }: { readonly tax: { readonly category: string } }) {
  return tax.category || undefined
}

function reasonOf({ reasonCode }: { readonly reasonCode?: string | undefined }) {
  return reasonCode
}

function schemesOf(identifiers: readonly { readonly scheme?: string | undefined }[]) {
  return identifiers.map(({ scheme }) => scheme)
}
