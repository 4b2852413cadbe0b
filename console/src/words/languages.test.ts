import { expect, test } from 'vitest'
import { plural } from './language.ts'
import { languageOf, regionOf } from './languages.ts'

test.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['', 'FR-ca'], 'fr'],
  [['ja', 'de'], 'de'],
  [['den'], 'en'],
  [['toString'], 'en'],
  [[], 'en'],
])('tags %j: %s', (tags, language) => expect(languageOf(tags)).toBe(language))

test.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['en', 'en-US'], 'en-US'],
  ['en', ['de-AT', 'en-AU'], 'en-AU'],
  ['de', ['en-GB', 'de-CH'], 'de-CH'],
  ['fr', ['de-CH'], 'fr'],
  ['en', ['en-x-odd', 'en_GB', 'english-GB', ''], 'en'],
  ['en', ['en-150', 'en-Latn-GB'], 'en-150'],
] as const)('dates in %s for %j: %s', (language, locales, locale) => {
  expect(regionOf(language, locales)).toBe(locale)
  expect(() => new Intl.DateTimeFormat(locale)).not.toThrow()
})

test.each([
  ['en', 0, '0 attempts'],
  ['en', 1, '1 attempt'],
  ['en', 1200, '1,200 attempts'],
  ['fr', 0, '0 attempt'],
  ['fr', 2, '2 attempts'],
] as const)('%s: %i is %s', (language, count, said) =>
  expect(plural(count, language, { one: '1 attempt', other: '{n} attempts' })).toBe(said))

test('none is not one where the word for one has no number', () =>
  expect(plural(0, 'fr', { one: 'un code', other: '{n} codes' })).toBe('0 codes'))
