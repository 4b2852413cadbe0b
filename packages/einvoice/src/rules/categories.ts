import { type Decimal, isEqual } from '../model/decimal.ts'
import type { EInvoice, TaxBreakdown } from '../model/document.ts'
import type { LineTax } from '../model/line.ts'
import type { AdviceKey } from './advice/en.ts'
import { at, type Place, placesOf, type Rule, rule } from './rule.ts'
import { amountOf, isTaxOf, netOf } from './sums.ts'

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

/** The uses of a category: items, discounts and charges, in the order of the rule numbers. */
const PARTS = [
  { list: 'lines', category: 'itemCategory', rate: 'itemRate' },
  { list: 'allowances', category: 'discountCategory', rate: 'discountRate' },
  { list: 'charges', category: 'chargeCategory', rate: 'chargeRate' },
] as const

/** The rules of each category (EN 16931-1 6.4.3): BR-S-01 to BR-S-10 and their equivalents. */
export const CATEGORY_RULES: readonly Rule[] = [
  ...CATEGORIES.flatMap(rulesOf),
  at('BR-IC-11', 'deliveryDate', (it) => hasGroup(it, 'K') && !hasDate(it)),
  at('BR-IC-12', 'deliveryCountry', (it) => hasGroup(it, 'K') && !it.delivery?.address?.country),
  at(
    'BR-O-11',
    ['taxes', 'onlyOutside'],
    (it) => hasGroup(it, 'O') && it.taxBreakdown.some(({ category }) => category !== 'O'),
  ),
  ...PARTS.map(({ list, category: field }, part) =>
    rule(`BR-O-${part + 12}`, 'onlyOutside', (it) => {
      const index = it[list].findIndex(({ tax }) => tax.category !== 'O')
      return hasGroup(it, 'O') && index >= 0 ? [{ field, index }] : []
    }),
  ),
  at('BR-B-01', ['taxes', 'splitPayment'], (it) => isUsed(it, 'B') && !isItalian(it)),
  at('BR-B-02', ['taxes', 'splitPayment'], (it) => isUsed(it, 'B') && isUsed(it, 'S')),
]

function rulesOf(category: Category): readonly Rule[] {
  const { code, name } = category
  const values = { category: code }
  const groups = (it: EInvoice) => it.taxBreakdown.filter((group) => group.category === code)
  const isOwn = ({ tax }: Taxed): boolean => tax.category === code
  const isReasonNeeded = category.reason === 'needed'
  return [
    at(`BR-${name}-01`, ['taxes', 'taxGroup', values], (it) => isGroupWrong(it, category)),
    ...PARTS.map(({ list }, part) =>
      rule(`BR-${name}-0${part + 2}`, adviceOfIds(category), (it) =>
        it[list].some(isOwn) ? idsMissing(it, category) : [],
      ),
    ),
    ...PARTS.map(({ list, rate: field }, part) =>
      rule(`BR-${name}-0${part + 5}`, adviceOfRate(category), (it) =>
        placesOf<Taxed>(
          field,
          it[list],
          (entry) => isOwn(entry) && !isRateOf(category, entry.tax.rate),
          values,
        ),
      ),
    ),
    at(
      `BR-${name}-08`,
      ['taxes', 'sums', values],
      (it) => !groups(it).every((group) => isTaxable(it, group, category)),
    ),
    at(
      `BR-${name}-09`,
      ['taxes', 'sums', values],
      (it) => !groups(it).every((group) => isTaxRight(group, category)),
    ),
    rule(`BR-${name}-10`, isReasonNeeded ? 'exemption' : 'noExemption', (it) =>
      groups(it).every((group) => isReasoned(group) === isReasonNeeded)
        ? []
        : [{ field: 'itemReason', index: Math.max(0, it.lines.findIndex(isOwn)), values }],
    ),
  ]
}

const isReasoned = ({ exemptionReason, exemptionCode }: TaxBreakdown): boolean =>
  Boolean(exemptionReason || exemptionCode)

/** Every used category needs exactly one group, or one per rate. */
function isGroupWrong(document: EInvoice, category: Category): boolean {
  const { code } = category
  const groups = document.taxBreakdown.filter((group) => group.category === code).length
  const isEntered = PARTS.some(({ list }) =>
    document[list].some(({ tax }) => tax.category === code),
  )
  if (isPerRate(category)) return isEntered !== groups > 0
  return (isEntered || groups > 0) && groups !== 1
}

const isPerRate = ({ rate }: Category): boolean => rate === 'above' || rate === 'any'

function adviceOfIds({ ids }: Category): AdviceKey {
  if (ids === 'none') return 'noVatIds'
  return ids === 'seller' ? 'sellerTaxId' : 'taxIds'
}

function idsMissing(document: EInvoice, { code, ids }: Category): readonly Place[] {
  const { seller, buyer, taxRepresentative } = document
  const values = { category: code }
  const vatId = seller.vatId ?? taxRepresentative?.vatId
  const ownId = ids === 'seller' || ids === 'seller-and-buyer' ? seller.taxNumber : undefined
  const isSellerWrong =
    ids === 'none' ? vatId !== undefined : vatId === undefined && ownId === undefined
  const isBuyerWrong = {
    seller: false,
    'seller-vat': false,
    'seller-and-buyer': buyer.vatId === undefined && !buyer.registration,
    'both-vat': buyer.vatId === undefined,
    none: buyer.vatId !== undefined,
  }[ids]
  return [
    ...(isSellerWrong ? [{ field: 'sellerTaxId', values } as const] : []),
    ...(isBuyerWrong ? [{ field: 'buyerTaxId', values } as const] : []),
  ]
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
function isTaxable(document: EInvoice, group: TaxBreakdown, category: Category): boolean {
  const perRate = isPerRate(category)
  // Without a rate there is nothing to compare; BR-48 reports it.
  if (perRate && group.rate === undefined) return true
  const isOwn = ({ tax }: Taxed): boolean =>
    tax.category === group.category && (!perRate || isEqual(tax.rate, group.rate))
  const [lines, allowances, charges] = [
    document.lines.filter(isOwn),
    document.allowances.filter(isOwn),
    document.charges.filter(isOwn),
  ]
  const expected = netOf(lines) + amountOf(charges) - amountOf(allowances)
  const difference = group.taxableCents - expected
  if (!perRate) return difference === 0n
  const isFound = lines.length + allowances.length + charges.length > 0
  return isFound && difference < 100n && difference > -100n
}

const isTaxRight = (group: TaxBreakdown, category: Category): boolean =>
  isPerRate(category) ? isTaxOf(group) : group.taxCents === 0n

const hasGroup = (document: EInvoice, code: string): boolean =>
  document.taxBreakdown.some(({ category }) => category === code)

const isUsed = (document: EInvoice, code: string): boolean =>
  hasGroup(document, code) ||
  PARTS.some(({ list }) => document[list].some(({ tax }) => tax.category === code))

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
