import { parseMicro } from '@billwright/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../entries/entry.ts'
import { GROUPINGS, groupEntries } from './grouping.ts'

const ids = (function* () {
  for (let at = 1; ; at += 1) yield `ent_${at}`
})()
const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: ids.next().value ?? '',
  version: 1,
  kind: 'time',
  customerId: 'cus_1',
  date: '2026-03-02',
  description: 'Design',
  quantityMicro: 1_500_000n,
  durationSeconds: null,
  unit: 'HUR',
  unitPriceMicro: 80_000_000n,
  productId: null,
  currency: 'EUR',
  tax: null,
  reference: null,
  externalIds: [],
  metadata: {},
  invoiceId: null,
  createdAt: '',
  updatedAt: '',
  ...changes,
})

const ENTRIES = [
  entry(),
  entry({ description: 'Call', quantityMicro: 250_000n }),
  entry({ date: '2026-03-03', quantityMicro: 333_333n }),
  entry({ date: '2026-03-03', productId: 'prd_1', unitPriceMicro: null, unit: null }),
  entry({ date: '2026-03-04', productId: 'prd_1', unitPriceMicro: null, unit: null }),
]
const shown = (grouping: (typeof GROUPINGS)[number]) =>
  groupEntries(ENTRIES, grouping).map(({ item }) => [item.description, item.quantity])

describe('entries that become one item', () => {
  test('`none`: each entry', () => {
    expect(shown('none')).toHaveLength(ENTRIES.length)
  })

  test('`day`: the entries of a day, with each description once', () => {
    expect(shown('day')).toEqual([
      ['Design; Call', '1.75'],
      ['Design', '0.333333'],
      ['Design', '1.5'],
      ['Design', '1.5'],
    ])
  })

  test('description, over days', () => {
    expect(shown('description')).toEqual([
      ['Design', '1.833333'],
      ['Call', '0.25'],
      ['Design', '3'],
    ])
  })

  test('`product`; without a product, the description', () => {
    expect(shown('product')).toEqual([
      ['Design', '1.833333'],
      ['Call', '0.25'],
      ['Design', '3'],
    ])
  })

  test('an item has the first and last day of its entries', () => {
    const [item] = groupEntries(ENTRIES, 'description')
    expect(item?.item).toMatchObject({ period_start: '2026-03-02', period_end: '2026-03-03' })
  })

  test.each([
    { unitPriceMicro: 90_000_000n },
    { unit: 'DAY' },
    { tax: { category: 'E', rate: '0' } },
    { productId: 'prd_2' },
    { kind: 'expense' as const },
  ])('never together with another price, unit, tax, product or kind: %o', (other) => {
    expect(groupEntries([entry(), entry(other)], 'day')).toHaveLength(2)
  })

  test('a long description is cut between words', () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      entry({ description: `${at} ${'x'.repeat(90)}` }),
    )
    const [group] = groupEntries(many, 'day')
    expect(group?.item.description?.length).toBeLessThanOrEqual(1000)
    expect(group?.item.description).toMatch(/ …$/)
  })
})

test('whatever the grouping, each entry is in one item and the quantities add up', () => {
  const any = fc.record({
    date: fc.constantFrom('2026-01-01', '2026-01-02', '2026-02-01'),
    description: fc.constantFrom('Design', 'Call', 'Travel'),
    quantityMicro: fc.bigInt(1n, 50_000_000n),
    unitPriceMicro: fc.constantFrom(80_000_000n, 100_000_000n),
    productId: fc.constantFrom(null, 'prd_1'),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), fc.constantFrom(...GROUPINGS), (given, by) => {
      const entries = given.map((it) => entry(it))
      const groups = groupEntries(entries, by)
      expect(groups.flatMap(({ entryIds }) => entryIds).toSorted()).toEqual(
        entries.map(({ id }) => id).toSorted(),
      )
      for (const { item, entryIds } of groups) {
        const own = entries.filter(({ id }) => entryIds.includes(id))
        const sum = own.reduce((total, { quantityMicro }) => total + quantityMicro, 0n)
        expect(parseMicro(item.quantity ?? '')).toBe(sum)
      }
    }),
  )
})
