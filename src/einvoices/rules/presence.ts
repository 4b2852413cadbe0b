import type { EInvoice } from '../model/document.ts'
import type { Allowance } from '../model/line.ts'
import type { Address } from '../model/party.ts'
import { at, atLines, type Place, type Rule, rule } from './rule.ts'

/** Required terms (EN 16931-1 6.4.1, and BR-CO-* about presence). */
export const PRESENCE_RULES: readonly Rule[] = [
  rule(
    'BR-02',
    'number',
    at('number', ({ number }) => number === ''),
  ),
  rule(
    'BR-03',
    'issueDate',
    at('issueDate', ({ issueDate }) => issueDate === ''),
  ),
  rule(
    'BR-04',
    'kind',
    at('kind', ({ typeCode }) => typeCode === ''),
  ),
  rule(
    'BR-05',
    'currency',
    at('currency', ({ currency }) => currency === ''),
  ),
  rule(
    'BR-06',
    'sellerName',
    at('sellerName', ({ seller }) => seller.name === ''),
  ),
  rule(
    'BR-07',
    'buyerName',
    at('buyerName', ({ buyer }) => buyer.name === ''),
  ),
  rule(
    'BR-08',
    'sellerAddress',
    at('sellerAddress', ({ seller }) => isEmpty(seller.address)),
  ),
  rule(
    'BR-09',
    'sellerCountry',
    at('sellerCountry', ({ seller }) => noCountry(seller.address)),
  ),
  rule(
    'BR-10',
    'buyerAddress',
    at('buyerAddress', ({ buyer }) => isEmpty(buyer.address)),
  ),
  rule(
    'BR-11',
    'buyerCountry',
    at('buyerCountry', ({ buyer }) => noCountry(buyer.address)),
  ),
  rule(
    'BR-16',
    'items',
    at('items', ({ lines }) => lines.length === 0),
  ),
  rule(
    'BR-18',
    'representative',
    at('representative', (it) => it.taxRepresentative?.name === ''),
  ),
  rule(
    'BR-20',
    'representativeCountry',
    at('representativeCountry', (it) => it.taxRepresentative?.address.country === ''),
  ),
  rule(
    'BR-56',
    'representative',
    at('representativeTaxId', (it) => it.taxRepresentative?.vatId === ''),
  ),
  rule(
    'BR-21',
    'item',
    atLines('item', ({ id }) => id === ''),
  ),
  rule(
    'BR-23',
    'itemUnit',
    atLines('itemUnit', ({ unit }) => unit === ''),
  ),
  rule(
    'BR-25',
    'itemName',
    atLines('itemName', ({ item }) => item.name === ''),
  ),
  rule(
    'BR-27',
    'itemPrice',
    atLines('itemPrice', ({ price }) => price.net.digits < 0n),
  ),
  rule(
    'BR-28',
    'itemPrice',
    atLines('itemPrice', ({ price }) => isNegative(price.gross?.digits)),
  ),
  rule(
    'BR-29',
    'period',
    at('period', ({ period }) => isReversed(period)),
  ),
  rule(
    'BR-30',
    'itemPeriod',
    atLines('itemPeriod', ({ period }) => isReversed(period)),
  ),
  rule(
    'BR-CO-19',
    'period',
    at('period', ({ period }) => isOpen(period)),
  ),
  rule(
    'BR-CO-20',
    'itemPeriod',
    atLines('itemPeriod', ({ period }) => isOpen(period)),
  ),
  ...reasonRules('BR-33', 'BR-CO-21', 'discountReason', ({ allowances }) => allowances),
  ...reasonRules('BR-38', 'BR-CO-22', 'chargeReason', ({ charges }) => charges),
  ...lineReasonRules('BR-42', 'BR-CO-23', ({ allowances }) => allowances),
  ...lineReasonRules('BR-44', 'BR-CO-24', ({ charges }) => charges),
  rule('BR-32', 'category', (it) => without(it.allowances, 'discountCategory')),
  rule('BR-37', 'category', (it) => without(it.charges, 'chargeCategory')),
  rule(
    'BR-CO-04',
    'category',
    atLines('itemCategory', ({ tax }) => tax.category === ''),
  ),
  rule(
    'BR-47',
    'taxes',
    at('taxes', (it) => it.taxBreakdown.some((tax) => tax.category === '')),
  ),
  rule(
    'BR-48',
    'taxes',
    at('taxes', (it) =>
      it.taxBreakdown.some(({ category, rate }) => category !== 'O' && rate === undefined),
    ),
  ),
  rule(
    'BR-CO-18',
    'taxes',
    at('taxes', ({ taxBreakdown }) => taxBreakdown.length === 0),
  ),
  rule('BR-52', 'attachment', (it) => unnamed(it.attachments, 'attachment', ({ id }) => id)),
  rule(
    'BR-53',
    'taxCurrency',
    at(
      'taxCurrency',
      ({ taxCurrency, currency, totals }) =>
        taxCurrency !== undefined &&
        taxCurrency !== currency &&
        totals.taxInTaxCurrencyCents === undefined,
    ),
  ),
  rule(
    'BR-54',
    'itemAttributes',
    atLines('itemAttributes', ({ item }) =>
      item.attributes.some(({ name, value }) => name === '' || value === ''),
    ),
  ),
  rule('BR-55', 'preceding', (it) =>
    unnamed(it.precedingInvoices, 'preceding', ({ number }) => number),
  ),
  rule(
    'BR-57',
    'deliveryCountry',
    at('deliveryCountry', (it) => it.delivery?.address?.country === ''),
  ),
  rule(
    'BR-62',
    'sellerEndpoint',
    at('sellerEndpoint', ({ seller }) => noScheme(seller.electronicAddress)),
  ),
  rule(
    'BR-63',
    'buyerEndpoint',
    at('buyerEndpoint', ({ buyer }) => noScheme(buyer.electronicAddress)),
  ),
  rule(
    'BR-64',
    'item',
    atLines('itemNumber', ({ item }) => noScheme(item.standardId)),
  ),
  rule(
    'BR-65',
    'itemClassification',
    atLines('itemClassification', ({ item }) => item.classifications.some(noScheme)),
  ),
  rule(
    'BR-CO-03',
    'taxPointDate',
    at('taxPointDate', (it) => it.taxPointDate !== undefined && it.taxPointCode !== undefined),
  ),
  rule(
    'BR-CO-26',
    'sellerIdentification',
    at(
      'sellerTaxId',
      ({ seller }) =>
        seller.vatId === undefined && !seller.registration && seller.identifiers.length === 0,
    ),
  ),
]

