import { ar } from './ar.ts'
import { de, deSwiss } from './de.ts'
import { en, type Labels, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import { zh } from './zh.ts'

/** The document languages by ISO 639-1 code. */
export const LANGUAGES: Readonly<Record<string, Words>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  sv,
  ar,
  he,
  zh,
  ja,
}

const MWST_COUNTRIES = ['CH', 'LI']

/**
 * The words for a BCP 47 tag: German for `de-AT`, English for a language without words. The country
 * of the party that a tax belongs to decides what the tax is called.
 */
export function wordsFor(languageTag: string, countryCode: string | null = null): Words {
  const code = languageTag.split(/[-_]/, 1)[0]?.toLowerCase() ?? 'en'
  if (code === 'de' && countryCode !== null && MWST_COUNTRIES.includes(countryCode)) return deSwiss
  return (Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code] : undefined) ?? en
}

/** Fills a sentence such as `Please pay {amount} by {date}.` */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

export type { Labels }
