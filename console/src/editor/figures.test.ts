import { termsOfDays } from '@billwright/rules/payment-terms'
import { expect, test } from 'vitest'
import type { Settings } from '../api/queries.ts'
import { earlyOf } from '../components/early-offers.ts'
import { type Body, bodyOf } from './body.ts'
import { outcomeOf } from './figures.ts'
import { newForm, termsShown, withIssueDate, withTerms } from './form.ts'

const SETTINGS = {
  currency: 'EUR',
  locale: 'en',
  pricesIncludeTax: false,
  rounding: 'document',
  paymentTerms: { kind: 'days', days: 14, months: null, day: null, on_day_off: 'keep' },
  nonWorkingDays: { weekdays: [], dates: [] },
  defaultTax: { category: 'S', rate: '19' },
  taxPresets: [],
  customFields: [],
  earlyPayment: [],
  withholdings: [],
  cashRounding: [],
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

test('the due date follows the terms until it is typed', () => {
  const form = newForm(SETTINGS, 'en', '2026-01-15')
  const monthEnd = { ...termsOfDays(30), kind: 'days_end_of_month' } as const
  const sent = ({ due_date, payment_terms }: Body) => [due_date, payment_terms?.kind ?? null]
  expect(sent(bodyOf(form))).toEqual(['2026-01-29', null])
  const ended = withTerms(form, monthEnd)
  expect(sent(bodyOf(ended))).toEqual(['2026-02-28', 'days_end_of_month'])
  const later = withIssueDate(ended, '2026-03-02')
  expect(sent(bodyOf(later))).toEqual(['2026-04-30', 'days_end_of_month'])
  const typed = { ...later, days: { ...later.days, due_date: '2026-05-05' } }
  expect(termsShown(typed)).toBeNull()
  expect(sent(bodyOf(withIssueDate(typed, '2026-03-03')))).toEqual(['2026-05-05', null])
  expect(sent(bodyOf(withTerms(typed, null)))).toEqual(['2026-03-16', null])
})
