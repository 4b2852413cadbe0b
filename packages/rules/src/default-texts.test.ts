import { expect, test } from 'vitest'
import { textsIn } from './default-texts.ts'

const settings = {
  defaultTerms: 'Pay within 30 days.',
  defaultNotes: 'Thanks.',
  quoteTerms: null,
  defaultTexts: [
    { language: 'de', terms: 'Zahlbar in 30 Tagen.', notes: null, termsOfQuotes: 'Freibleibend.' },
  ],
}

test.each([
  ['en', 'Pay within 30 days.', 'Thanks.', null],
  ['fr-FR', 'Pay within 30 days.', 'Thanks.', null],
  ['de', 'Zahlbar in 30 Tagen.', null, 'Freibleibend.'],
  ['DE-at', 'Zahlbar in 30 Tagen.', null, 'Freibleibend.'],
])('a document in %s begins with its own texts, or with those for all', (language, ...texts) => {
  const { terms, notes, quoteTerms } = textsIn(settings, language)
  expect([terms, notes, quoteTerms]).toEqual(texts)
})
