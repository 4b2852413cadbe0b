import { formatMicro, formatMinor, parseMicro, parseMinor } from '@billwright/money'
import { explain } from '@billwright/totals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, percent, taxOf } from '../../../../packages/totals/src/calculate.testing.ts'
import type { Item } from '../../contents/contents.ts'
import { calculate, calculationOf, withTotals } from '../../contents/totals/totals.ts'
import type { StoredInvoice } from '../invoice.ts'

function draftOf(
  items: readonly Partial<Item>[],
  more: Partial<StoredInvoice> = {},
): StoredInvoice {
  return withTotals({
    currency: 'EUR',
    pricesIncludeTax: false,
    rounding: 'document',
    discounts: [],
    charges: [],
    items: items.map((it) => ({ description: 'x', discount: null, tax: taxOf('19'), ...it })),
    ...more,
  } as unknown as StoredInvoice)
}

const line = (quantity: string, unitPrice: string, more: Partial<Item> = {}): Partial<Item> => ({
  quantityMicro: parseMicro(quantity),
  unitPriceMicro: parseMicro(unitPrice),
  ...more,
})
const adjustment = (value: StoredInvoice['discounts'][number]['value'], rate: string) => ({
  reason: null,
  value,
  tax: taxOf(rate),
  amountMinor: 0n,
})

const told = (draft: StoredInvoice): readonly string[] =>
  explain(
    calculationOf(draft),
    draft.items.map((it) => it.description),
  ).map(({ rule, expression, result }) => `${rule}: ${expression} → ${result}`)

test('a price for several units is divided by them', () => {
  const per = (units: string) => ({ priceBaseQuantityMicro: parseMicro(units) })
  const draft = draftOf([line('250', '45', per('100')), line('1', '10', per('3'))])
  expect(told(draft).slice(0, 2)).toEqual([
    'BT-131: 250 × 45 ÷ 100 = 112.5 → 112.50',
    'BT-131: 1 × 10 ÷ 3 = 3.333333333333… → 3.33',
  ])
})

test('the example of docs/totals.md, step by step', () => {
  const draft = draftOf(
    [line('1.5', '80', { discount: percent('10') }), line('7', '12.345', { tax: taxOf('7') })],
    { discounts: [adjustment(percent('5'), '19')], charges: [adjustment(amount('4.50'), '7')] },
  )
  expect(told(draft)).toEqual([
    'BT-136: 120 × 10 % = 12 → 12.00',
    'BT-131: 1.5 × 80 − 12.00 = 108 → 108.00',
    'BT-131: 7 × 12.345 = 86.415 → 86.42',
    'BR-CO-10: 108.00 + 86.42 → 194.42',
    'BT-92: 194.42 × 5 % = 9.721 → 9.72',
    'BR-CO-11: 9.72 → 9.72',
    'BR-CO-12: 4.50 → 4.50',
    'BR-S-08: 108.00 − 9.72 → 98.28',
    'BR-CO-17: 98.28 × 19 % = 18.6732 → 18.67',
    'BR-S-08: 86.42 + 4.50 → 90.92',
    'BR-CO-17: 90.92 × 7 % = 6.3644 → 6.36',
    'BR-CO-13: 194.42 − 9.72 + 4.50 → 189.20',
    'BR-CO-14: 18.67 + 6.36 → 25.03',
    'BR-CO-15: 189.20 + 25.03 → 214.23',
  ])
})

test('prices with tax: the net, the tax and the cent that is left', () => {
  const draft = draftOf([line('3', '3.33')], { pricesIncludeTax: true })
  expect(told(draft)).toEqual([
    'BT-131: 3 × 3.33 = 9.99 → 9.99',
    'BR-CO-10: 9.99 → 9.99',
    'BT-116: 9.99 → 9.99',
    'BT-116: 9.99 ÷ 1.19 = 8.394957… → 8.39',
    'BR-CO-17: 8.39 × 19 % = 1.5941 → 1.59',
    'BT-114: 9.99 − 8.39 − 1.59 → 0.01',
    'BR-CO-13: 8.39 → 8.39',
    'BR-CO-14: 1.59 → 1.59',
    'BR-CO-15: 8.39 + 1.59 + 0.01 → 9.99',
  ])
})

