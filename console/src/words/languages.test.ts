import { expect, test } from 'vitest'
import { languageOf } from './languages.ts'

test.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['', 'FR-ca'], 'fr'],
  [['ja', 'de'], 'de'],
  [['den'], 'en'],
  [['toString'], 'en'],
  [[], 'en'],
])('tags %j: %s', (tags, language) => expect(languageOf(tags)).toBe(language))
