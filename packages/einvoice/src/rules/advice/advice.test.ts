import { describe, expect, test } from 'vitest'
import { RULES } from '../rules.ts'
import { adviceFor, adviceLanguage } from './advice.ts'
import { ADVICE_DE } from './de.ts'
import { ADVICE_FR } from './fr.ts'

const keys = Object.keys(ADVICE_DE) as (keyof typeof ADVICE_DE)[]
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe('advice', () => {
  test.each(keys)('%s: a sentence with the same names in each language', (key) => {
    const english = adviceFor(key, 'en', {
      n: '{n}',
      field: '{field}',
      code: '{code}',
      category: '{category}',
      currency: '{currency}',
      country: '{country}',
      scheme: '{scheme}',
      form: '{form}',
      max: '{max}',
    })
    for (const text of [ADVICE_DE[key], ADVICE_FR[key]]) {
      expect(namesIn(text)).toEqual(namesIn(english))
      expect(text).not.toBe(english)
    }
  })

  test('advice names its field', () => {
    expect(adviceFor('itemName', 'en', { n: '3' })).toBe(
      'Item 3: enter a description of what is sold.',
    )
    expect(adviceFor('itemName', 'de', { n: '3' })).toContain('Position 3')
    expect(adviceFor('itemName', 'tlh', { n: '3' })).toContain('Item 3')
  })

  test('advice names countries, not their codes', () => {
    const values = { field: 'TVA', country: 'RO' }
    expect(adviceFor('wholeAddress', 'en', values)).toContain('Romania')
    expect(adviceFor('wholeAddress', 'de', values)).toContain('Rumänien')
    expect(adviceFor('wholeAddress', 'fr', values)).toContain('Roumanie')
  })
})

test.each([
  ['fr', 'de', 'fr'],
  ['nl, de-CH;q=0.8, en;q=0.5', 'fr', 'de'],
  ['en;q=0.2, fr;q=0.9', 'de', 'fr'],
  ['ja', 'de-AT', 'de'],
  [undefined, 'fr-BE', 'fr'],
  ['*', 'pl', 'en'],
])('Accept-Language %s with %s is %s', (header, locale, language) => {
  expect(adviceLanguage(header, locale, 'en16931')).toBe(language)
})

test('no profile has a rule twice', () => {
  for (const rules of Object.values(RULES)) {
    const ids = rules.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  }
})
