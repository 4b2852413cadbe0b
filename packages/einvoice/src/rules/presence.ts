import type { EInvoice } from '../model/document.ts'
import type { Allowance } from '../model/line.ts'
import type { Address } from '../model/party.ts'
import { at, atEach, atLines, type Rule } from './rule.ts'

/** Required terms (EN 16931-1 6.4.1, and BR-CO-* about presence). */
export const PRESENCE_RULES: readonly Rule[] = [
  at('BR-02', 'number', ({ number }) => number === ''),
  at('BR-03', 'issueDate', ({ issueDate }) => issueDate === ''),
  at('BR-04', 'kind', ({ typeCode }) => typeCode === ''),
  at('BR-05', 'currency', ({ currency }) => currency === ''),
  at('BR-06', 'sellerName', ({ seller }) => seller.name === ''),
  at('BR-07', 'buyerName', ({ buyer }) => buyer.name === ''),
  at('BR-08', 'sellerAddress', ({ seller }) => isEmpty(seller.address)),
  at('BR-09', 'sellerCountry', ({ seller }) => noCountry(seller.address)),
  at('BR-10', 'buyerAddress', ({ buyer }) => isEmpty(buyer.address)),
  at('BR-11', 'buyerCountry', ({ buyer }) => noCountry(buyer.address)),
  at('BR-16', 'items', ({ lines }) => lines.length === 0),
  at('BR-18', 'representative', (it) => it.taxRepresentative?.name === ''),
  at('BR-20', 'representativeCountry', (it) => it.taxRepresentative?.address.country === ''),
  at(
    'BR-56',
    ['representativeTaxId', 'representative'],
    (it) => it.taxRepresentative?.vatId === '',
  ),
  atLines('BR-21', 'item', ({ id }) => id === ''),
  atLines('BR-23', 'itemUnit', ({ unit }) => unit === ''),
  atLines('BR-25', 'itemName', ({ item }) => item.name === ''),
  atLines('BR-27', 'itemPrice', ({ price }) => price.net.digits < 0n),
  atLines('BR-28', 'itemPrice', ({ price }) => (price.gross?.digits ?? 0n) < 0n),
  at('BR-29', 'period', ({ period }) => isReversed(period)),
  atLines('BR-30', 'itemPeriod', ({ period }) => isReversed(period)),
  at('BR-CO-19', 'period', ({ period }) => isOpen(period)),
  atLines('BR-CO-20', 'itemPeriod', ({ period }) => isOpen(period)),
  // The standard has the rules on reasons twice, with two ids.
  atEach('BR-33', 'allowances', ['discountReason', 'reason'], lacksReason),
  atEach('BR-CO-21', 'allowances', ['discountReason', 'reason'], lacksReason),
  atEach('BR-38', 'charges', ['chargeReason', 'reason'], lacksReason),
  atEach('BR-CO-22', 'charges', ['chargeReason', 'reason'], lacksReason),
  atLines('BR-42', ['itemDiscount', 'reason'], ({ allowances }) => allowances.some(lacksReason)),
  atLines('BR-CO-23', ['itemDiscount', 'reason'], ({ allowances }) => allowances.some(lacksReason)),
  atLines('BR-44', ['itemDiscount', 'reason'], ({ charges }) => charges.some(lacksReason)),
  atLines('BR-CO-24', ['itemDiscount', 'reason'], ({ charges }) => charges.some(lacksReason)),
  atEach('BR-32', 'allowances', ['discountCategory', 'category'], ({ tax }) => tax.category === ''),
  atEach('BR-37', 'charges', ['chargeCategory', 'category'], ({ tax }) => tax.category === ''),
  atLines('BR-CO-04', ['itemCategory', 'category'], ({ tax }) => tax.category === ''),
  at('BR-47', 'taxes', (it) => it.taxBreakdown.some(({ category }) => category === '')),
  at('BR-48', 'taxes', (it) =>
    it.taxBreakdown.some(({ category, rate }) => category !== 'O' && rate === undefined),
  ),
  at('BR-CO-18', 'taxes', ({ taxBreakdown }) => taxBreakdown.length === 0),
  atEach('BR-52', 'attachments', 'attachment', ({ id }) => id === ''),
  at(
    'BR-53',
    'taxCurrency',
    ({ taxCurrency, currency, totals }) =>
      taxCurrency !== undefined &&
      taxCurrency !== currency &&
      totals.taxInTaxCurrencyCents === undefined,
  ),
  atLines('BR-54', 'itemAttributes', ({ item }) =>
    item.attributes.some(({ name, value }) => name === '' || value === ''),
  ),
  atEach('BR-55', 'precedingInvoices', 'preceding', ({ number }) => number === ''),
  at('BR-57', 'deliveryCountry', (it) => it.delivery?.address?.country === ''),
  at('BR-62', 'sellerEndpoint', ({ seller }) => lacksScheme(seller.electronicAddress)),
  at('BR-63', 'buyerEndpoint', ({ buyer }) => lacksScheme(buyer.electronicAddress)),
  atLines('BR-64', ['itemNumber', 'item'], ({ item }) => lacksScheme(item.standardId)),
  atLines('BR-65', 'itemClassification', ({ item }) => item.classifications.some(lacksScheme)),
  at(
    'BR-CO-03',
    'taxPointDate',
    ({ taxPointDate: date, taxPointCode: code }) => date !== undefined && code !== undefined,
  ),
  at(
    'BR-CO-26',
    ['sellerTaxId', 'sellerIdentification'],
    ({ seller }) =>
      seller.vatId === undefined && !seller.registration && seller.identifiers.length === 0,
  ),
]

function isEmpty({ country, ...rest }: Address): boolean {
  return country === '' && Object.values(rest).every((part) => part === undefined)
}

function noCountry(address: Address): boolean {
  return address.country === '' && !isEmpty(address)
}

function lacksScheme(identifier: { readonly scheme?: string | undefined } | undefined): boolean {
  return identifier !== undefined && !identifier.scheme
}

type Period = EInvoice['period']

function isReversed(period: Period): boolean {
  return period?.start !== undefined && period.end !== undefined && period.end < period.start
}

function isOpen(period: Period): boolean {
  return period !== undefined && period.start === undefined && period.end === undefined
}

function lacksReason({ reason, reasonCode }: Allowance): boolean {
  return !reason && !reasonCode
}
