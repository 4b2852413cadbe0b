import { sumOf } from '../../money/minor.ts'
import * as digits from '../model/check-digits.ts'
import { PEPPOL_SCHEMES } from '../model/code-lists.ts'
import type { Decimal } from '../model/decimal.ts'
import type { EInvoice } from '../model/document.ts'
import type { Field } from '../model/fields.ts'
import type { Allowance, Line } from '../model/line.ts'
import type { Identifier } from '../model/party.ts'
import { COUNTRY_RULES } from './countries.ts'
import { at, atLines, type Rule, rule } from './rule.ts'
import { percentCents } from './sums.ts'
import { GERMAN_RULES } from './xrechnung.ts'

const SLACK_CENTS = 2n
const DEBITS = new Set(['49', '59'])
/** Codes of UNCL 1001 that Peppol's invoice processes accept (self-billing has its own). */
const TYPES = new Set(
  (
    '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 ' +
    '876 877 381 396 81 83 532'
  ).split(' '),
)
const GERMAN_TYPES = new Set(['326', '384'])
/** Countries with national rules that are not checked. */
const UNCHECKED = new Set(['GR'])

export const PEPPOL_RULES: readonly Rule[] = [
  rule(
    'PEPPOL-EN16931-R003',
    'referenceOrOrder',
    at('reference', (it) => !it.buyerReference && !it.purchaseOrderReference),
  ),
  rule(
    'PEPPOL-EN16931-R010',
    'buyerEndpoint',
    at('buyerEndpoint', ({ buyer }) => buyer.electronicAddress === undefined),
  ),
  rule(
    'PEPPOL-EN16931-R020',
    'sellerEndpoint',
    at('sellerEndpoint', ({ seller }) => seller.electronicAddress === undefined),
  ),
  rule('PEPPOL-EN16931-CL008', 'networkAddress', (it) => [
    ...addressPlace('sellerEndpoint', it.seller.electronicAddress),
    ...addressPlace('buyerEndpoint', it.buyer.electronicAddress),
  ]),
  rule(
    'PEPPOL-EN16931-R002',
    'notes',
    at('notes', (it) => it.notes.length > 1 && !areGerman(it)),
  ),
  rule(
    'PEPPOL-EN16931-R005',
    'taxCurrency',
    at('taxCurrency', ({ taxCurrency, currency }) => taxCurrency === currency),
  ),
  rule(
    'PEPPOL-EN16931-R055',
    'taxCurrency',
    at('taxCurrency', ({ totals }) => {
      const { taxCents = 0n, taxInTaxCurrencyCents = 0n } = totals
      return taxCents * taxInTaxCurrencyCents < 0n
    }),
  ),
  rule(
    'PEPPOL-EN16931-R061',
    'mandate',
    at('mandate', ({ payment }) =>
      Boolean(payment?.means.some(({ code }) => DEBITS.has(code)) && !payment.mandate),
    ),
  ),
  rule(
    'PEPPOL-EN16931-R110',
    'periodInside',
    atLines('itemPeriod', ({ period }, it) => isBefore(period?.start, it.period?.start)),
  ),
  rule(
    'PEPPOL-EN16931-R111',
    'periodInside',
    atLines('itemPeriod', ({ period }, it) => isBefore(it.period?.end, period?.end)),
  ),
  rule('PEPPOL-EN16931-R040', 'sums', (it) => adjustmentsWhere(it, isOffPercent)),
  rule('PEPPOL-EN16931-R041', 'sums', (it) =>
    adjustmentsWhere(
      it,
      ({ percent, baseCents }) => percent !== undefined && baseCents === undefined,
    ),
  ),
  rule('PEPPOL-EN16931-R042', 'sums', (it) =>
    adjustmentsWhere(
      it,
      ({ percent, baseCents }) => percent === undefined && baseCents !== undefined,
    ),
  ),
  rule(
    'PEPPOL-EN16931-R120',
    'sums',
    atLines('item', (line) => !isNetOf(line)),
  ),
  rule(
    'PEPPOL-EN16931-R121',
    'itemQuantity',
    atLines('itemQuantity', ({ price }) => (price.baseQuantity?.digits ?? 1n) <= 0n),
  ),
  rule(
    'PEPPOL-EN16931-R130',
    'itemUnit',
    atLines('itemUnit', ({ price, unit }) => (price.baseUnit ?? unit) !== unit),
  ),
  rule(
    'PEPPOL-EN16931-P0112',
    'germanKind',
    at('kind', (it) => GERMAN_TYPES.has(it.typeCode) && !areGerman(it)),
  ),
  rule(
    'PEPPOL-EN16931-P0100',
    'networkKind',
    at('kind', (it) => !TYPES.has(it.typeCode)),
  ),
  ...Object.entries({
    P0104: ['VATEX-EU-G', 'G'],
    P0105: ['VATEX-EU-O', 'O'],
    P0106: ['VATEX-EU-IC', 'K'],
    P0107: ['VATEX-EU-AE', 'AE'],
    P0108: ['VATEX-EU-D', 'E'],
    P0109: ['VATEX-EU-F', 'E'],
    P0110: ['VATEX-EU-I', 'E'],
    P0111: ['VATEX-EU-J', 'E'],
  }).map(([id, [code = '', category = '']]) =>
    rule(`PEPPOL-EN16931-${id}`, 'codeOfCategory', ({ taxBreakdown }) =>
      taxBreakdown.some((tax) => tax.exemptionCode === code && tax.category !== category)
        ? [{ field: 'taxes', values: { code, category } }]
        : [],
    ),
  ),
  ...Object.entries({
    R040: ['0088', digits.isGln],
    R041: ['0192', digits.isNorwegian],
    R042: ['0184', digits.isDanish],
    R043: ['0208', digits.isBelgian],
    R049: ['0007', digits.isSwedish],
    R050: ['0151', digits.isAustralian],
  } as const).map(([id, [scheme, isRight]]) => checkDigitRule(id, scheme, isRight)),
  ...GERMAN_RULES.map((german) => ({
    ...german,
    id: networkId(german.id),
    broken: (it: EInvoice) => (areGerman(it) ? german.broken(it) : []),
  })),
  ...COUNTRY_RULES,
  // An error, not a warning, because the network may reject the document.
  rule('PEPPOL-COUNTRY', 'countryRules', ({ seller }) =>
    UNCHECKED.has(seller.address.country)
      ? [{ field: 'sellerCountry', values: { country: seller.address.country } }]
      : [],
  ),
]

