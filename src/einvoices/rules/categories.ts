import { sumOf } from '../../money/minor.ts'
import { type Decimal, decimal } from '../model/decimal.ts'
import type { DocumentAllowance, EInvoice, TaxBreakdown } from '../model/document.ts'
import type { Field } from '../model/fields.ts'
import type { LineTax } from '../model/line.ts'
import type { AdviceKey } from './advice/en.ts'
import { at, type Place, type Rule, rule } from './rule.ts'
import { isTaxOf } from './sums.ts'

interface Category {
  readonly code: string
  /** Name in the rules' ids. */
  readonly name: string
  /** Allowed rates: above zero, zero, zero or more, or none. */
  readonly rate: 'above' | 'zero' | 'any' | 'none'
  /** Parties whose tax numbers are required or forbidden. */
  readonly ids: 'seller' | 'seller-vat' | 'seller-and-buyer' | 'both-vat' | 'none'
  readonly reason: 'needed' | 'refused'
}

const CATEGORIES: readonly Category[] = [
  { code: 'S', name: 'S', rate: 'above', ids: 'seller', reason: 'refused' },
  { code: 'Z', name: 'Z', rate: 'zero', ids: 'seller', reason: 'refused' },
  { code: 'E', name: 'E', rate: 'zero', ids: 'seller', reason: 'needed' },
  { code: 'AE', name: 'AE', rate: 'zero', ids: 'seller-and-buyer', reason: 'needed' },
  { code: 'K', name: 'IC', rate: 'zero', ids: 'both-vat', reason: 'needed' },
  { code: 'G', name: 'G', rate: 'zero', ids: 'seller-vat', reason: 'needed' },
  { code: 'O', name: 'O', rate: 'none', ids: 'none', reason: 'needed' },
  { code: 'L', name: 'AF', rate: 'any', ids: 'seller', reason: 'refused' },
  { code: 'M', name: 'AG', rate: 'any', ids: 'seller', reason: 'refused' },
]

type Taxed = { readonly tax: LineTax }

/** Where a category occurs: items, discounts and charges, in the order of the rule numbers. */
const PARTS = [
  { entries: (it: EInvoice): readonly Taxed[] => it.lines, rate: 'itemRate' },
  { entries: (it: EInvoice): readonly Taxed[] => it.allowances, rate: 'discountRate' },
  { entries: (it: EInvoice): readonly Taxed[] => it.charges, rate: 'chargeRate' },
] as const

/** The rules of each category (EN 16931-1 6.4.3): BR-S-01 to BR-S-10 and their equivalents. */
export const CATEGORY_RULES: readonly Rule[] = [
  ...CATEGORIES.flatMap(rulesOf),
  rule(
    'BR-IC-11',
    'deliveryDate',
    at('deliveryDate', (it) => isIntra(it) && !hasDate(it)),
  ),
  rule(
    'BR-IC-12',
    'deliveryCountry',
    at('deliveryCountry', (it) => isIntra(it) && !it.delivery?.address?.country),
  ),
  rule(
    'BR-O-11',
    'onlyOutside',
    at('taxes', (it) => isOutside(it) && hasOther(it.taxBreakdown)),
  ),
  rule(
    'BR-O-12',
    'onlyOutside',
    mixed('itemCategory', ({ lines }) => lines),
  ),
  rule(
    'BR-O-13',
    'onlyOutside',
    mixed('discountCategory', ({ allowances }) => allowances),
  ),
  rule(
    'BR-O-14',
    'onlyOutside',
    mixed('chargeCategory', ({ charges }) => charges),
  ),
  rule(
    'BR-B-01',
    'splitPayment',
    at('taxes', (it) => isUsed(it, 'B') && !isItalian(it)),
  ),
  rule(
    'BR-B-02',
    'splitPayment',
    at('taxes', (it) => isUsed(it, 'B') && isUsed(it, 'S')),
  ),
]

function rulesOf(category: Category): readonly Rule[] {
  const { code, name } = category
  const values = { category: code }
  const groups = (it: EInvoice) => it.taxBreakdown.filter((group) => group.category === code)
  const told = (field: Field, isBroken: (it: EInvoice) => boolean) => (it: EInvoice) =>
    isBroken(it) ? [{ field, values }] : []
  return [
    rule(
      `BR-${name}-01`,
      'taxGroup',
      told('taxes', (it) => isGroupWrong(it, category)),
    ),
    ...PARTS.map(({ entries }, index) =>
      rule(`BR-${name}-0${index + 2}`, adviceOfIds(category), (it) =>
        entries(it).some(({ tax }) => tax.category === code) ? idsMissing(it, category) : [],
      ),
    ),
    ...PARTS.map(({ entries, rate }, index) =>
      rule(`BR-${name}-0${index + 5}`, adviceOfRate(category), (it) =>
        entries(it).flatMap(({ tax }, place) =>
          tax.category === code && !isRateOf(category, tax.rate)
            ? [{ field: rate, index: place, values }]
            : [],
        ),
      ),
    ),
    rule(
      `BR-${name}-08`,
      'sums',
      told('taxes', (it) => !groups(it).every((group) => isTaxable(it, group, category))),
    ),
    rule(
      `BR-${name}-09`,
      'sums',
      told('taxes', (it) => !groups(it).every((group) => isTaxRight(group, category))),
    ),
    rule(`BR-${name}-10`, category.reason === 'needed' ? 'exemption' : 'noExemption', (it) =>
      groups(it).every((group) => isReasoned(group) === (category.reason === 'needed'))
        ? []
        : [{ field: 'itemReason', index: firstOf(it, code), values }],
    ),
  ]
}

