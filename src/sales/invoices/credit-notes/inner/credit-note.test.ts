import { formatMinor, parseMicro } from '@billwright/money'
import type { Adjustment } from '@billwright/totals'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount, percent, taxOf } from '../../../../../packages/totals/src/calculate.testing.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Item } from '../../../contents/contents.ts'
import { withTotals } from '../../../contents/totals/totals.ts'
import type { StoredInvoice } from '../../invoice.ts'
import { creditOf } from './credit-note.ts'
import { type Credit, type CreditLine, leftOf, linesOf, restOf } from './lines.ts'

type Invoiced = Parameters<typeof creditOf>[0]
type Entered = Partial<Item> & Pick<Item, 'quantityMicro' | 'unitPriceMicro'>

let ids = 0
const newId = () => `itm_${++ids}`

/** An invoice with these items; what else an invoice has plays no part here. */
function invoiceOf(items: readonly Entered[], more: Partial<StoredInvoice> = {}): Invoiced {
  const bare = {
    currency: 'EUR',
    pricesIncludeTax: false,
    rounding: 'document',
    discounts: [],
    charges: [],
    items: items.map((it, index) => ({
      id: `item${index}`,
      description: 'x',
      details: null,
      unit: null,
      discount: null,
      tax: taxOf('19'),
      ...it,
    })),
    ...more,
  }
  return withTotals(bare as unknown as StoredInvoice)
}

const line = (quantity: string, unitPrice: string, more: Partial<Item> = {}): Entered => ({
  quantityMicro: parseMicro(quantity),
  unitPriceMicro: parseMicro(unitPrice),
  ...more,
})
const adjustment = (value: Adjustment, rate = '19') => ({
  reason: null,
  value,
  tax: taxOf(rate),
  amountMinor: 0n,
})
const byQuantity = (index: number, quantity: string): CreditLine => ({
  itemId: `item${index}`,
  by: { kind: 'quantity', quantityMicro: parseMicro(quantity) },
})
const byAmount = (index: number, amountMinor: bigint): CreditLine => ({
  itemId: `item${index}`,
  by: { kind: 'amount', amountMinor },
})

/** Credits one request after the other, each seeing those before. */
function creditAll(invoice: Invoiced, requests: readonly (readonly CreditLine[])[]): Credit[] {
  const notes: Credit[] = []
  for (const lines of requests) notes.push(creditOf(invoice, notes, lines, newId))
  return notes
}

