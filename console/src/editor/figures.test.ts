import { expect, test } from 'vitest'
import type { Settings } from '../api/queries.ts'
import { earlyOf } from '../components/early-offers.ts'
import { type Body, bodyOf } from './body.ts'
import { outcomeOf } from './figures.ts'
import { newForm } from './form.ts'

const SETTINGS = {
  currency: 'EUR',
  locale: 'en',
  pricesIncludeTax: false,
  rounding: 'document',
  paymentTermsDays: 14,
  defaultTax: { category: 'S', rate: '19' },
  taxPresets: [],
  customFields: [],
  earlyPayment: [],
  defaultNotes: null,
  defaultTerms: null,
  eInvoiceProfile: null,
  defaultTexts: [],
} as unknown as Settings

const faultsOf = (dates: Partial<Body>) =>
  outcomeOf({ ...bodyOf(newForm(SETTINGS, 'en', '2026-11-22')), ...dates }, SETTINGS).faults.map(
    ({ pointer, code }) => `${pointer} ${code}`,
  )

test.each<[string, Partial<Body>, readonly string[]]>([
  ['dates in order', { due_date: '2026-11-22' }, []],
  ['due before the issue date', { due_date: '2026-11-21' }, []],
  [
    'a period that ends before it starts',
    { period_start: '2026-11-02', period_end: '2026-11-01' },
    ['/period_end out_of_range'],
  ],
])('%s: the faults of the service', (_name, dates, faults) =>
  expect(faultsOf(dates)).toEqual(faults))

test('discounts for early payment are sent as they are typed; an empty one is not', () => {
  const form = newForm(SETTINGS, 'de', '2026-11-22')
  const sent = (...earlyPayment: (typeof form)['earlyPayment']) =>
    bodyOf({ ...form, earlyPayment }).early_payment
  expect(sent(...form.earlyPayment)).toEqual([])
  expect(sent({ percent: '2,5 %', days: '10' }, { percent: ' ', days: '' })).toEqual([
    { percent: '2.5', days: 10 },
  ])
  expect(sent({ percent: '3', days: '' }, { percent: '', days: '14' })).toEqual([
    { percent: '3', days: null },
    { percent: null, days: 14 },
  ])
  expect(earlyOf([{ percent: '2.5', days: 10 }], 'de')).toEqual([
    { percent: '2,5', days: '10' },
    { percent: '', days: '' },
  ])
})
