import { CREDIT_NOTE, FULL, MINIMAL, number } from '../../model/document.testing.ts'
import type { EInvoice } from '../../model/document.ts'
import { casesOf, changed, type Row } from './rule-case.testing.ts'

/** Hundredths that a change moves from the tax into the totals, so that these still add up. */
const totalsWithTax = (taxCents: bigint) => ({
  'totals.taxCents': taxCents,
  'totals.withTaxCents': FULL.totals.withoutTaxCents + taxCents,
  'totals.dueCents': FULL.totals.withoutTaxCents + taxCents - 10_001n,
})

const WITHOUT_LINES: EInvoice = changed(MINIMAL, {
  lines: [],
  totals: { linesCents: 0n, withoutTaxCents: 0n, withTaxCents: 0n, dueCents: 0n },
  'taxBreakdown.0.taxableCents': 0n,
})

/** EN 16931-1 6.4.1: required terms. */
const PRESENCE: readonly Row[] = [
  ['BR-02 number', { number: '' }],
  ['BR-03 issueDate', { issueDate: '' }],
  ['BR-04 kind', { typeCode: '' }],
  ['BR-05 currency', { currency: '' }],
  ['BR-06 sellerName', { 'seller.name': '' }],
  ['BR-07 buyerName', { 'buyer.name': '' }],
  ['BR-08 sellerAddress', { 'seller.address': { country: '' } }],
  ['BR-09 sellerCountry', { 'seller.address.country': '' }],
  ['BR-10 buyerAddress', { 'buyer.address': { country: '' } }],
  ['BR-11 buyerCountry', { 'buyer.address.country': '' }],
  ['BR-16 items', {}, WITHOUT_LINES],
  ['BR-18 representative', { 'taxRepresentative.name': '' }],
  ['BR-20 representativeCountry', { 'taxRepresentative.address.country': '' }],
  ['BR-56 representativeTaxId', { 'taxRepresentative.vatId': '' }],
  ['BR-21 item 1', { 'lines.1.id': '' }],
  ['BR-23 itemUnit 1', { 'lines.1.unit': '' }],
  ['BR-25 itemName 2', { 'lines.2.item.name': '' }],
  ['BR-27 itemPrice 1', { 'lines.1.price.net': number('-80') }],
  [[], { 'lines.1.price.net': number('0'), 'lines.0.price.gross': number('0') }],
  ['BR-28 itemPrice 0', { 'lines.0.price.gross': number('-13') }],
  ['BR-29 period', { period: { start: '2026-02-01', end: '2026-01-31' } }],
  ['BR-30 itemPeriod 0', { 'lines.0.period': { start: '2026-01-09', end: '2026-01-08' } }],
  ['BR-CO-19 period', { period: {} }],
  ['BR-CO-20 itemPeriod 0', { 'lines.0.period': {} }],
  [
    ['BR-33 discountReason 0', 'BR-CO-21 discountReason 0'],
    { 'allowances.0.reason': undefined, 'allowances.0.reasonCode': undefined },
  ],
  [
    ['BR-38 chargeReason 0', 'BR-CO-22 chargeReason 0'],
    { 'charges.0.reason': undefined, 'charges.0.reasonCode': undefined },
  ],
  [
    ['BR-42 itemDiscount 0', 'BR-CO-23 itemDiscount 0'],
    { 'lines.0.allowances.0.reason': '', 'lines.0.allowances.0.reasonCode': undefined },
  ],
  [
    ['BR-44 itemDiscount 0', 'BR-CO-24 itemDiscount 0'],
    { 'lines.0.charges.0.reason': '', 'lines.0.charges.0.reasonCode': undefined },
  ],
  [['BR-32 discountCategory 0', 'BR-S-08 taxes'], { 'allowances.0.tax.category': '' }],
  [['BR-37 chargeCategory 0', 'BR-S-08 taxes'], { 'charges.0.tax.category': '' }],
  [['BR-CO-04 itemCategory 1', 'BR-S-08 taxes'], { 'lines.1.tax.category': '' }],
  [['BR-47 taxes', 'BR-E-01 taxes'], { 'taxBreakdown.2.category': '' }],
  ['BR-48 taxes', { 'taxBreakdown.2.rate': undefined }],
  [['BR-CO-18 taxes', 'BR-E-01 taxes'], { taxBreakdown: [] }, MINIMAL],
  ['BR-52 attachment 1', { 'attachments.1.id': '' }],
  ['BR-53 taxCurrency', { 'totals.taxInTaxCurrencyCents': undefined }],
  ['BR-54 itemAttributes 0', { 'lines.0.item.attributes.1.name': '' }],
  ['BR-54 itemAttributes 0', { 'lines.0.item.attributes.0.value': '' }],
  ['BR-55 preceding 0', { 'precedingInvoices.0.number': '' }],
  ['BR-57 deliveryCountry', { 'delivery.address.country': '' }],
  ['BR-62 sellerEndpoint', { 'seller.electronicAddress.scheme': undefined }],
  ['BR-63 buyerEndpoint', { 'buyer.electronicAddress.scheme': undefined }],
  ['BR-64 itemNumber 0', { 'lines.0.item.standardId.scheme': undefined }],
  ['BR-65 itemClassification 0', { 'lines.0.item.classifications.1.scheme': undefined }],
  ['BR-CO-03 taxPointDate', { taxPointDate: '2026-01-31' }],
  [
    'BR-CO-26 sellerTaxId',
    { 'seller.vatId': undefined, 'seller.registration': undefined, 'seller.identifiers': [] },
  ],
  [[], { 'seller.vatId': undefined, 'seller.registration': undefined }],
  [[], { 'allowances.0.reason': undefined, 'charges.0.reasonCode': undefined }],
  [[], { period: { start: '2026-01-31', end: '2026-01-31' } }],
  [[], { period: { end: '2026-01-31' }, 'lines.0.period': { start: '2026-01-05' } }],
  [[], { taxCurrency: 'EUR', 'totals.taxInTaxCurrencyCents': undefined }],
]

