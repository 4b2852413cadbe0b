import { COUNTRIES } from '@billwright/einvoice/countries'
import { CURRENCIES } from '@billwright/money'
import { useMemo } from 'react'
import { useLanguage } from '../words/language.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** The document languages, with the regions whose dates and amounts differ most. */
// biome-ignore format: a list of codes reads best in rows.
const DOCUMENT_LANGUAGES = [
  'ar', 'de', 'de-AT', 'de-CH', 'en', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-US', 'es',
  'es-MX', 'fr', 'fr-BE', 'fr-CA', 'fr-CH', 'he', 'it', 'it-CH', 'ja', 'nl', 'nl-BE', 'pl', 'pt',
  'pt-BR', 'sv', 'zh',
] as const

/** Countries by their name in the language of the console. */
export const useCountries = (): readonly Choice[] => useNamed('region', COUNTRIES)

/** Currencies as `EUR · Euro`. */
export function useCurrencies(): readonly Choice[] {
  const named = useNamed('currency', CURRENCIES)
  return useMemo(
    () =>
      named
        .map(({ value, label }) => ({ value, label: `${value} · ${label}` }))
        .sort((a, b) => a.value.localeCompare(b.value)),
    [named],
  )
}

/** Document languages by name, including selected ones that are not in the list. */
export function useDocumentLanguages(...chosen: readonly string[]): readonly Choice[] {
  const all = [...new Set([...DOCUMENT_LANGUAGES, ...chosen])].filter(Boolean).join(' ')
  const tags = useMemo(() => all.split(' '), [all])
  return useNamed('language', tags)
}

/** The time zones of this browser, and UTC. */
export const timeZones = (): readonly Choice[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))

/** Adds the selected value if the list lacks it. */
export const withChosen = (choices: readonly Choice[], chosen: string): Choice[] =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? [...choices]
    : [{ value: chosen, label: chosen }, ...choices]

/** What was found, with the chosen one: it stays in the list while something else is searched. */
export const withOne = <T extends { readonly id: string }>(
  found: readonly T[],
  chosen: T | null,
): readonly T[] =>
  chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]

/** A name as an entry of a list: French has its weekdays and languages without a capital letter. */
export const asEntry = (name: string, language: string): string =>
  name.charAt(0).toLocaleUpperCase(language) + name.slice(1)

function useNamed(type: Intl.DisplayNamesType, codes: readonly string[]): readonly Choice[] {
  const { language } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type, languageDisplay: 'standard' })
    return codes
      .map((value) => ({ value, label: asEntry(names.of(value) ?? value, language) }))
      .sort((a, b) => a.label.localeCompare(b.label, language))
  }, [type, codes, language])
}
