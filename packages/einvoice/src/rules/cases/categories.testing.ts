import type { Decimal } from '../../model/decimal.ts'
import { FULL, number } from '../../model/document.testing.ts'
import type { EInvoice } from '../../model/document.ts'
import { type Changes, casesOf, changed, type Row } from './rule-case.testing.ts'

const NO_SELLER_IDS = { 'seller.vatId': undefined, 'seller.taxNumber': undefined }
const NO_BUYER_IDS = { 'buyer.vatId': undefined, 'buyer.registration': undefined }

interface Category {
  readonly code: string
  /** As in the ids of its rules. */
  readonly name: string
  readonly rate?: Decimal
  /** The fields that no item of the category may have. */
  readonly wrongRates: readonly (Decimal | undefined)[]
  readonly reason?: string
  /** The numbers that the category lacks or must not have, and where that is reported. */
  readonly ids: readonly (readonly [Changes, readonly string[]])[]
  /** Numbers of which one is enough. */
  readonly enough?: readonly Changes[]
}

const ZERO = number('0')
const SELLER_ONLY: Pick<Category, 'ids' | 'enough'> = {
  ids: [[NO_SELLER_IDS, ['sellerTaxId']]],
  enough: [
    { 'seller.vatId': undefined },
    { 'seller.taxNumber': undefined },
    { ...NO_SELLER_IDS, taxRepresentative: FULL.taxRepresentative },
    NO_BUYER_IDS,
  ],
}

/** EN 16931-1 6.4.3, one table a category. */
const CATEGORIES: readonly Category[] = [
  { code: 'S', name: 'S', rate: number('19'), wrongRates: [ZERO, undefined], ...SELLER_ONLY },
  { code: 'Z', name: 'Z', rate: ZERO, wrongRates: [number('1'), undefined], ...SELLER_ONLY },
  {
    code: 'E',
    name: 'E',
    rate: ZERO,
    wrongRates: [number('19'), undefined],
    reason: '§ 4 UStG',
    ...SELLER_ONLY,
  },
  {
    code: 'AE',
    name: 'AE',
    rate: ZERO,
    wrongRates: [number('19'), undefined],
    reason: 'Reverse charge',
    ids: [
      [NO_SELLER_IDS, ['sellerTaxId']],
      [NO_BUYER_IDS, ['buyerTaxId']],
      [{ ...NO_SELLER_IDS, ...NO_BUYER_IDS }, ['sellerTaxId', 'buyerTaxId']],
    ],
    enough: [{ 'seller.vatId': undefined }, { 'buyer.vatId': undefined }],
  },
  {
    code: 'K',
    name: 'IC',
    rate: ZERO,
    wrongRates: [number('19'), undefined],
    reason: 'Intra-Community supply',
    ids: [
      [{ 'seller.vatId': undefined }, ['sellerTaxId']],
      [{ 'buyer.vatId': undefined }, ['buyerTaxId']],
    ],
    enough: [
      { 'seller.taxNumber': undefined, 'buyer.registration': undefined },
      { 'seller.vatId': undefined, taxRepresentative: FULL.taxRepresentative },
    ],
  },
  {
    code: 'G',
    name: 'G',
    rate: ZERO,
    wrongRates: [number('19'), undefined],
    reason: 'Export',
    ids: [[{ 'seller.vatId': undefined }, ['sellerTaxId']]],
    enough: [
      { 'seller.vatId': undefined, taxRepresentative: FULL.taxRepresentative },
      NO_BUYER_IDS,
    ],
  },
  {
    code: 'O',
    name: 'O',
    wrongRates: [ZERO, number('19')],
    reason: 'Not subject to VAT',
    ids: [
      [{ 'seller.vatId': 'DE123456788' }, ['sellerTaxId']],
      [{ 'buyer.vatId': 'SE556677889901' }, ['buyerTaxId']],
      [{ taxRepresentative: FULL.taxRepresentative }, ['sellerTaxId']],
    ],
    enough: [{ 'seller.taxNumber': undefined }],
  },
  {
    code: 'L',
    name: 'AF',
    rate: number('7'),
    wrongRates: [number('-7'), undefined],
    ...SELLER_ONLY,
  },
  {
    code: 'M',
    name: 'AG',
    rate: number('4'),
    wrongRates: [number('-4'), undefined],
    ...SELLER_ONLY,
  },
]

