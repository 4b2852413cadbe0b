import { expect, test } from 'vitest'

/** All files of a language: each exports its words. */
const filesOf = {
  en: import.meta.glob('./**/en.ts', { eager: true }),
  de: import.meta.glob('./**/de.ts', { eager: true }),
  fr: import.meta.glob('./**/fr.ts', { eager: true }),
}

test('French: a no-break space before : ; ! ? % and inside « »', () => {
  const breaking = textsOf(filesOf.fr).filter((text) => /[^ ] [:;!?%»]|« |[a-z][;!?]/.test(text))
  expect(breaking).toEqual([])
})

test('German and French: no line ends in the middle of “E-Mail” and “e-mail”', () => {
  const texts = [...textsOf(filesOf.de), ...textsOf(filesOf.fr)]
  expect(texts.filter((text) => /.\b(E-[A-Z]|e-mail)/.test(text))).toEqual([])
})

test('English: no space before …', () => {
  expect(textsOf(filesOf.en).filter((text) => /\s…/.test(text))).toEqual([])
})

test.each(['en', 'de', 'fr'] as const)('%s: a no-break space after §', (language) => {
  expect(textsOf(filesOf[language]).filter((text) => text.includes('§ '))).toEqual([])
})

test.each(['en', 'de', 'fr'] as const)('%s: typographic apostrophes', (language) => {
  expect(textsOf(filesOf[language]).filter((text) => text.includes("'"))).toEqual([])
})

test('German: „…“', () => {
  const texts = textsOf(filesOf.de)
  expect(texts.filter((text) => /["”]|“[^“]*“(?!.)/.test(text.replace(/„[^“]*“/g, '')))).toEqual([])
})

/** All sentences of a catalogue. Values in them are `x`. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return textsOf(value('x', 'x', 'x'))
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsOf)
}
