import { CLASSIFICATION_SCHEMES, UNIT_CODES } from '../../invoices/item-codes.ts'
import * as lists from '../model/code-lists.ts'
import { type EInvoice, isCreditNote } from '../model/document.ts'
import type { Identifier } from '../model/party.ts'
import { at, atCodes, type Rule, rule } from './rule.ts'

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

const schemes = (...identifiers: readonly (Identifier | undefined)[]) =>
  identifiers.map((it) => it?.scheme)

const one = (code: string | undefined) => (code === undefined || code === '' ? [] : [code])

const isType = (document: EInvoice): boolean =>
  isCreditNote(document) || lists.INVOICE_TYPES.has(document.typeCode)

const isCountry = lists.isCountryCode
const isCategory = (code: string): boolean => lists.CATEGORIES.has(code)
const isAllowanceReason = (code: string): boolean => lists.ALLOWANCE_REASONS.has(code)
const isChargeReason = (code: string): boolean => lists.CHARGE_REASONS.has(code)
const isEndpoint = (code: string): boolean => lists.ENDPOINT_SCHEMES.has(code)

/** Codes must be on the lists of the standard (BR-CL-*), and VAT numbers need a country prefix. */
export const CODE_RULES: readonly Rule[] = [
  rule(
    'BR-CL-01',
    'kind',
    at('kind', (it) => it.typeCode !== '' && !isType(it)),
  ),
  rule(
    'BR-CL-04',
    'currency',
    atCodes('currency', (it) => one(it.currency), lists.isCurrencyCode),
  ),
  rule(
    'BR-CL-05',
    'currency',
    atCodes('taxCurrency', (it) => one(it.taxCurrency), lists.isCurrencyCode),
  ),
  rule(
    'BR-CL-06',
    'code',
    atCodes(
      'taxPointDate',
      (it) => one(it.taxPointCode),
      (it) => lists.TAX_POINT_CODES.has(it),
    ),
  ),
  rule(
    'BR-CL-07',
    'code',
    atCodes('object', (it) => schemes(it.invoicedObject), lists.isReferenceScheme),
  ),
  rule('BR-CL-10', 'code', (it) => [
    ...atCodes('sellerScheme', ({ seller }) => schemes(...seller.identifiers), isPartyScheme)(it),
    ...atCodes('buyerIdentifier', ({ buyer }) => schemes(...buyer.identifiers), isPartyScheme)(it),
    ...atCodes('sellerScheme', ({ payee }) => schemes(payee?.identifier), isPartyScheme)(it),
  ]),
  rule('BR-CL-11', 'code', (it) => [
    ...atCodes(
      'sellerScheme',
      ({ seller }) => schemes(seller.registration),
      lists.isIdentifierScheme,
    )(it),
    ...atCodes(
      'buyerScheme',
      ({ buyer }) => schemes(buyer.registration),
      lists.isIdentifierScheme,
    )(it),
  ]),
  rule(
    'BR-CL-13',
    'code',
    atCodes(
      'itemClassification',
      ({ lines }) => lines.flatMap(({ item }) => schemes(...item.classifications)),
      (it) => CLASSIFICATION_SCHEMES.has(it),
    ),
  ),
  rule('BR-CL-14', 'countryCode', (it) => [
    ...atCodes('sellerCountry', ({ seller }) => one(seller.address.country), isCountry)(it),
    ...atCodes('buyerCountry', ({ buyer }) => one(buyer.address.country), isCountry)(it),
    ...atCodes('deliveryCountry', ({ delivery }) => one(delivery?.address?.country), isCountry)(it),
    ...atCodes(
      'representativeCountry',
      ({ taxRepresentative }) => one(taxRepresentative?.address.country),
      isCountry,
    )(it),
  ]),
  rule(
    'BR-CL-15',
    'countryCode',
    atCodes('itemOrigin', ({ lines }) => lines.map(({ item }) => item.originCountry), isCountry),
  ),
  rule(
    'BR-CL-16',
    'means',
    atCodes(
      'means',
      ({ payment }) => (payment?.means ?? []).flatMap(({ code }) => one(code)),
      lists.isPaymentMeans,
    ),
  ),
  rule('BR-CL-17', 'category', (it) => [
    ...atCodes('taxes', ({ taxBreakdown }) => categories(taxBreakdown), isCategory)(it),
  ]),
  rule('BR-CL-18', 'category', (it) => [
    ...atCodes('itemCategory', ({ lines }) => categories(taxesOf(lines)), isCategory)(it),
    ...atCodes(
      'discountCategory',
      ({ allowances }) => categories(taxesOf(allowances)),
      isCategory,
    )(it),
    ...atCodes('chargeCategory', ({ charges }) => categories(taxesOf(charges)), isCategory)(it),
  ]),
  rule('BR-CL-19', 'code', (it) => [
    ...atCodes('discountCode', ({ allowances }) => reasons(allowances), isAllowanceReason)(it),
    ...atCodes(
      'itemDiscount',
      ({ lines }) => lines.flatMap(({ allowances }) => reasons(allowances)),
      isAllowanceReason,
    )(it),
  ]),
  rule('BR-CL-20', 'code', (it) => [
    ...atCodes('chargeCode', ({ charges }) => reasons(charges), isChargeReason)(it),
    ...atCodes(
      'item',
      ({ lines }) => lines.flatMap(({ charges }) => reasons(charges)),
      isChargeReason,
    )(it),
  ]),
  rule(
    'BR-CL-21',
    'code',
    atCodes(
      'itemNumber',
      ({ lines }) => lines.flatMap(({ item }) => schemes(item.standardId)),
      lists.isIdentifierScheme,
    ),
  ),
  rule(
    'BR-CL-22',
    'code',
    atCodes(
      'itemReasonCode',
      ({ taxBreakdown }) => taxBreakdown.map(({ exemptionCode }) => exemptionCode?.toUpperCase()),
      (code) => lists.EXEMPTION_CODES.has(code),
    ),
  ),
  rule(
    'BR-CL-23',
    'itemUnit',
    atCodes(
      'itemUnit',
      ({ lines }) => lines.map(({ unit }) => unit || undefined),
      (it) => UNIT_CODES.has(it),
    ),
  ),
  rule(
    'BR-CL-24',
    'code',
    atCodes(
      'attachment',
      ({ attachments }) => attachments.map(({ file }) => file?.mediaType),
      (type) => MEDIA_TYPES.has(type),
    ),
  ),
  rule('BR-CL-25', 'code', (it) => [
    ...atCodes('sellerEndpoint', ({ seller }) => schemes(seller.electronicAddress), isEndpoint)(it),
    ...atCodes('buyerEndpoint', ({ buyer }) => schemes(buyer.electronicAddress), isEndpoint)(it),
  ]),
  rule(
    'BR-CL-26',
    'code',
    atCodes(
      'deliveryIdentifier',
      ({ delivery }) => schemes(delivery?.location),
      lists.isIdentifierScheme,
    ),
  ),
  rule('BR-CO-09', 'vatPrefix', (it) => [
    ...atCodes('sellerTaxId', ({ seller }) => one(seller.vatId), hasCountryPrefix)(it),
    ...atCodes('buyerTaxId', ({ buyer }) => one(buyer.vatId), hasCountryPrefix)(it),
    ...atCodes(
      'representativeTaxId',
      ({ taxRepresentative }) => one(taxRepresentative?.vatId),
      hasCountryPrefix,
    )(it),
  ]),
]

const hasCountryPrefix = (vatId: string): boolean =>
  vatId.startsWith('EL') || isCountry(vatId.slice(0, 2))

const categories = (taxes: readonly { readonly category: string }[]) =>
  taxes.map(({ category }) => category || undefined)

const taxesOf = (entries: readonly { readonly tax: { readonly category: string } }[]) =>
  entries.map(({ tax }) => tax)

const reasons = (entries: readonly { readonly reasonCode?: string | undefined }[]) =>
  entries.map(({ reasonCode }) => reasonCode)
