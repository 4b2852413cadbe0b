import * as digits from '../model/check-digits.ts'
import { PEPPOL_SCHEMES } from '../model/code-lists.ts'
import { DEBIT_MEANS } from '../model/codes.ts'
import type { Decimal } from '../model/decimal.ts'
import type { EInvoice } from '../model/document.ts'
import type { Allowance, Line } from '../model/line.ts'
import type { Identifier } from '../model/party.ts'
import type { EInvoiceProfile } from '../profiles/names.ts'
import type { Field } from '../rules/advice/fields/en.ts'
import { someMeans } from '../rules/payment.ts'
import { at, atLines, placesOf, type Rule, rule } from '../rules/rule.ts'
import { amountOf, percentCents } from '../rules/sums.ts'
import { GERMAN_RULES } from './germany.ts'

const SLACK_CENTS = 2n
/** Codes of UNCL 1001 that Peppol's invoice processes accept, and 389 of self-billing. */
const TYPES = new Set(
  (
    '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 389 393 395 553 575 623 780 817 870 875 ' +
    '876 877 381 396 81 83 532'
  ).split(' '),
)
const GERMAN_TYPES = new Set(['326', '384'])
const TYPES_ABROAD = new Set([...TYPES].filter((type) => !GERMAN_TYPES.has(type)))

/** Within Germany, the network accepts two more than elsewhere; PINT accepts neither. */
export const networkTypes = (document: EInvoice, profile: EInvoiceProfile): ReadonlySet<string> =>
  profile === 'peppol' && areGerman(document) ? TYPES : TYPES_ABROAD

/** Rules of the network for all sellers; countries add theirs. */
export const NETWORK_RULES: readonly Rule[] = [
  at(
    'PEPPOL-EN16931-R003',
    ['reference', 'referenceOrOrder'],
    (it) => !it.buyerReference && !it.purchaseOrderReference,
  ),
  at('PEPPOL-EN16931-R010', 'buyerEndpoint', ({ buyer }) => !buyer.electronicAddress),
  at('PEPPOL-EN16931-R020', 'sellerEndpoint', ({ seller }) => !seller.electronicAddress),
  rule('PEPPOL-EN16931-CL008', 'networkAddress', ({ seller, buyer }) => [
    ...addressPlace('sellerEndpoint', seller.electronicAddress),
    ...addressPlace('buyerEndpoint', buyer.electronicAddress),
  ]),
  at('PEPPOL-EN16931-R002', 'notes', (it) => it.notes.length > 1 && !areGerman(it)),
  at('PEPPOL-EN16931-R005', 'taxCurrency', ({ taxCurrency, currency }) => taxCurrency === currency),
  at('PEPPOL-EN16931-R055', 'taxCurrency', ({ totals }) => {
    const { taxCents = 0n, taxInTaxCurrencyCents = 0n } = totals
    return taxCents * taxInTaxCurrencyCents < 0n
  }),
  at('PEPPOL-EN16931-R061', 'mandate', (it) =>
    someMeans(it, ({ code }) => DEBIT_MEANS.has(code) && !it.payment?.mandate),
  ),
  atLines('PEPPOL-EN16931-R110', ['itemPeriod', 'periodInside'], ({ period }, it) =>
    isBefore(period?.start, it.period?.start),
  ),
  atLines('PEPPOL-EN16931-R111', ['itemPeriod', 'periodInside'], ({ period }, it) =>
    isBefore(it.period?.end, period?.end),
  ),
  adjustmentRule('R040', isOffPercent),
  adjustmentRule('R041', (it) => it.percent !== undefined && it.baseCents === undefined),
  adjustmentRule('R042', (it) => it.percent === undefined && it.baseCents !== undefined),
  atLines('PEPPOL-EN16931-R120', ['itemPrice', 'lineProduct'], (line) => !isNetOf(line)),
  atLines(
    'PEPPOL-EN16931-R121',
    'itemQuantity',
    (line) => (line.price.baseQuantity?.digits ?? 1n) <= 0n,
  ),
  atLines(
    'PEPPOL-EN16931-R130',
    'itemUnit',
    ({ price, unit }) => (price.baseUnit ?? unit) !== unit,
  ),
  at(
    'PEPPOL-EN16931-P0112',
    ['kind', 'germanKind'],
    (it) => GERMAN_TYPES.has(it.typeCode) && !areGerman(it),
  ),
  at('PEPPOL-EN16931-P0100', ['kind', 'networkKind'], (it) => !TYPES.has(it.typeCode)),
  categoryRule('P0104', 'VATEX-EU-G', 'G'),
  categoryRule('P0105', 'VATEX-EU-O', 'O'),
  categoryRule('P0106', 'VATEX-EU-IC', 'K'),
  categoryRule('P0107', 'VATEX-EU-AE', 'AE'),
  categoryRule('P0108', 'VATEX-EU-D', 'E'),
  categoryRule('P0109', 'VATEX-EU-F', 'E'),
  categoryRule('P0110', 'VATEX-EU-I', 'E'),
  categoryRule('P0111', 'VATEX-EU-J', 'E'),
  checkDigitRule('R040', '0088', digits.isGln),
  checkDigitRule('R041', '0192', digits.isNorwegian),
  checkDigitRule('R042', '0184', digits.isDanish),
  checkDigitRule('R043', '0208', digits.isBelgian),
  checkDigitRule('R049', '0007', digits.isSwedish),
  checkDigitRule('R050', '0151', digits.isAustralian),
  checkDigitRule('R052', '0096', (text) => /^[0-9]{10}$/.test(text)),
  checkDigitRule('R053', '0198', (text) => /^DK[0-9]{8}$/.test(text)),
  ...GERMAN_RULES.map((german) => ({
    ...german,
    id: networkId(german.id),
    broken: (it: EInvoice) => (areGerman(it) ? german.broken(it) : []),
  })),
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
  return rule(`PEPPOL-COMMON-${id}`, 'checkDigits', ({ seller, buyer }) => {
    const identifiers: readonly (readonly [Field, Identifier | undefined])[] = [
      ['sellerEndpoint', seller.electronicAddress],
      ['sellerRegistration', seller.registration],
      ['buyerEndpoint', buyer.electronicAddress],
      ['buyerRegistration', buyer.registration],
      ['buyerIdentifier', buyer.identifiers.find(isWrong)],
    ]
    return identifiers.flatMap(([field, it]) =>
      isWrong(it) ? [{ field, values: { scheme } }] : [],
    )
  })
}

