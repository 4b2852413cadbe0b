import { CLASSIFICATION_SCHEMES, UNIT_CODES } from '../../fields/item-codes.ts'
import * as lists from '../model/code-lists.ts'
import { isCreditNote } from '../model/document.ts'
import { at, atCodes, type Rule } from './rule.ts'

const MEDIA_TYPES = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
])

/** Prefix of creditor identifiers in the place of an ISO 6523 scheme. */
const isPartyScheme = (scheme: string): boolean =>
  scheme === 'SEPA' || lists.isIdentifierScheme(scheme)

const on =
  (list: { has(code: string): boolean }) =>
  (code: string): boolean =>
    list.has(code)

/** Codes must be on the lists of the standard (BR-CL-*), and VAT numbers need a country prefix. */
export const CODE_RULES: readonly Rule[] = [
  at('BR-CL-01', 'kind', (it) =>
    Boolean(it.typeCode && !isCreditNote(it) && !lists.INVOICE_TYPES.has(it.typeCode)),
  ),
  atCodes('BR-CL-04', 'currency', lists.isCurrencyCode, [
    ['currency', ({ currency }) => currency || undefined],
  ]),
  atCodes('BR-CL-05', 'currency', lists.isCurrencyCode, [
    ['taxCurrency', ({ taxCurrency }) => taxCurrency || undefined],
  ]),
  atCodes('BR-CL-06', 'code', on(lists.TAX_POINT_CODES), [
    ['taxPointDate', ({ taxPointCode }) => taxPointCode || undefined],
  ]),
  atCodes('BR-CL-07', 'code', lists.isReferenceScheme, [
    ['object', ({ invoicedObject }) => invoicedObject?.scheme],
  ]),
  atCodes('BR-CL-10', 'code', isPartyScheme, [
    ['sellerScheme', ({ seller }) => schemesOf(seller.identifiers)],
    ['buyerIdentifier', ({ buyer }) => schemesOf(buyer.identifiers)],
    ['sellerScheme', ({ payee }) => payee?.identifier?.scheme],
  ]),
  atCodes('BR-CL-11', 'code', lists.isIdentifierScheme, [
    ['sellerScheme', ({ seller }) => seller.registration?.scheme],
    ['buyerScheme', ({ buyer }) => buyer.registration?.scheme],
  ]),
  atCodes('BR-CL-13', 'code', on(CLASSIFICATION_SCHEMES), [
    ['itemClassification', (it) => it.lines.flatMap(({ item }) => schemesOf(item.classifications))],
  ]),
  atCodes('BR-CL-14', 'countryCode', lists.isCountryCode, [
    ['sellerCountry', ({ seller }) => seller.address.country || undefined],
    ['buyerCountry', ({ buyer }) => buyer.address.country || undefined],
    ['deliveryCountry', ({ delivery }) => delivery?.address?.country || undefined],
    ['representativeCountry', (it) => it.taxRepresentative?.address.country || undefined],
  ]),
  atCodes('BR-CL-15', 'countryCode', lists.isCountryCode, [
    ['itemOrigin', ({ lines }) => lines.map(({ item }) => item.originCountry)],
  ]),
  atCodes('BR-CL-16', 'means', lists.isPaymentMeans, [
    ['means', ({ payment }) => payment?.means.map(({ code }) => code || undefined)],
  ]),
  atCodes('BR-CL-17', 'category', on(lists.CATEGORIES), [
    ['taxes', ({ taxBreakdown }) => taxBreakdown.map(({ category }) => category || undefined)],
  ]),
  atCodes('BR-CL-18', 'category', on(lists.CATEGORIES), [
    ['itemCategory', ({ lines }) => lines.map(categoryOf)],
    ['discountCategory', ({ allowances }) => allowances.map(categoryOf)],
    ['chargeCategory', ({ charges }) => charges.map(categoryOf)],
  ]),
  atCodes('BR-CL-19', 'code', on(lists.ALLOWANCE_REASONS), [
    ['discountCode', ({ allowances }) => allowances.map(reasonOf)],
    ['itemDiscount', ({ lines }) => lines.flatMap(({ allowances }) => allowances.map(reasonOf))],
  ]),
  atCodes('BR-CL-20', 'code', on(lists.CHARGE_REASONS), [
    ['chargeCode', ({ charges }) => charges.map(reasonOf)],
    ['item', ({ lines }) => lines.flatMap(({ charges }) => charges.map(reasonOf))],
  ]),
  atCodes('BR-CL-21', 'code', lists.isIdentifierScheme, [
    ['itemNumber', ({ lines }) => lines.map(({ item }) => item.standardId?.scheme)],
  ]),
  atCodes('BR-CL-22', 'code', on(lists.EXEMPTION_CODES), [
    ['itemReasonCode', (it) => it.taxBreakdown.map((tax) => tax.exemptionCode?.toUpperCase())],
  ]),
  atCodes('BR-CL-23', 'itemUnit', on(UNIT_CODES), [
    ['itemUnit', ({ lines }) => lines.map(({ unit }) => unit || undefined)],
  ]),
  atCodes('BR-CL-24', 'code', on(MEDIA_TYPES), [
    ['attachment', ({ attachments }) => attachments.map(({ file }) => file?.mediaType)],
  ]),
  atCodes('BR-CL-25', 'code', on(lists.ENDPOINT_SCHEMES), [
    ['sellerEndpoint', ({ seller }) => seller.electronicAddress?.scheme],
    ['buyerEndpoint', ({ buyer }) => buyer.electronicAddress?.scheme],
  ]),
  atCodes('BR-CL-26', 'code', lists.isIdentifierScheme, [
    ['deliveryIdentifier', ({ delivery }) => delivery?.location?.scheme],
  ]),
  atCodes('BR-CO-09', 'vatPrefix', hasCountryPrefix, [
    ['sellerTaxId', ({ seller }) => seller.vatId || undefined],
    ['buyerTaxId', ({ buyer }) => buyer.vatId || undefined],
    ['representativeTaxId', (it) => it.taxRepresentative?.vatId || undefined],
  ]),
]

function hasCountryPrefix(vatId: string): boolean {
  return vatId.startsWith('EL') || lists.isCountryCode(vatId.slice(0, 2))
}

function categoryOf({ tax }: { readonly tax: { readonly category: string } }) {
  return tax.category || undefined
}

function reasonOf({ reasonCode }: { readonly reasonCode?: string | undefined }) {
  return reasonCode
}

export function schemesOf(identifiers: readonly { readonly scheme?: string | undefined }[]) {
  return identifiers.map(({ scheme }) => scheme)
}
