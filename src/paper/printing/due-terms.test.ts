import {
  type PaymentTerms,
  TERMS_KINDS,
  TERMS_NUMBERS,
  termsOfDays,
} from '@billwright/rules/payment-terms'
import { expect, test } from 'vitest'
import { traitsOf } from '../../company/templates/traits.ts'
import { LANGUAGES } from './labels/labels.ts'
import { sampleCase } from './samples/sample-cases.ts'
import { documentView } from './view.ts'

const MONTH_END: PaymentTerms = { ...termsOfDays(30), kind: 'days_end_of_month' }
const sample = sampleCase('simple')
const viewOf = (change: object, more: object = {}) =>
  documentView({
    ...sample,
    invoice: { ...sample.invoice, issueDate: '2026-01-15', dueDate: '2026-02-28', ...change },
    ...more,
  })
const labelsOf = (view: ReturnType<typeof documentView>) =>
  (view.details as readonly { readonly label: string }[]).map(({ label }) => label)

test.each(
  Object.entries(LANGUAGES),
)('in %s, terms of each kind are words after the due date', (language, { labels }) => {
  const view = viewOf({ language, paymentTerms: MONTH_END })
  const details = labelsOf(view)
  expect(details[details.indexOf(labels.dueDateLabel) + 1]).toBe(labels.paymentTermsLabel)
  const said = TERMS_KINDS.flatMap((kind) =>
    [0, 1, 2, 11].map((month) => {
      const months = 'months' in TERMS_NUMBERS[kind] ? month : null
      const terms = { ...termsOfDays(30), kind, months, day: 15 }
      return String(viewOf({ language, status: null, paymentTerms: terms }).dueTerms)
    }),
  )
  expect(said.filter((it) => it === '' || /[{}]|undefined/.test(it))).toEqual([])
  expect(new Set(said).size).toBe(1 + 4 + 1 + 4 + 4)
})

test('no terms are printed beside a due date that they do not give, or without one', () => {
  expect(viewOf({ paymentTerms: MONTH_END }).dueTerms).toBe('30 days, end of month')
  expect(viewOf({ paymentTerms: MONTH_END, dueDate: '2026-02-27' }).dueTerms).toBe('')
  expect(viewOf({ paymentTerms: MONTH_END, dueDate: null }).dueTerms).toBe('')
  expect(viewOf({ paymentTerms: MONTH_END }, { displayed: 'credited' }).dueTerms).toBe('')
  expect(labelsOf(viewOf({}))).toEqual(labelsOf(viewOf({ paymentTerms: null })))
})

test('a template without the terms prints them in brackets after its due date', () => {
  const own = '{{#details}}{{label}} {{value}}{{/details}} {{dueDate}}'
  const dueOf = (template: string) =>
    String(viewOf({ paymentTerms: MONTH_END }, { traits: traitsOf(template) }).dueDate)
  expect(dueOf('{{dueDate}}')).toBe('28 Feb 2026 (30 days, end of month)')
  expect(dueOf(own)).toBe('28 Feb 2026')
  expect(dueOf('{{dueDate}} {{dueTerms}}')).toBe('28 Feb 2026')
})
