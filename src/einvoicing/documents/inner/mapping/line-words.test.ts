import { expect, test } from 'vitest'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { lineWordsOf, NO_WORDS, noteWith } from './line-words.ts'

const line = (kind: 'heading' | 'text' | 'subtotal', description: string, at: number) => ({
  ...{ id: description, kind, description, details: null, at },
})
const documentOf = (count: number, textLines: readonly ReturnType<typeof line>[]) =>
  ({ items: Array.from({ length: count }, () => ({})), textLines }) as unknown as Invoice

test('a heading travels with the next item, a text with the one before it', () => {
  const words = lineWordsOf(
    documentOf(3, [
      line('heading', 'Kitchen', 0),
      line('text', 'Free delivery', 1),
      line('subtotal', 'Sum', 2),
      line('text', 'By our van', 2),
      line('heading', 'Bath', 2),
      line('text', 'All in chrome', 2),
    ]),
  )
  expect(words).toEqual([
    { headings: ['Kitchen'], before: [], after: ['Free delivery'] },
    { headings: [], before: [], after: ['By our van'] },
    { headings: ['Bath'], before: ['All in chrome'], after: [] },
  ])
  expect(noteWith('Note', words[2] ?? NO_WORDS)).toBe('Bath\nAll in chrome\nNote')
  expect(noteWith(undefined, words[0] ?? NO_WORDS)).toBe('Kitchen\nFree delivery')
  expect(noteWith(undefined, NO_WORDS)).toBeUndefined()
})

test('a text before the first item travels with it, a heading at the end with the last', () => {
  const words = lineWordsOf(documentOf(1, [line('text', 'Dear', 0), line('heading', 'End', 1)]))
  expect(words).toEqual([{ headings: [], before: ['Dear'], after: ['End'] }])
  expect(lineWordsOf(documentOf(0, [line('heading', 'Alone', 0)]))).toEqual([])
})