/** BR-49 to BR-51, BR-61 and BR-CO-25. */
const PAYMENT: readonly Row[] = [
  ['BR-49 means', { 'payment.means.1.code': '' }],
  ['BR-50 account', { 'payment.means.1.code': '42', 'payment.means.1.account.id': '' }],
  ['BR-61 account', { 'payment.means.1.account': undefined }],
  ['BR-61 account', { 'payment.means.0.code': '30', 'payment.means.0.account': undefined }],
  [[], { 'payment.means.0.code': '42', 'payment.means.0.account': undefined }],
  ['BR-51 card', { 'payment.means.0.card.number': '12345678901' }, MINIMAL],
  [[], { 'payment.means.0.card.number': '1234567890' }, MINIMAL],
  ['BR-CO-25 dueDate', { dueDate: undefined, paymentTerms: undefined }],
  [[], { dueDate: undefined }],
  [[], { paymentTerms: undefined }],
  [[], { dueDate: undefined, paymentTerms: undefined }, CREDIT_NOTE],
  [[], { 'payment.means': [{ code: '10' }] }, MINIMAL],
]

/** The code lists that EN 16931 names, and the prefix of VAT numbers. */
const CODES: readonly Row[] = [
  ['BR-CL-01 kind', { typeCode: '999' }],
  [[], { typeCode: '396' }],
  ['BR-CL-04 currency 0', { currency: 'EURO' }],
  ['BR-CL-05 taxCurrency 0', { taxCurrency: 'SKR' }],
  ['BR-CL-06 taxPointDate 0', { taxPointCode: '4' }],
  ['BR-CL-07 object 0', { 'invoicedObject.scheme': 'meter' }],
  ['BR-CL-10 sellerScheme 1', { 'seller.identifiers.1.scheme': '0249' }],
  ['BR-CL-10 buyerIdentifier 0', { 'buyer.identifiers.0.scheme': '0092' }],
  ['BR-CL-10 sellerScheme 0', { 'payee.identifier.scheme': '88' }],
  [[], { 'payee.identifier.scheme': 'SEPA' }],
  ['BR-CL-11 sellerScheme 0', { 'seller.registration.scheme': 'SEPA' }],
  ['BR-CL-11 buyerScheme 0', { 'buyer.registration.scheme': '0001' }],
  [[], { 'buyer.registration.scheme': '0248', 'seller.registration.scheme': '0002' }],
  ['BR-CL-13 itemClassification 1', { 'lines.0.item.classifications.1.scheme': 'HSX' }],
  ['BR-CL-14 sellerCountry 0', { 'seller.address.country': 'UK' }],
  ['BR-CL-14 buyerCountry 0', { 'buyer.address.country': 'EU' }],
  ['BR-CL-14 deliveryCountry 0', { 'delivery.address.country': 'se' }],
  ['BR-CL-14 representativeCountry 0', { 'taxRepresentative.address.country': 'EL' }],
  [[], { 'buyer.address.country': 'XI', 'seller.address.country': '1A' }],
  ['BR-CL-15 itemOrigin 0', { 'lines.0.item.originCountry': 'ZZ' }],
  ['BR-CL-16 means 1', { 'payment.means.1.code': '71' }],
  [[], { 'payment.means.1.code': 'ZZZ' }],
  [
    ['BR-CL-17 taxes 2', 'BR-CL-18 itemCategory 2'],
    { 'taxBreakdown.2.category': 'X', 'lines.2.tax.category': 'X' },
  ],
  [['BR-CL-18 discountCategory 0', 'BR-S-08 taxes'], { 'allowances.0.tax.category': 'X' }],
  [['BR-CL-18 chargeCategory 0', 'BR-S-08 taxes'], { 'charges.0.tax.category': 's' }],
  ['BR-CL-19 discountCode 0', { 'allowances.0.reasonCode': 'FC' }],
  ['BR-CL-19 itemDiscount 0', { 'lines.0.allowances.0.reasonCode': '96' }],
  ['BR-CL-20 chargeCode 0', { 'charges.0.reasonCode': '95' }],
  ['BR-CL-20 item 0', { 'lines.0.charges.0.reasonCode': 'pc' }],
  ['BR-CL-21 itemNumber 0', { 'lines.0.item.standardId.scheme': 'GTIN' }],
  ['BR-CL-22 itemReasonCode 2', { 'taxBreakdown.2.exemptionCode': 'VATEX-EU-133' }],
  [[], { 'taxBreakdown.2.exemptionCode': 'vatex-eu-132' }],
  ['BR-CL-23 itemUnit 1', { 'lines.1.unit': 'Stunden' }],
  ['BR-CL-24 attachment 1', { 'attachments.1.file.mediaType': 'text/plain' }],
  ['BR-CL-25 sellerEndpoint 0', { 'seller.electronicAddress.scheme': '0001' }],
  ['BR-CL-25 buyerEndpoint 0', { 'buyer.electronicAddress.scheme': 'em' }],
  ['BR-CL-26 deliveryIdentifier 0', { 'delivery.location.scheme': '0103' }],
  ['BR-CO-09 sellerTaxId 0', { 'seller.vatId': '123456788' }],
  ['BR-CO-09 buyerTaxId 0', { 'buyer.vatId': 'UK556677889901' }],
  ['BR-CO-09 representativeTaxId 0', { 'taxRepresentative.vatId': 'S1122334455' }],
  [[], { 'seller.vatId': 'EL123456789' }],
]