function categoryRule(id: string, code: string, category: string): Rule {
  return at(`PEPPOL-EN16931-${id}`, ['taxes', 'codeOfCategory', { code, category }], (it) =>
    it.taxBreakdown.some((tax) => tax.exemptionCode === code && tax.category !== category),
  )
}

const isBefore = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a < b

const isNear = (a: bigint, b: bigint): boolean => a - b <= SLACK_CENTS && b - a <= SLACK_CENTS

function isOffPercent({ amountCents, baseCents, percent }: Allowance): boolean {
  if (baseCents === undefined || percent === undefined) return false
  return !isNear(amountCents, percentCents(baseCents, percent))
}

/** If an amount is rounded more than the network allows, as in yen, its percentage is left out. */
export function withRightPercents(document: EInvoice): EInvoice {
  const right = <A extends Allowance>(entry: A): A =>
    isOffPercent(entry) ? { ...entry, percent: undefined, baseCents: undefined } : entry
  return {
    ...document,
    allowances: document.allowances.map(right),
    charges: document.charges.map(right),
    lines: document.lines.map((line) => ({
      ...line,
      allowances: line.allowances.map(right),
      charges: line.charges.map(right),
    })),
  }
}

/** A rule on the allowances and charges of the document and its items. */
function adjustmentRule(id: string, isBroken: (entry: Allowance) => boolean): Rule {
  return rule(`PEPPOL-EN16931-${id}`, 'percentAmount', (it) => [
    ...placesOf('discount', it.allowances, isBroken),
    ...placesOf('charge', it.charges, isBroken),
    ...placesOf('itemDiscount', it.lines, ({ allowances, charges }) =>
      [...allowances, ...charges].some(isBroken),
    ),
  ])
}

/** BT-131 against quantity × price ÷ base quantity − allowances + charges, within two cents. */
function isNetOf({ quantity, price, netCents, allowances, charges }: Line): boolean {
  const base = fractionOf(price.baseQuantity ?? { digits: 1n, scale: 0 })
  const [q, p] = [fractionOf(quantity), fractionOf(price.net)]
  const numerator = q.top * p.top * base.bottom * 100n
  const denominator = q.bottom * p.bottom * base.top
  if (denominator === 0n) return true
  const adjusted = amountOf(charges) - amountOf(allowances)
  const off = (netCents - adjusted) * denominator - numerator
  const slack = SLACK_CENTS * (denominator < 0n ? -denominator : denominator)
  return off <= slack && off >= -slack
}

const fractionOf = ({ digits: top, scale }: Decimal) => ({ top, bottom: 10n ** BigInt(scale) })
