import { formatMicro, formatMinor, minorDigits, sumOf } from '@billwright/money'
import Big from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalculationInput, type CalculationItem, calculate } from './calculate.ts'
import type { Adjustment, ItemTax } from './document.ts'

const TAXES: readonly ItemTax[] = [
  { category: 'S', rateMicro: 19_000_000n, reason: null },
  { category: 'S', rateMicro: 7_000_000n, reason: null },
  { category: 'S', rateMicro: 7_700_001n, reason: null },
  { category: 'L', rateMicro: 7_000_000n, reason: null },
  { category: 'Z', rateMicro: 0n, reason: null },
  { category: 'E', rateMicro: 0n, reason: 'Education' },
]

const tax = fc.constantFrom(...TAXES)
const price = fc.oneof(
  fc.bigInt({ min: 0n, max: 2_000n }).map((cents) => cents * 10_000n),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
)
const value: fc.Arbitrary<Adjustment> = fc.oneof(
  fc.record({ kind: fc.constant('amount'), amountMinor: fc.bigInt({ min: 0n, max: 100_000n }) }),
  fc.record({
    kind: fc.constant('percent'),
    percentMicro: fc.oneof(
      fc.constantFrom(0n, 50_000_000n, 100_000_000n),
      fc.bigInt({ min: 0n, max: 100_000_000n }),
    ),
  }),
)
const item: fc.Arbitrary<CalculationItem> = fc.record({
  quantityMicro: fc.oneof(
    fc.bigInt({ min: -5n, max: 20n }).map((pieces) => pieces * 1_000_000n),
    fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
  ),
  unitPriceMicro: price,
  priceBaseQuantityMicro: fc.constantFrom(1_000_000n, 1_000_000n, 7_000_000n, 100_000_000n),
  adjustments: fc.array(
    fc.record({ kind: fc.constantFrom('discount' as const, 'charge' as const), value }),
    { maxLength: 2 },
  ),
  tax,
})
const adjustments = fc.array(fc.record({ value, tax }), { maxLength: 2 })
const input: fc.Arbitrary<CalculationInput> = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom('document' as const, 'line' as const),
  items: fc.array(item, { maxLength: 12 }),
  discounts: adjustments,
  charges: adjustments,
})

const check = (predicate: (document: CalculationInput) => void): void =>
  fc.assert(fc.property(input, predicate), { numRuns: 500 })

test('lines, discounts, charges and taxes add up to the total', () => {
  check((document) => {
    const { items, discounts, charges, taxes, totals } = calculate(document)
    expect(totals.subtotalMinor).toBe(sumOf(items.map((it) => it.totalMinor)))
    expect(totals.discountMinor).toBe(sumOf(discounts.map((it) => it.amountMinor)))
    expect(totals.chargeMinor).toBe(sumOf(charges.map((it) => it.amountMinor)))
    expect(totals.netMinor).toBe(sumOf(taxes.map((it) => it.taxableMinor)))
    expect(totals.taxMinor).toBe(sumOf(taxes.map((it) => it.amountMinor)))
    expect(totals.totalMinor).toBe(totals.netMinor + totals.taxMinor + totals.roundingMinor)
    const entered = totals.subtotalMinor - totals.discountMinor + totals.chargeMinor
    expect(document.pricesIncludeTax ? totals.totalMinor : totals.netMinor).toBe(entered)
  })
})

test('the nets of each tax group add up to its taxable amount', () => {
  check((document) => {
    const { items, discounts, charges, taxes } = calculate(document)
    const entries = [
      ...document.items.map((it, index) => ({ ...it.tax, net: items[index]?.netMinor ?? 0n })),
      ...document.discounts.map((it, i) => ({ ...it.tax, net: -(discounts[i]?.netMinor ?? 0n) })),
      ...document.charges.map((it, i) => ({ ...it.tax, net: charges[i]?.netMinor ?? 0n })),
    ]
    for (const group of taxes) {
      const members = entries.filter(
        (it) => it.category === group.category && it.rateMicro === group.rateMicro,
      )
      expect(group.taxableMinor).toBe(sumOf(members.map(({ net }) => net)))
    }
  })
})

test('the rounding amount is at most one unit per group, or per line if lines are rounded', () => {
  check((document) => {
    const { taxes, totals } = calculate(document)
    const entries = document.items.length + document.discounts.length + document.charges.length
    const most = document.rounding === 'line' ? entries : taxes.length
    const off = totals.roundingMinor < 0n ? -totals.roundingMinor : totals.roundingMinor
    expect(Number(off)).toBeLessThanOrEqual(document.pricesIncludeTax ? most : 0)
  })
})

test('the same input gives the same figures and is not changed', () => {
  check((document) => {
    const before = structuredClone(document)
    expect(calculate(document)).toEqual(calculate(document))
    expect(document).toEqual(before)
  })
})

test('the order of the lines changes no total', () => {
  check((document) => {
    const { taxes, totals } = calculate({ ...document, items: document.items.toReversed() })
    expect({ taxes, totals }).toEqual({
      taxes: calculate(document).taxes,
      totals: calculate(document).totals,
    })
  })
})

