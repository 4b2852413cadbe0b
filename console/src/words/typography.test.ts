import { expect, test } from 'vitest'
import { words as de } from './de.ts'
import { errors as germanErrors } from './errors/de.ts'
import { errors as frenchErrors } from './errors/fr.ts'
import { first as firstDe } from './first/de.ts'
import { first as firstFr } from './first/fr.ts'
import { words as fr } from './fr.ts'
import { fr as importing } from './import/fr.ts'
import { fr as reminders } from './reminders/fr.ts'
import { fr as settings } from './settings-fields/fr.ts'

const FRENCH = { fr, firstFr, frenchErrors, importing, reminders, settings }

test('French: a no-break space before : ; ! ? % and inside « »', () => {
  const breaking = textsOf(FRENCH).filter((text) => /[^ ] [:;!?%»]|« |[a-z][;!?]/.test(text))
  expect(breaking).toEqual([])
})

test('French: typographic apostrophes', () => {
  expect(textsOf(FRENCH).filter((text) => text.includes("'"))).toEqual([])
})

test('German: „…“', () => {
  const texts = textsOf({ de, firstDe, germanErrors })
  expect(texts.filter((text) => /["”]|“[^“]*“(?!.)/.test(text.replace(/„[^“]*“/g, '')))).toEqual([])
})

/** All sentences of a catalogue. Values in them are `x`. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return textsOf(value('x', 'x', 'x'))
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsOf)
}
