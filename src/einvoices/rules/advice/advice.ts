import type { EInvoiceProfile } from '../../../settings/settings.ts'
import { ownLanguage } from '../../national.ts'
import { ADVICE_DE } from './de.ts'
import { ADVICE_EN, type Advice, type AdviceKey } from './en.ts'
import { ADVICE_FR } from './fr.ts'

const LANGUAGES: Readonly<Record<string, Advice>> = {
  en: ADVICE_EN,
  de: ADVICE_DE,
  fr: ADVICE_FR,
}

/** The advice in the given language, else in English. */
export function adviceFor(
  key: AdviceKey,
  language: string,
  values: Readonly<Record<string, string>>,
): string {
  const advice = LANGUAGES[language] ?? ADVICE_EN
  return advice[key].replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
}

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
  return languages.find((it) => it in LANGUAGES || it === own) ?? DEFAULT_LANGUAGE
}