/** One item of 100.00, a discount of 10.00 and a charge of 5.00, all taxed in one way. */
export function taxed({
  code,
  rate,
  reason,
}: Pick<Category, 'code' | 'rate' | 'reason'>): EInvoice {
  const tax = { category: code, rate }
  const taxCents = 95n * (rate?.digits ?? 0n)
  const [, line] = FULL.lines
  if (line === undefined) throw new Error('The document has no line to start from.')
  const { vatId: sellerVatId, ...seller } = FULL.seller
  const { vatId: buyerVatId, ...buyer } = FULL.buyer
  return {
    ...FULL,
    taxCurrency: undefined,
    taxRepresentative: undefined,
    seller: code === 'O' ? seller : { ...seller, vatId: sellerVatId },
    buyer: code === 'O' ? buyer : { ...buyer, vatId: buyerVatId },
    lines: [{ ...line, quantity: number('1.25'), netCents: 10_000n, tax }],
    allowances: [{ amountCents: 1_000n, reason: 'Rabatt', tax }],
    charges: [{ amountCents: 500n, reason: 'Fracht', tax }],
    taxBreakdown: [{ taxableCents: 9_500n, taxCents, ...tax, exemptionReason: reason }],
    totals: {
      linesCents: 10_000n,
      allowancesCents: 1_000n,
      chargesCents: 500n,
      withoutTaxCents: 9_500n,
      taxCents,
      withTaxCents: 9_500n + taxCents,
      dueCents: 9_500n + taxCents,
    },
  }
}

const moreTax = ({ totals }: EInvoice, cents: bigint): Changes => ({
  'taxBreakdown.0.taxCents': (totals.taxCents ?? 0n) + cents,
  'totals.taxCents': (totals.taxCents ?? 0n) + cents,
  'totals.withTaxCents': totals.withTaxCents + cents,
  'totals.dueCents': totals.dueCents + cents,
})

/** BR-X-01 to BR-X-10. A part without the category is left out, so that each rule breaks alone. */
function rowsOf(category: Category): readonly Row[] {
  const { code, name, rate, wrongRates, reason, ids, enough = [] } = category
  const base = taxed(category)
  const id = (number: string) => `BR-${name}-${number}`
  const isByRate = rate !== undefined && (code === 'S' || code === 'L' || code === 'M')
  const group = base.taxBreakdown[0]
  const slackCents = isByRate ? 99n : 0n
  const parts = ['lines', 'allowances', 'charges'] as const
  const rateFields = ['itemRate', 'discountRate', 'chargeRate']
  return [
    [[], {}, base],
    [['BR-CO-18 taxes', `${id('01')} taxes`], { taxBreakdown: [] }, withoutTaxes(base)],
    ...(isByRate
      ? []
      : [[`${id('01')} taxes`, { taxBreakdown: [group, group] }, base] satisfies Row]),
    ...ids.map(
      ([changes, fields]): Row => [
        ['02', '03', '04'].flatMap((number) => fields.map((field) => `${id(number)} ${field}`)),
        changes,
        base,
      ],
    ),
    ...enough.map((changes): Row => [[], changes, base]),
    ...parts.flatMap((part, index) =>
      wrongRates.map((wrong): Row => {
        const rule = `${id(`0${index + 5}`)} ${rateFields[index]} 0`
        // Another rate is another group, whose sum then lacks this part.
        const follows = isByRate ? [`${id('08')} taxes`] : []
        return [[rule, ...follows], { [`${part}.0.tax.rate`]: wrong }, base]
      }),
    ),
    [`${id('08')} taxes`, { 'taxBreakdown.0.taxableCents': 9_501n + slackCents }, base],
    [`${id('08')} taxes`, { 'taxBreakdown.0.taxableCents': 9_499n - slackCents }, base],
    [[], { 'taxBreakdown.0.taxableCents': 9_500n + slackCents }, base],
    [
      isByRate ? ['BR-CO-17 totals', `${id('09')} taxes`] : `${id('09')} taxes`,
      moreTax(base, 1n + slackCents),
      base,
    ],
    reason === undefined
      ? [`${id('10')} itemReason 0`, { 'taxBreakdown.0.exemptionReason': 'Reason' }, base]
      : [`${id('10')} itemReason 0`, { 'taxBreakdown.0.exemptionReason': undefined }, base],
    ...(reason === undefined
      ? []
      : [
          [
            [],
            {
              'taxBreakdown.0.exemptionReason': undefined,
              'taxBreakdown.0.exemptionCode': 'VATEX-EU-132',
            },
            base,
          ] satisfies Row,
        ]),
  ]
}

/** Without any tax, so that leaving out the groups breaks no sum. */
const withoutTaxes = (base: EInvoice): EInvoice =>
  changed(base, {
    'totals.taxCents': undefined,
    'totals.withTaxCents': 9_500n,
    'totals.dueCents': 9_500n,
  })

/**
 * Each part alone in a category whose numbers are missing, to break BR-X-02, -03 and -04
 * separately.
 */
