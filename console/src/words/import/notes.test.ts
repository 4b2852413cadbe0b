import { expect, test } from 'vitest'
import { NOTES } from '../../../../src/transfer/invio/notes.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'

const namesIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
const namesOf = (sentences: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(sentences).map(([code, it]) => [code, namesIn(it)]))

test.each([
  ['German', de],
  ['French', fr],
])('%s says each note of an import from Invio, and names the same in it', (_, words) => {
  const named = namesOf(words.invio.notesByCode)
  const needed = namesOf(NOTES)
  expect(named).toEqual(needed)
})