const isReasoned = ({ exemptionReason, exemptionCode }: TaxBreakdown): boolean =>
  Boolean(exemptionReason || exemptionCode)

const firstOf = ({ lines }: EInvoice, category: string): number =>
  Math.max(
    0,
    lines.findIndex(({ tax }) => tax.category === category),
  )

/** Every used category needs exactly one group, or one per rate. */
function isGroupWrong(document: EInvoice, { code, rate }: Category): boolean {
  const groups = document.taxBreakdown.filter(({ category }) => category === code).length
  const isEntered = PARTS.some(({ entries }) =>
    entries(document).some(({ tax }) => tax.category === code),
  )
  if (rate === 'above' || rate === 'any') return isEntered !== groups > 0
  return (isEntered || groups > 0) && groups !== 1
}

function adviceOfIds({ ids }: Category): AdviceKey {
  if (ids === 'none') return 'noVatIds'
  return ids === 'seller' ? 'sellerTaxId' : 'taxIds'
}

function idsMissing(document: EInvoice, { code, ids }: Category): readonly Place[] {
  const { seller, buyer, taxRepresentative } = document
  const values = { category: code }
  const vat = seller.vatId ?? taxRepresentative?.vatId
  const places = (seller: boolean, buyer: boolean): readonly Place[] => [
    ...(seller ? [{ field: 'sellerTaxId', values } as const] : []),
    ...(buyer ? [{ field: 'buyerTaxId', values } as const] : []),
  ]
  if (ids === 'none') return places(vat !== undefined, buyer.vatId !== undefined)
  const isSellerKnown = vat !== undefined || seller.taxNumber !== undefined
  if (ids === 'seller') return places(!isSellerKnown, false)
  if (ids === 'seller-vat') return places(vat === undefined, false)
  if (ids === 'both-vat') return places(vat === undefined, buyer.vatId === undefined)
  return places(!isSellerKnown, buyer.vatId === undefined && !buyer.registration)
}

function adviceOfRate({ rate }: Category): AdviceKey {
  if (rate === 'none') return 'noRate'
  return rate === 'zero' ? 'rateZero' : 'rateAbove'
}

function isRateOf({ rate: kind }: Category, rate: Decimal | undefined): boolean {
  if (kind === 'none') return rate === undefined
  if (rate === undefined) return false
  if (kind === 'zero') return rate.digits === 0n
  return kind === 'above' ? rate.digits > 0n : rate.digits >= 0n
}

/** Compares per rate if there are several, with a tolerance below one unit, like the official rules. */
function isTaxable(document: EInvoice, group: TaxBreakdown, { rate }: Category): boolean {
  const perRate = rate === 'above' || rate === 'any'
  // Without a rate there is nothing to compare; BR-48 reports it.
  if (perRate && group.rate === undefined) return true
  const isOwn = ({ tax }: Taxed): boolean =>
    tax.category === group.category && (!perRate || isSame(tax.rate, group.rate))
  const amounts = (entries: readonly DocumentAllowance[]): bigint =>
    sumOf(entries.filter(isOwn).map(({ amountCents }) => amountCents))
  const lines = sumOf(document.lines.filter(isOwn).map(({ netCents }) => netCents))
  const expected = lines + amounts(document.charges) - amounts(document.allowances)
  const isFound = [...document.lines, ...document.charges, ...document.allowances].some(isOwn)
  const difference = group.taxableCents - expected
  return perRate ? isFound && difference < 100n && difference > -100n : difference === 0n
}

const isTaxRight = (group: TaxBreakdown, { rate }: Category): boolean =>
  rate === 'above' || rate === 'any'
    ? isTaxOf(group, group.rate ?? decimal(0n, 0))
    : group.taxCents === 0n

const isSame = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  a?.digits === b?.digits && a?.scale === b?.scale

const isUsed = (document: EInvoice, code: string): boolean =>
  document.taxBreakdown.some(({ category }) => category === code) ||
  PARTS.some(({ entries }) => entries(document).some(({ tax }) => tax.category === code))

const isIntra = (it: EInvoice): boolean => it.taxBreakdown.some(({ category }) => category === 'K')

const isOutside = (it: EInvoice): boolean =>
  it.taxBreakdown.some(({ category }) => category === 'O')

const hasOther = (taxes: readonly { readonly category: string }[]): boolean =>
  taxes.some(({ category }) => category !== 'O')

function mixed(field: Field, entries: (document: EInvoice) => readonly Taxed[]) {
  return (document: EInvoice): readonly Place[] => {
    if (!isOutside(document)) return []
    const index = entries(document).findIndex(({ tax }) => tax.category !== 'O')
    return index < 0 ? [] : [{ field, index }]
  }
}

const hasDate = ({ delivery, period }: EInvoice): boolean =>
  delivery?.date !== undefined || period?.start !== undefined || period?.end !== undefined

/** All countries in the document, including origins of items, as the official UBL rules check them. */
const isItalian = ({ seller, buyer, taxRepresentative, delivery, lines }: EInvoice): boolean =>
  [
    seller.address.country,
    buyer.address.country,
    taxRepresentative?.address.country ?? 'IT',
    delivery?.address?.country ?? 'IT',
    ...lines.map(({ item }) => item.originCountry ?? 'IT'),
  ].every((country) => country === 'IT')