const isEmpty = ({ country, ...rest }: Address): boolean =>
  country === '' && Object.values(rest).every((part) => part === undefined)

const noCountry = (address: Address): boolean => address.country === '' && !isEmpty(address)

const noScheme = (identifier: { readonly scheme?: string | undefined } | undefined): boolean =>
  identifier !== undefined && !identifier.scheme

const isNegative = (value: bigint | undefined): boolean => value !== undefined && value < 0n

type Period = EInvoice['period']

const isReversed = (period: Period): boolean =>
  period?.start !== undefined && period.end !== undefined && period.end < period.start

const isOpen = (period: Period): boolean =>
  period !== undefined && period.start === undefined && period.end === undefined

const hasReason = ({ reason, reasonCode }: Allowance): boolean => Boolean(reason || reasonCode)

/** The standard has this rule twice, with two ids. */
function reasonRules(
  id: string,
  twin: string,
  field: 'discountReason' | 'chargeReason',
  entries: (document: EInvoice) => readonly Allowance[],
): readonly Rule[] {
  const broken = (document: EInvoice): readonly Place[] =>
    entries(document).flatMap((entry, index) => (hasReason(entry) ? [] : [{ field, index }]))
  return [rule(id, 'reason', broken), rule(twin, 'reason', broken)]
}

function lineReasonRules(
  id: string,
  twin: string,
  entries: (line: EInvoice['lines'][number]) => readonly Allowance[],
): readonly Rule[] {
  const broken = atLines('itemDiscount', (line) => !entries(line).every(hasReason))
  return [rule(id, 'reason', broken), rule(twin, 'reason', broken)]
}

const without = (
  entries: EInvoice['allowances'],
  field: 'discountCategory' | 'chargeCategory',
): readonly Place[] =>
  entries.flatMap(({ tax }, index) => (tax.category === '' ? [{ field, index }] : []))

const unnamed = <T>(
  entries: readonly T[],
  field: 'attachment' | 'preceding',
  nameOf: (entry: T) => string,
): readonly Place[] =>
  entries.flatMap((entry, index) => (nameOf(entry) === '' ? [{ field, index }] : []))
