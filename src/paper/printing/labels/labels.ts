import { de, deSwiss, deWithoutEszett, isSwissGerman } from './de.ts'
import { en, enWithoutVat, type Labels, type Words } from './en.ts'
import { fr, frCanada } from './fr.ts'
import { ar } from './inner/ar.ts'
import { es } from './inner/es.ts'
import { he } from './inner/he.ts'
import { it } from './inner/it.ts'
import { ja } from './inner/ja.ts'
import { nl } from './inner/nl.ts'
import { pl } from './inner/pl.ts'
import { pt } from './inner/pt.ts'
import { sv } from './inner/sv.ts'
import { zh } from './inner/zh.ts'

/** The document languages by ISO 639-1 code. */
export const LANGUAGES = { en, de, fr, es, it, nl, pt, pl, sv, ar, he, zh, ja }
export type Language = keyof typeof LANGUAGES

const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

/** The entry for a BCP 47 tag: German for `de-AT`, English for a language without one. */
export function inLanguage<Texts>(
  texts: Readonly<Record<Language, Texts>>,
  languageTag: string,
): Texts {
  return texts[languageOf(languageTag)]
}

/** The document language for a BCP 47 tag; English without one. */
export function languageOf(languageTag: string): Language {
  const code = languageTag.split(/[-_]/, 1)[0]?.toLowerCase() ?? 'en'
  return isLanguage(code) ? code : 'en'
}

const MWST_COUNTRIES = ['CH', 'LI']
const WITHOUT_VAT = ['AU', 'CA', 'HK', 'IN', 'JP', 'MY', 'NZ', 'SG', 'US']

/** The words for a BCP 47 tag. The name of a tax depends on the country of its party. */
export function wordsFor(languageTag: string, countryCode: string | null = null): Words {
  const words = inLanguage<Words>(LANGUAGES, languageTag)
  if (words === de && countryCode !== null && MWST_COUNTRIES.includes(countryCode)) return deSwiss
  if (words === de && isSwissGerman(languageTag)) return deWithoutEszett
  if (countryCode === null) return words
  if (words === en && WITHOUT_VAT.includes(countryCode)) return enWithoutVat
  if (words === fr && countryCode === 'CA') return frCanada
  return words
}

/** Fills a sentence such as `Please pay {amount} by {date}.` */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** State, PAN, number of the registration, Z, check digit. */
const GSTIN = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** The code of the state in an Indian GSTIN; undefined for other ids. */
export const stateOfGstin = (id: string | null): string | undefined =>
  GSTIN.exec(id?.replace(/\s/g, '').toUpperCase() ?? '')?.[1]

/** `DE123456789` is a VAT number, `29AAGCB7383J1Z4` an Indian one, `12/345/67890` a national tax number. */
export function taxIdLabel(labels: Labels, id: string | null): string {
  if (stateOfGstin(id) !== undefined) return 'GSTIN'
  return id !== null && /^[A-Z]{2}[0-9A-Z]/.test(id) ? labels.vatIdLabel : labels.taxIdLabel
}

/** How a letter begins; `contact`: the name of its reader, if known. */
export function greetingIn(language: string, contact: string | null): string {
  const { labels } = wordsFor(language)
  return contact === null ? labels.greetingToAllText : fill(labels.greetingText, { contact })
}

export type { Labels }
