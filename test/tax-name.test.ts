import { expect, test } from 'vitest'
import { isTest, sourceFiles } from './source-files.ts'

/*
 * One tax has one name in each language: VAT; Umsatzsteuer, in short USt.; TVA. Its rate, amount and
 * category are those of a tax (Steuersatz, tax rate). Documents name it as the country of the seller does.
 */

/** Names that people would take for another tax. */
const OTHER_NAMES: Readonly<Record<string, RegExp>> = {
  en: /\b(value[- ]added tax|sales tax|V\.A\.T\.)\b/i,
  de: /\bMwSt|\bMehrwertsteuer|\bUSt(?![.\w-])|\bUSt\.?-?ID\b/,
  fr: /\bT\.V\.A\.|taxe sur la valeur ajoutée|\b(la|cette|votre) taxe\b/i,
}

/** Only Switzerland says so. */
const SWISS = /\bMWST\b/
const IN_SWISS_WORDS = 'src/paper/printing/labels/de.ts'

const texts = [...sourceFiles('src'), ...sourceFiles('console/src')]
  .filter((file) => !isTest(file))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([literal]) => ({ path, literal })),
  )
  // What people write in their own tables is recognized by every name.
  .filter(({ path }) => !/(paste-columns|imports\/columns)\.ts$/.test(path))

/** The field where people give the tax of their documents another name. */
const NAMES_IT = "'Nom de la taxe'"

const found = (name: RegExp) =>
  texts
    .filter(({ literal }) => name.test(literal) && literal !== NAMES_IT)
    .map(({ path, literal }) => `${path}: ${literal}`)

test.each(
  Object.entries(OTHER_NAMES),
)('%s: no text gives the tax a second name', (_language, name) => {
  expect(texts.length).toBeGreaterThan(10_000)
  expect(found(name)).toEqual([])
})

test('MWST is the name in the Swiss words alone', () => {
  const places = texts.filter(({ literal }) => SWISS.test(literal)).map(({ path }) => path)
  expect(new Set(places.filter((path) => /words|labels/.test(path)))).toEqual(
    new Set([IN_SWISS_WORDS]),
  )
})
