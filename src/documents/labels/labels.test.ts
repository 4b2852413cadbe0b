import { expect, test } from 'vitest'
import { en } from './en.ts'
import { fill, LANGUAGES, wordsFor } from './labels.ts'

const codes = Object.keys(LANGUAGES)

test.each(codes)('%s has every label and unit, and none is empty', (code) => {
  const { labels, units } = wordsFor(code)
  expect(Object.keys(labels).sort()).toEqual(Object.keys(en.labels).sort())
  expect(Object.keys(units).sort()).toEqual(Object.keys(en.units).sort())
  expect(Object.values(labels).filter((label) => label.trim() === '')).toEqual([])
})

test.each(codes)('%s leaves the places of every sentence', (code) => {
  const { labels } = wordsFor(code)
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [name, sentence] of Object.entries(en.labels)) {
    expect(places(Reflect.get(labels, name)), name).toEqual(places(sentence))
  }
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

test('a value is put in as it is, and never read as a sentence', () => {
  expect(fill('Pay {amount} by {date}', { amount: '{date} $& $1', date: 'x' })).toBe(
    'Pay {date} $& $1 by x',
  )
})