/** What the sums of all notes come to, to compare with the invoice. */
function together(notes: readonly Credit[]) {
  const sum = (read: (note: Credit) => bigint) => notes.reduce((all, note) => all + read(note), 0n)
  const groups = new Map<string, readonly [bigint, bigint]>()
  for (const { category, rateMicro, taxableMinor, amountMinor } of notes.flatMap(
    (it) => it.taxes,
  )) {
    const key = `${category} ${rateMicro}`
    const [taxable, tax] = groups.get(key) ?? [0n, 0n]
    groups.set(key, [taxable + taxableMinor, tax + amountMinor])
  }
  return {
    subtotal: sum(({ totals }) => totals.subtotalMinor),
    discount: sum(({ totals }) => totals.discountMinor),
    charge: sum(({ totals }) => totals.chargeMinor),
    net: sum(({ totals }) => totals.netMinor),
    tax: sum(({ totals }) => totals.taxMinor),
    rounding: sum(({ totals }) => totals.roundingMinor),
    total: sum(({ totals }) => totals.totalMinor),
    groups: [...groups]
      .filter(([, [taxable, tax]]) => taxable !== 0n || tax !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}

/** The sums that a reader does over on the printed note. */
function expectSumsToHold({ items, discounts, charges, taxes, totals }: Credit, gross: boolean) {
  const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n)
  const { subtotalMinor, discountMinor, chargeMinor, netMinor, taxMinor, roundingMinor } = totals
  expect(sum(items.map((it) => it.totalMinor))).toBe(subtotalMinor)
  expect(sum(discounts.map((it) => it.amountMinor))).toBe(discountMinor)
  expect(sum(charges.map((it) => it.amountMinor))).toBe(chargeMinor)
  expect(sum(taxes.map((it) => it.taxableMinor))).toBe(netMinor)
  expect(sum(taxes.map((it) => it.amountMinor))).toBe(taxMinor)
  expect(netMinor + taxMinor + roundingMinor).toBe(totals.totalMinor)
  const entered = subtotalMinor - discountMinor + chargeMinor
  expect(entered).toBe(gross ? totals.totalMinor : netMinor)
}

describe('crediting a third of an invoice three times', () => {
  test.each([
    ['EUR', '10.00'],
    ['EUR', '0.335'],
    ['JPY', '100'],
    ['JPY', '33.5'],
    ['KWD', '1.0005'],
  ] as const)('%s at %s: credits the whole, taxes included', (currency, price) => {
    for (const pricesIncludeTax of [false, true]) {
      for (const rounding of ['document', 'line'] as const) {
        const invoice = invoiceOf(
          [line('3', price), line('3', price, { tax: taxOf('7') }), line('1', price)],
          {
            currency,
            pricesIncludeTax,
            rounding,
            discounts: [adjustment(percent('3')), adjustment(amount('1', currency), '7')],
            charges: [adjustment(amount('5', currency))],
          },
        )
        const third = [byQuantity(0, '1'), byQuantity(1, '1'), byQuantity(2, '0.333333')]
        const last = [byQuantity(0, '1'), byQuantity(1, '1'), byQuantity(2, '0.333334')]
        const notes = creditAll(invoice, [third, third, last])
        expect(together(notes)).toEqual(together([invoice]))
        for (const note of notes) expectSumsToHold(note, pricesIncludeTax)
        expect(restOf(invoice, notes)).toEqual([])
      }
    }
  })

  test('the last note gets the remaining cent', () => {
    const invoice = invoiceOf([line('3', '0.335')])
    expect(formatMinor(invoice.totals.totalMinor, 'EUR')).toBe('1.20')
    const third = [byQuantity(0, '1')]
    const notes = creditAll(invoice, [third, third, third])
    expect(notes.map(({ totals }) => formatMinor(totals.netMinor, 'EUR'))).toEqual([
      '0.34',
      '0.33',
      '0.34',
    ])
  })
})

describe('crediting', () => {
  test('in full: the very figures of the invoice', () => {
    const invoice = invoiceOf(
      [
        line('7', '12.345', { discount: percent('10') }),
        line('2.5', '80', { discount: amount('3.33'), tax: taxOf('7') }),
        line('1', '0', { tax: taxOf('0', 'E', 'Exempt') }),
      ],
      { discounts: [adjustment(percent('5'))], charges: [adjustment(amount('4.50'), '7')] },
    )
    const [note] = creditAll(invoice, [restOf(invoice, [])])
    expect(note?.totals).toEqual(invoice.totals)
    expect(note?.taxes).toEqual(invoice.taxes)
    expect(note?.discounts).toEqual(invoice.discounts)
    expect(note?.items.map(({ id: _, credits: _credits, ...it }) => it)).toEqual(
      invoice.items.map(({ id: _, ...it }) => it),
    )
  })

  test('a part of one item leaves the others and their taxes alone', () => {
    const invoice = invoiceOf([line('4', '25'), line('1', '100', { tax: taxOf('7') })])
    const [note] = creditAll(invoice, [[byQuantity(0, '1')]])
    expect(note?.items).toMatchObject([{ totalMinor: 2500n, quantityMicro: 1_000_000n }])
    expect(note?.taxes).toMatchObject([{ taxableMinor: 2500n, amountMinor: 475n }])
    expect(note?.totals.totalMinor).toBe(2975n)
  })

  test('an amount is one piece at that price, and the rest is an amount, too', () => {
    const invoice = invoiceOf([line('3', '0.335')])
    const [first] = creditAll(invoice, [[byAmount(0, 50n)]])
    expect(first?.items).toMatchObject([
      { quantityMicro: 1_000_000n, unitPriceMicro: 500_000n, totalMinor: 50n, unit: null },
    ])
    expect(restOf(invoice, first ? [first] : [])).toEqual([byAmount(0, 51n)])
    const notes = creditAll(invoice, [[byAmount(0, 50n)], [byAmount(0, 51n)]])
    expect(together(notes)).toEqual(together([invoice]))
  })

  test('goods returned on the invoice are credited below zero', () => {
    const invoice = invoiceOf([line('5', '10'), line('-1', '10')])
    const notes = creditAll(invoice, [[byQuantity(0, '2'), byQuantity(1, '-1')]])
    expect(notes[0]?.totals.netMinor).toBe(1000n)
    const rest = creditOf(invoice, notes, restOf(invoice, notes), newId)
    expect(together([...notes, rest])).toEqual(together([invoice]))
  })

  test('a voided note in between: the last still completes the whole', () => {
    const invoice = invoiceOf([line('3', '0.335')])
    const third = [byQuantity(0, '1')]
    const [first, , last] = creditAll(invoice, [third, third, third])
    const left = [first, last].filter((note) => note !== undefined)
    const again = creditOf(invoice, left, third, newId)
    expect(together([...left, again])).toEqual(together([invoice]))
  })

  test.each<readonly [string, readonly CreditLine[]]>([
    ['more than its quantity', [byQuantity(0, '4.000001')]],
    ['more than its amount', [byAmount(0, 10_001n)]],
    ['more in total, where goods had been returned', [byQuantity(0, '4')]],
  ])('422: %s', (_what, lines) => {
    const invoice = invoiceOf([line('4', '25'), line('-1', '25')])
    const error = (() => {
      try {
        return creditOf(invoice, [], lines, newId)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'overcredit',
      details: { left: { total: '89.25', items: [{ quantity: '4', amount: '100.00' }, {}] } },
    })
  })

  test('the rest counts quantities and amounts', () => {
    const invoice = invoiceOf([line('4', '25')])
    const notes = creditAll(invoice, [[byQuantity(0, '1')], [byAmount(0, 1050n)]])
    expect(leftOf(invoice, notes)).toEqual({
      total: formatMinor(invoice.totals.totalMinor - 2975n - 1250n, 'EUR'),
      items: [{ id: 'item0', quantity: '3', amount: '64.50' }],
    })
  })

  test('a note gives the lines it was made from', () => {
    const invoice = invoiceOf([line('4', '25'), line('1', '9')])
    const lines = [byQuantity(0, '1.5'), byAmount(1, 300n)]
    const [note] = creditAll(invoice, [lines])
    expect(note && linesOf(note)).toEqual(lines)
  })
})

const RATES = ['19', '7', '5.5', '8.875'] as const

const invoices = fc
  .record({
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    pricesIncludeTax: fc.boolean(),
    rounding: fc.constantFrom('document', 'line'),
    items: fc.array(
      fc.record({
        quantityMicro: fc.bigInt(1n, 20_000_000n),
        unitPriceMicro: fc.bigInt(0n, 500_000_000n),
        rate: fc.constantFrom(...RATES),
        discount: fc.option(fc.bigInt(0n, 100_000_000n), { nil: null }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    discount: fc.option(fc.bigInt(0n, 40_000_000n), { nil: null }),
    charge: fc.option(fc.bigInt(0n, 5000n), { nil: null }),
  })
  .map(({ items, discount, charge, ...head }) =>
    invoiceOf(
      items.map(({ rate, discount: percentMicro, ...it }) => ({
        ...it,
        tax: taxOf(rate),
        discount: percentMicro === null ? null : { kind: 'percent', percentMicro },
      })),
      {
        ...(head as Partial<StoredInvoice>),
        discounts:
          discount === null ? [] : [adjustment({ kind: 'percent', percentMicro: discount }, '7')],
        charges: charge === null ? [] : [adjustment({ kind: 'amount', amountMinor: charge })],
      },
    ),
  )

/**
 * A credit of these lines; null if it is refused. Rounding can use up the total before the last part of
 * a quantity, where a discount of the document has another tax rate than the items.
 */
function creditOrRefusal(
  invoice: Invoiced,
  notes: readonly Credit[],
  lines: readonly CreditLine[],
): Credit | null {
  try {
    return creditOf(invoice, notes, lines, newId)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'overcredit')) throw error
    expect(invoice.discounts).not.toEqual([])
    return null
  }
}

test('any parts and the rest add up to the invoice, and each note adds up', () => {
  fc.assert(
    fc.property(
      invoices,
      fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }), {
        maxLength: 6,
      }),
      (invoice, parts) => {
        const notes: Credit[] = []
        for (const percents of parts) {
          const lines = restOf(invoice, notes).flatMap(({ itemId, by }, index): CreditLine[] => {
            if (by.kind === 'amount') return []
            const quantityMicro = (by.quantityMicro * BigInt(percents[index] ?? 0)) / 100n
            return quantityMicro === 0n ? [] : [{ itemId, by: { kind: 'quantity', quantityMicro } }]
          })
          const note = lines.length > 0 ? creditOrRefusal(invoice, notes, lines) : null
          if (note) notes.push(note)
        }
        const rest = restOf(invoice, notes)
        if (rest.length > 0) notes.push(creditOf(invoice, notes, rest, newId))
        expect(together(notes)).toEqual(together([invoice]))
        for (const note of notes) expectSumsToHold(note, invoice.pricesIncludeTax)
      },
    ),
    { numRuns: 300 },
  )
})
