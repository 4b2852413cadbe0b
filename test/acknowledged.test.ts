import { minorDigits } from '@billwright/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

/** Currencies of every number of digits that ISO 4217 knows. */
const CURRENCIES = ['JPY', 'EUR', 'KWD', 'CLF']
const TEXTS = [
  'Übertrag',
  '𝒳 日本語 עברית',
  '{{notes}} <b>&amp;</b>',
  "'; drop table invoices; --",
  '💶\n\t—',
]
const QUANTITIES = ['1', '0.000001', '3.333333', '999999', '1.5']
const PRICES = ['0.01', '19.99', '0.333333', '123456.789', '80']

/** A number as unlike the one before as the next of a fixed row of them can be. */
function* dice(): Generator<(max: number) => number> {
  let state = 20_261_121
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const value = state
    yield (max) => Math.floor((value / 2_147_483_648) * max)
  }
}

function bodies(count: number): readonly Json[] {
  const source = dice()
  const pick = <T>(list: readonly T[]): T | undefined =>
    list[source.next().value?.(list.length) ?? 0]
  return Array.from({ length: count }, () => ({
    customer: { name: pick(TEXTS) },
    currency: pick(CURRENCIES),
    notes: pick(TEXTS),
    terms: pick(TEXTS),
    metadata: { key: pick(TEXTS) },
    rounding: pick(['document', 'line']),
    prices_include_tax: pick([true, false]),
    items: Array.from({ length: pick([1, 2, 7]) ?? 1 }, () => ({
      description: pick(TEXTS),
      quantity: pick(QUANTITIES),
      unit_price: pick(PRICES),
      tax: { category: 'S', rate: pick(['19', '7', '8.1', '25.5']) },
      ...pick([{}, { discount: { percent: '12.5' } }]),
    })),
  }))
}

const minor = (amount: string): bigint => BigInt(amount.replace('.', ''))
const sumOf = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => sum + minor(amount), 0n)

describe.each(ENGINES)('acknowledged changes (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('are read back value by value, and parts add up to their totals', async () => {
    for (const body of bodies(40)) {
      const created = await app.call('POST', '/invoices', body)
      expect(created.statusCode, created.body).toBe(201)
      const invoice = created.json()
      expect((await app.call('GET', `/invoices/${invoice.id}`)).json()).toEqual(invoice)
      expect(invoice).toMatchObject({
        notes: body.notes,
        terms: body.terms,
        metadata: body.metadata,
      })
      const { items, taxes, totals } = invoice
      const [, fraction = ''] = totals.total.split('.')
      expect(fraction).toHaveLength(minorDigits(body.currency))
      expect(sumOf(items.map(({ total }: Json) => total))).toBe(minor(totals.subtotal))
      expect(sumOf(taxes.map(({ amount }: Json) => amount))).toBe(minor(totals.tax))
      expect(sumOf([totals.net, totals.tax, totals.rounding])).toBe(minor(totals.total))
    }
  })
})