/**
 * BR-CO-10 to BR-CO-17. One cent counts, except in taxes, where the official rules tolerate 0.99.
 */
const SUMS: readonly Row[] = [
  ['BR-CO-10 totals', { 'lines.0.netCents': 12_076n }],
  ['BR-CO-11 totals', { 'allowances.0.amountCents': 2_001n }],
  [['BR-CO-11 totals', 'BR-CO-13 totals'], { 'totals.allowancesCents': undefined }],
  ['BR-CO-12 totals', { 'charges.0.amountCents': 799n }],
  [
    'BR-CO-13 totals',
    {
      'totals.withoutTaxCents': 40_876n,
      'totals.withTaxCents': 44_582n,
      'totals.dueCents': 34_581n,
    },
  ],
  ['BR-CO-14 totals', totalsWithTax(3_707n)],
  ['BR-CO-15 totals', { 'totals.withTaxCents': 44_582n, 'totals.dueCents': 34_581n }],
  ['BR-CO-16 totals', { 'totals.dueCents': 34_581n }],
  ['BR-CO-16 totals', { 'totals.roundingCents': undefined }],
  ['BR-CO-16 totals', { 'totals.paidCents': undefined }],
  [
    ['BR-CO-17 totals', 'BR-S-09 taxes'],
    { 'taxBreakdown.0.taxCents': 2_546n, ...totalsWithTax(3_806n) },
  ],
  [
    ['BR-CO-17 totals', 'BR-S-09 taxes'],
    { 'taxBreakdown.0.taxCents': 2_346n, ...totalsWithTax(3_606n) },
  ],
  [[], { 'taxBreakdown.0.taxCents': 2_545n, ...totalsWithTax(3_805n) }],
  [[], { 'taxBreakdown.0.taxCents': 2_347n, ...totalsWithTax(3_607n) }],
  ['BR-E-09 taxes', { 'taxBreakdown.2.taxCents': 49n, ...totalsWithTax(3_755n) }],
  [
    ['BR-CO-17 totals', 'BR-E-09 taxes'],
    { 'taxBreakdown.2.taxCents': -50n, ...totalsWithTax(3_656n) },
  ],
]

export const STANDARD_CASES = [PRESENCE, PAYMENT, CODES, SUMS].flatMap((rows) =>
  casesOf('en16931', rows),
)