/** Peppol repeats the rules of XRechnung for invoices within Germany: `BR-DE-7`, `DE-R-007`. */
function networkId(id: string): string {
  const [, number = '', part] = /^BR-DE-(\d+)(?:-([ab]))?$/.exec(id) ?? []
  return `DE-R-${number.padStart(3, '0')}${part ? `-${part === 'a' ? 1 : 2}` : ''}`
}

const areGerman = ({ seller, buyer }: EInvoice): boolean =>
  seller.address.country === 'DE' && buyer.address.country === 'DE'

const addressPlace = (field: Field, address: Identifier | undefined) =>
  address?.scheme === undefined || PEPPOL_SCHEMES.has(address.scheme)
    ? []
    : [{ field, values: { scheme: address.scheme } }]

function checkDigitRule(id: string, scheme: string, isRight: (text: string) => boolean): Rule {
  const isWrong = (identifier: Identifier | undefined): boolean =>
    identifier?.scheme === scheme && !isRight(identifier.value.trim())
  const values = { scheme }
  return rule(`PEPPOL-COMMON-${id}`, 'checkDigits', ({ seller, buyer, delivery }) => [
    ...(isWrong(seller.electronicAddress) ? [{ field: 'sellerEndpoint', values } as const] : []),
    ...(isWrong(seller.registration) ? [{ field: 'sellerRegistration', values } as const] : []),
    ...(isWrong(buyer.electronicAddress) ? [{ field: 'buyerEndpoint', values } as const] : []),
    ...(isWrong(buyer.registration) ? [{ field: 'buyerRegistration', values } as const] : []),
    ...(buyer.identifiers.some(isWrong) ? [{ field: 'buyerIdentifier', values } as const] : []),
    ...(isWrong(delivery?.location) ? [{ field: 'deliveryIdentifier', values } as const] : []),
  ])
}

const isBefore = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a < b

const isNear = (a: bigint, b: bigint): boolean => a - b <= SLACK_CENTS && b - a <= SLACK_CENTS

const isOffPercent = ({ amountCents, baseCents, percent }: Allowance): boolean =>
  baseCents !== undefined &&
  percent !== undefined &&
  !isNear(amountCents, percentCents(baseCents, percent))

function adjustmentsWhere(document: EInvoice, isBroken: (entry: Allowance) => boolean) {
  const places = (entries: readonly Allowance[], field: Field) =>
    entries.flatMap((entry, index) => (isBroken(entry) ? [{ field, index }] : []))
  return [
    ...places(document.allowances, 'discount'),
    ...places(document.charges, 'charge'),
    ...document.lines.flatMap(({ allowances, charges }, index) =>
      [...allowances, ...charges].some(isBroken) ? [{ field: 'itemDiscount', index } as const] : [],
    ),
  ]
}

/** BT-131 against quantity × price ÷ base quantity − allowances + charges, within two cents. */
function isNetOf({ quantity, price, netCents, allowances, charges }: Line): boolean {
  const base = fractionOf(price.baseQuantity ?? { digits: 1n, scale: 0 })
  const [q, p] = [fractionOf(quantity), fractionOf(price.net)]
  const numerator = q.top * p.top * base.bottom * 100n
  const denominator = q.bottom * p.bottom * base.top
  if (denominator === 0n) return true
  const adjusted = sumOf(charges.map(amountOf)) - sumOf(allowances.map(amountOf))
  const off = (netCents - adjusted) * denominator - numerator
  const slack = SLACK_CENTS * (denominator < 0n ? -denominator : denominator)
  return off <= slack && off >= -slack
}

const amountOf = ({ amountCents }: Allowance): bigint => amountCents

const fractionOf = ({ digits: top, scale }: Decimal) => ({ top, bottom: 10n ** BigInt(scale) })
