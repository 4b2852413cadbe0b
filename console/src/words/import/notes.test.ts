import { expect, test } from 'vitest'
import { NOTES } from '../../../../src/operations/transfer/inner/invio/notes.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'

const namesIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
/** `{n}` in the forms of a count is the note's own count. */
const sentenceOf = (said: string | { readonly other: string }): string =>
  typeof said === 'string' ? said : said.other.replace('{n}', '{count}')
const namesOf = (sentences: Readonly<Record<string, Parameters<typeof sentenceOf>[0]>>) =>
  Object.fromEntries(
    Object.entries(sentences).map(([code, said]) => [code, namesIn(sentenceOf(said))]),
  )

test.each([
  ['German', de],
  ['French', fr],
])('%s has a sentence for each note of an Invio import, with the same params', (_, words) => {
  const named = namesOf(words.invio.notesByCode)
  const needed = namesOf(NOTES)
  expect(named).toEqual(needed)
})