function singlePartRows({ code, name, rate, reason, ids }: Category): readonly Row[] {
  const [changes, fields] = ids[0] ?? [{}, []]
  const base = changed(taxed({ code, ...(rate && { rate }), ...(reason && { reason }) }), changes)
  const told = (number: string) => fields.map((field) => `BR-${name}-${number} ${field}`)
  const taxCentsOf = (cents: bigint) => (cents * (rate?.digits ?? 0n)) / 100n
  const lone = (part: 'lines' | 'allowances' | 'charges', cents: bigint): Changes => {
    const kept =
      part === 'lines' ? {} : { lines: base.lines.map((it) => ({ ...it, netCents: 0n })) }
    const taxCents = taxCentsOf(cents)
    return {
      ...kept,
      allowances: part === 'allowances' ? base.allowances : [],
      charges: part === 'charges' ? base.charges : [],
      'taxBreakdown.0.taxableCents': cents,
      'taxBreakdown.0.taxCents': taxCents,
      totals: {
        linesCents: part === 'lines' ? cents : 0n,
        allowancesCents: part === 'allowances' ? -cents : 0n,
        chargesCents: part === 'charges' ? cents : 0n,
        withoutTaxCents: cents,
        taxCents,
        withTaxCents: cents + taxCents,
        dueCents: cents + taxCents,
      },
    }
  }
  return [
    [told('02'), lone('lines', 10_000n), base],
    [[...told('02'), ...told('03')], lone('allowances', -1_000n), base],
    [[...told('02'), ...told('04')], lone('charges', 500n), base],
  ]
}

const WITHIN_UNION = taxed({ code: 'K', rate: ZERO, reason: 'Intra-Community supply' })
const OUTSIDE = taxed({ code: 'O', reason: 'Not subject to VAT' })
const [outsideGroup] = OUTSIDE.taxBreakdown
const ZERO_RATED = { category: 'Z', rate: ZERO }
const Z_GROUP = (taxableCents: bigint) => ({ taxableCents, taxCents: 0n, ...ZERO_RATED })

const ITALY = { line1: 'Via Roma 1', city: 'Roma', postalCode: '00100', country: 'IT' }
/** Split payment, which stays within Italy. */
const SPLIT_PAYMENT = changed(taxed({ code: 'B', rate: number('22') }), {
  'seller.address': ITALY,
  'buyer.address': ITALY,
  'delivery.address': ITALY,
  'lines.0.item.originCountry': 'IT',
})

/** BR-IC-11 and 12, BR-O-11 to 14, BR-B-01 and 02. */
const OTHERS: readonly Row[] = [
  ['BR-IC-11 deliveryDate', { 'delivery.date': undefined, period: undefined }, WITHIN_UNION],
  [[], { 'delivery.date': undefined }, WITHIN_UNION],
  [[], { period: undefined }, WITHIN_UNION],
  ['BR-IC-12 deliveryCountry', { 'delivery.address': undefined }, WITHIN_UNION],
  [
    ['BR-O-08 taxes', 'BR-O-11 taxes', 'BR-O-12 itemCategory 0'],
    { 'lines.0.tax': ZERO_RATED, taxBreakdown: [outsideGroup, Z_GROUP(10_000n)] },
    OUTSIDE,
  ],
  [
    ['BR-O-11 taxes', 'BR-O-13 discountCategory 0'],
    {
      'allowances.0.tax': ZERO_RATED,
      taxBreakdown: [{ ...outsideGroup, taxableCents: 10_500n }, Z_GROUP(-1_000n)],
    },
    OUTSIDE,
  ],
  [
    ['BR-O-11 taxes', 'BR-O-14 chargeCategory 0'],
    {
      'charges.0.tax': ZERO_RATED,
      taxBreakdown: [{ ...outsideGroup, taxableCents: 9_000n }, Z_GROUP(500n)],
    },
    OUTSIDE,
  ],
  [[], {}, SPLIT_PAYMENT],
  ['BR-B-01 taxes', { 'seller.address.country': 'DE' }, SPLIT_PAYMENT],
  ['BR-B-01 taxes', { 'buyer.address.country': 'SM' }, SPLIT_PAYMENT],
  ['BR-B-01 taxes', { 'delivery.address.country': 'SM' }, SPLIT_PAYMENT],
  ['BR-B-01 taxes', { 'lines.0.item.originCountry': 'DE' }, SPLIT_PAYMENT],
  ['BR-B-01 taxes', { taxRepresentative: FULL.taxRepresentative }, SPLIT_PAYMENT],
  [['BR-B-02 taxes', 'BR-S-01 taxes'], { 'charges.0.tax.category': 'S' }, SPLIT_PAYMENT],
]

export const CATEGORY_CASES = casesOf('en16931', [
  ...CATEGORIES.flatMap(rowsOf),
  ...CATEGORIES.flatMap(singlePartRows),
  ...OTHERS,
])
