import { readFileSync } from 'node:fs'
import { formatMinor, parseMicro } from '@billwright/money'
import type { ItemTax } from '@billwright/totals'
import { type CalculationInput, itemAdjustmentsMinor } from '@billwright/totals'
import { describe, expect, test } from 'vitest'
import { calculate } from './totals.ts'

const PAGE = readFileSync(new URL('../../../../docs/totals.md', import.meta.url), 'utf8')

/** The last cells of the rows that start with `label`: of the example, then of the one with tax. */
const figuresOf = (label: string): readonly (string | undefined)[] =>
  PAGE.split('\n')
    .filter((line) => line.startsWith(`| ${label} |`))
    .map((row) => row.split('|').at(-2)?.trim())

const eur = (minor: bigint | undefined): string => formatMinor(minor ?? -1n, 'EUR')

const standard = (rate: string): ItemTax => ({
  category: 'S',
  rateMicro: parseMicro(rate),
  reason: null,
})

const EXAMPLE: CalculationInput = {
  currency: 'EUR',
  pricesIncludeTax: false,
  rounding: 'document',
  items: [
    {
      quantityMicro: parseMicro('1.5'),
      unitPriceMicro: parseMicro('80.00'),
      adjustments: [
        { kind: 'discount', value: { kind: 'percent', percentMicro: parseMicro('10') } },
      ],
      tax: standard('19'),
    },
    {
      quantityMicro: parseMicro('7'),
      unitPriceMicro: parseMicro('12.345'),
      adjustments: [],
      tax: standard('7'),
    },
  ],
  discounts: [{ value: { kind: 'percent', percentMicro: parseMicro('5') }, tax: standard('19') }],
  charges: [{ value: { kind: 'amount', amountMinor: 450n }, tax: standard('7') }],
}

const INCLUSIVE: CalculationInput = {
  ...EXAMPLE,
  pricesIncludeTax: true,
  items: [1, 2, 3].map(() => ({
    quantityMicro: parseMicro('1'),
    unitPriceMicro: parseMicro('3.33'),
    adjustments: [],
    tax: standard('19'),
  })),
  discounts: [],
  charges: [],
}

describe('the figures in docs/totals.md', () => {
  const { items, taxes, totals } = calculate(EXAMPLE)
  const inclusive = calculate(INCLUSIVE)
  const perLine = calculate({ ...EXAMPLE, rounding: 'line' })

  test.each([
    ['Consulting, 1.5 h at 80.00, less 10 %, 19 % tax', eur(items[0]?.totalMinor)],
    ['Brochure, 7 at 12.345, 7 % tax', eur(items[1]?.totalMinor)],
    ['Subtotal (BT-106)', eur(totals.subtotalMinor)],
    ['Discount (BT-107)', eur(totals.discountMinor)],
    ['Charge (BT-108)', eur(totals.chargeMinor)],
    ['Net (BT-109)', eur(totals.netMinor)],
    ['Tax 19 % (BT-117)', eur(taxes[0]?.amountMinor)],
    ['Tax 7 % (BT-117)', eur(taxes[1]?.amountMinor)],
    ['Tax (BT-110)', eur(totals.taxMinor)],
    ['Total (BT-112)', eur(totals.totalMinor)],
  ])('the example: %s is %s', (label, amount) => {
    expect(figuresOf(label)[0]).toBe(amount)
  })

  test('statements within the example', () => {
    const [consulting] = EXAMPLE.items
    expect(consulting && itemAdjustmentsMinor(consulting, 'EUR')).toEqual([1200n])
    expect(PAGE).toContain(`(108.00 − 9.72 = ${eur(taxes[0]?.taxableMinor)})`)
    expect(PAGE).toContain(`(86.42 + 4.50 = ${eur(taxes[1]?.taxableMinor)})`)
  })

  test('the example, rounded per line', () => {
    expect(PAGE).toContain(`6.05 + 0.32 = ${eur(perLine.taxes[1]?.amountMinor)} and the total`)
    expect(PAGE).toContain(`total to ${eur(perLine.totals.totalMinor)}.`)
  })

  test.each([
    ['Net (BT-109)', eur(inclusive.totals.netMinor)],
    ['of which items', inclusive.items.map(({ netMinor }) => eur(netMinor)).join(', ')],
    ['Tax (BT-110)', eur(inclusive.totals.taxMinor)],
    ['Rounding (BT-114)', eur(inclusive.totals.roundingMinor)],
    ['Total', eur(inclusive.totals.totalMinor)],
  ])('prices that include tax: %s is %s', (label, amount) => {
    expect(figuresOf(label).at(-1)).toBe(amount)
  })
})
