import { expect, test } from 'vitest'
import { en } from './en.ts'
import { fill, LANGUAGES, wordsFor } from './labels.ts'

const codes = Object.keys(LANGUAGES)

const GROUPS = ['labels', 'statement', 'reminder', 'quote', 'page'] as const

test.each(codes)('%s has every word and unit', (code) => {
  const words = wordsFor(code)
  expect(Object.keys(words.units).sort()).toEqual(Object.keys(en.units).sort())
  for (const group of GROUPS) {
    expect(Object.keys(words[group]).sort()).toEqual(Object.keys(en[group]).sort())
    expect(Object.values(words[group]).filter((word) => word.trim() === '')).toEqual([])
  }
})

test.each(codes)('%s leaves the places of every sentence', (code) => {
  const words = wordsFor(code)
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const group of GROUPS)
    for (const [name, sentence] of Object.entries(en[group]))
      expect(places(Reflect.get(words[group], name)), name).toEqual(places(sentence))
})

test.each([
  ['de-AT', 'Rechnung'],
  ['DE', 'Rechnung'],
  ['zh-Hans-CN', '发票'],
  ['pt_BR', 'Fatura'],
  ['xx', 'Invoice'],
  ['constructor', 'Invoice'],
  ['', 'Invoice'],
])('%s speaks: %s', (tag, title) => {
  expect(wordsFor(tag).labels.invoiceTitle).toBe(title)
})

test.each([
  ['de-CH', 'CH', 'MWST'],
  ['de', 'LI', 'MWST'],
  ['de-CH', 'DE', 'USt.'],
  ['de-CH', null, 'USt.'],
  ['fr-CH', 'CH', 'TVA'],
  ['fr-CA', 'CA', 'Taxes'],
  ['fr', 'CA', 'Taxes'],
  ['fr-CA', 'FR', 'TVA'],
  ['en-GB', 'GB', 'VAT'],
  ['en', 'DE', 'VAT'],
  ['en', null, 'VAT'],
  ['en-US', 'US', 'Tax'],
  ['en-AU', 'AU', 'Tax'],
])('the tax in %s of a seller in %s is %s', (tag, country, tax) => {
  expect(wordsFor(tag, country).labels.taxLabel).toBe(tax)
})

test('a value is inserted unchanged and not treated as text with placeholders', () => {
  expect(fill('Pay {amount} by {date}', { amount: '{date} $& $1', date: 'x' })).toBe(
    'Pay {date} $& $1 by x',
  )
})

test.each([
  ['de-CH', null],
  ['de_LI', 'DE'],
  ['de', 'CH'],
])('German without ß: %s of a company in %s', (language, country) => {
  const words = wordsFor(language, country)
  expect(words.labels.closingText).toBe('Mit freundlichen Grüssen')
  expect(JSON.stringify(words)).not.toContain('ß')
  expect(wordsFor('de-DE', 'DE').labels.closingText).toContain('ß')
})
