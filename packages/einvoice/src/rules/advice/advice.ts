import { ownLanguage } from '../../national.ts'
import type { EInvoiceProfile } from '../../profiles/names.ts'
import { table } from '../../table.ts'
import type { Place } from '../rule.ts'
import { ADVICE_DE } from './de.ts'
import { ADVICE_EN, type Advice, type AdviceKey } from './en.ts'
import { FIELDS_DE } from './fields/de.ts'
import { FIELDS_EN, type FieldNames } from './fields/en.ts'
import { FIELDS_FR } from './fields/fr.ts'
import { ADVICE_FR } from './fr.ts'

interface Words {
  readonly advice: Advice
  readonly fields: FieldNames
}

const ENGLISH: Words = { advice: ADVICE_EN, fields: FIELDS_EN }
const LANGUAGES = table<Words>({
  en: ENGLISH,
  de: { advice: ADVICE_DE, fields: FIELDS_DE },
  fr: { advice: ADVICE_FR, fields: FIELDS_FR },
})

type Values = Readonly<Record<string, string>>

/** The sentence with its values. `country` is a code and is written as a name. */
export const filled = (text: string, values: Values, language: string): string =>
  text.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name] ?? ''
    return name === 'country' && /^[A-Z]{2}$/.test(value) ? countryIn(language, value) : value
  })

const countryIn = (language: string, code: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code

/** What to correct for a broken rule, with the field names of the console. */
export function adviceAt(
  { advice, field, index = 0, values }: Place & { readonly advice: AdviceKey },
  language: string,
): string {
  const { fields } = LANGUAGES[language] ?? ENGLISH
  const n = String(index + 1)
  return adviceFor(advice, language, {
    n,
    field: filled(fields[field], { n }, language),
    ...values,
  })
}

/** The advice in the given language, else in English. */
export const adviceFor = (key: AdviceKey, language: string, values: Values): string =>
  filled((LANGUAGES[language] ?? ENGLISH).advice[key], values, language)

const DEFAULT_LANGUAGE = 'en'

/** The first language of `Accept-Language` that the profile has, else that of `locale`. */
export function adviceLanguage(
  acceptLanguage: string | undefined,
  locale: string,
  profile: EInvoiceProfile = 'en16931',
): string {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => entry.split(';'))
    .map(([tag = '', weight = '']) => ({
      tag,
      quality: Number(/q=([\d.]+)/.exec(weight)?.[1] ?? 1),
    }))
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
  const languages = [...wanted, locale].map(
    (tag) => tag.trim().split('-', 1)[0]?.toLowerCase() ?? '',
  )
  const own = ownLanguage(profile)
  return languages.find((it) => Object.hasOwn(LANGUAGES, it) || it === own) ?? DEFAULT_LANGUAGE
}