test('the credit note of a document has the same figures with reversed signs', () => {
  const turned = (it: Adjustment): Adjustment =>
    it.kind === 'amount' ? { ...it, amountMinor: -it.amountMinor } : it
  const turnedAll = <T extends { readonly value: Adjustment }>(list: readonly T[]): T[] =>
    list.map((it) => ({ ...it, value: turned(it.value) }))
  check((document) => {
    const credit = calculate({
      ...document,
      items: document.items.map((it) => ({
        ...it,
        quantityMicro: -it.quantityMicro,
        adjustments: turnedAll(it.adjustments),
      })),
      discounts: turnedAll(document.discounts),
      charges: turnedAll(document.charges),
    })
    expect(credit).toEqual(signTurned(calculate(document)))
  })
})

/** Turns every amount, and leaves rates and texts. */
function signTurned(figures: unknown): unknown {
  if (Array.isArray(figures)) return figures.map(signTurned)
  if (figures === null || typeof figures !== 'object') return figures
  return Object.fromEntries(
    Object.entries(figures).map(([name, it]) => [
      name,
      typeof it === 'bigint' ? (name.endsWith('Minor') ? -it : it) : signTurned(it),
    ]),
  )
}

test('big.js computes the same lines, taxes and totals', () => {
  check((document) => {
    const { items, taxes, totals } = calculate(document)
    const text = (minor: bigint) => formatMinor(minor, document.currency)
    expect({
      items: items.map((it) => text(it.totalMinor)),
      taxes: Object.fromEntries(
        taxes.map((it) => [
          `${it.category} ${formatMicro(it.rateMicro)}`,
          `${text(it.taxableMinor)} ${text(it.amountMinor)}`,
        ]),
      ),
      total: text(totals.totalMinor),
    }).toEqual(oracle(document))
  })
})

/** The rules once more, in decimals instead of integers. */
function oracle(document: CalculationInput) {
  const digits = minorDigits(document.currency)
  const rounded = (it: Big): Big => it.round(digits, Big.roundHalfUp)
  const ofMicro = (micro: bigint): Big => new Big(formatMicro(micro))
  const ofAdjustment = (it: Adjustment, base: Big): Big =>
    it.kind === 'amount'
      ? new Big(formatMinor(it.amountMinor, document.currency))
      : rounded(base.times(ofMicro(it.percentMicro)).div(100))

  const lines = document.items.map((it) => {
    const product = ofMicro(it.quantityMicro)
      .times(ofMicro(it.unitPriceMicro))
      .div(ofMicro(it.priceBaseQuantityMicro ?? 1_000_000n))
    const [only] = it.adjustments
    const free = only?.kind === 'discount' && it.adjustments.length === 1
    if (free && only.value.kind === 'percent' && only.value.percentMicro === 100_000_000n) {
      return new Big(0)
    }
    return rounded(
      it.adjustments.reduce((sum, { kind, value: adjustment }) => {
        const amount = ofAdjustment(adjustment, product)
        return kind === 'charge' ? sum.plus(amount) : sum.minus(amount)
      }, product),
    )
  })
  const subtotal = lines.reduce((sum, it) => sum.plus(it), new Big(0))
  const entries = [
    ...document.items.map((it, index) => ({ ...it.tax, amount: lines[index] ?? new Big(0) })),
    ...document.discounts.map((it) => ({
      ...it.tax,
      amount: ofAdjustment(it.value, subtotal).times(-1),
    })),
    ...document.charges.map((it) => ({ ...it.tax, amount: ofAdjustment(it.value, subtotal) })),
  ]

  const groups = new Map<string, { taxable: Big; tax: Big }>()
  let total = new Big(0)
  const byGroup = Map.groupBy(entries, (it) => `${it.category} ${formatMicro(it.rateMicro)}`)
  for (const [key, members] of byGroup) {
    const rate = ofMicro(members[0]?.rateMicro ?? 0n).div(100)
    const sum = members.reduce((all, { amount }) => all.plus(amount), new Big(0))
    const bases = document.rounding === 'line' ? members.map(({ amount }) => amount) : [sum]
    const nets = bases.map((it) => (document.pricesIncludeTax ? rounded(it.div(rate.plus(1))) : it))
    const taxable = nets.reduce((all, it) => all.plus(it), new Big(0))
    const taxed = nets.reduce((all, it) => all.plus(rounded(it.times(rate))), new Big(0))
    groups.set(key, { taxable, tax: taxed })
    total = total.plus(document.pricesIncludeTax ? sum : taxable.plus(taxed))
  }
  const text = (it: Big): string => (it.eq(0) ? new Big(0) : it).toFixed(digits)
  return {
    items: lines.map(text),
    taxes: Object.fromEntries(
      [...groups].map(([key, it]) => [key, `${text(it.taxable)} ${text(it.tax)}`]),
    ),
    total: text(total),
  }
}