test('rounding per line: the tax of each entry, then their sum', () => {
  const draft = draftOf([line('1', '0.33'), line('1', '0.33')], { rounding: 'line' })
  expect(told(draft)).toEqual([
    'BT-131: 1 × 0.33 = 0.33 → 0.33',
    'BT-131: 1 × 0.33 = 0.33 → 0.33',
    'BR-CO-10: 0.33 + 0.33 → 0.66',
    'BT-117: 0.33 × 19 % = 0.0627 → 0.06',
    'BT-117: 0.33 × 19 % = 0.0627 → 0.06',
    'BR-S-08: 0.33 + 0.33 → 0.66',
    'BT-117: 0.06 + 0.06 → 0.12',
    'BR-CO-13: 0.66 − 0.00 + 0.00 → 0.66',
    'BR-CO-14: 0.12 → 0.12',
    'BR-CO-15: 0.66 + 0.12 → 0.78',
  ])
})

test('categories without tax have the rule of their own', () => {
  const draft = draftOf([line('1', '5', { tax: taxOf('0', 'K', 'Intra-Community') })])
  expect(told(draft)).toContain('BR-IC-08: 5.00 → 5.00')
})

const drafts = fc
  .record({
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    pricesIncludeTax: fc.boolean(),
    rounding: fc.constantFrom('document', 'line'),
    items: fc.array(
      fc.record({
        quantityMicro: fc.bigInt(-5_000_000n, 20_000_000n),
        unitPriceMicro: fc.bigInt(0n, 500_000_000n),
        tax: fc.constantFrom(taxOf('19'), taxOf('7'), taxOf('0', 'E', 'Exempt')),
        discount: fc.option(fc.constant(percent('12.5')), { nil: null }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    discount: fc.option(fc.constant(percent('3')), { nil: null }),
  })
  .map(({ items, discount, ...more }) =>
    draftOf(items, {
      ...(more as Partial<StoredInvoice>),
      discounts: discount === null ? [] : [adjustment(discount, '7')],
    }),
  )

/** A sum as it is written: parts with ` + ` and ` − ` between them. */
const sumOfText = (sum: string, currency: string): bigint =>
  sum
    .replaceAll(' − ', ' + −')
    .split(' + ')
    .reduce((all, part) => all + parseMinor(part.replace('−', '-').replace('--', ''), currency), 0n)

test('every result is that of calculate, and every sum adds up', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const { currency } = draft
      const { items, taxes, totals } = calculate(calculationOf(draft))
      const text = (minor: bigint) => formatMinor(minor, currency)
      const steps = explain(
        calculationOf(draft),
        draft.items.map((it) => it.description),
      )
      const results = (start: string) =>
        steps.filter(({ label }) => label.startsWith(start)).map(({ result }) => result)
      expect(results('Item ')).toEqual(items.map(({ totalMinor }) => text(totalMinor)))
      expect(results('Subtotal')).toEqual([text(totals.subtotalMinor)])
      expect(results('Net (')).toEqual([text(totals.netMinor)])
      expect(results('Tax (')).toEqual([text(totals.taxMinor)])
      expect(results('Total')).toEqual([text(totals.totalMinor)])
      for (const { category, rateMicro, taxableMinor, amountMinor } of taxes) {
        const name = `${category} ${formatMicro(rateMicro)} %`
        expect(results(`Taxable ${name}`)).toEqual([text(taxableMinor)])
        expect(results(`Tax ${name}`)).toEqual([text(amountMinor)])
      }
      for (const { expression, result } of steps)
        if (!/[×÷=]/.test(expression)) expect(text(sumOfText(expression, currency))).toBe(result)
    }),
    { numRuns: 300 },
  )
})
