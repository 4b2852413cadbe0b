import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'

export const LANGUAGES = ['en', 'de', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}

const KEY = 'billwright.language'

interface Choice {
  readonly language: Language
  readonly choose: (language: Language) => void
}

const Context = createContext<Choice>({ language: 'en', choose: () => {} })

/** The language of the console: the one chosen here before, else the browser's, else English. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(preferred)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo<Choice>(
    () => ({
      language,
      choose: (chosen) => {
        localStorage.setItem(KEY, chosen)
        setLanguage(chosen)
      },
    }),
    [language],
  )
  return <Context value={choice}>{children}</Context>
}

export const useLanguage = (): Choice => use(Context)

/** One set of words per language, all of the same shape: a translation that is missing does not compile. */
export type Words<T> = Readonly<Record<Language, T>>

export const defineWords = <T,>(words: {
  readonly en: T
  readonly de: NoInfer<T>
  readonly fr: NoInfer<T>
}): Words<T> => words

export const useWords = <T,>(words: Words<T>): T => words[useLanguage().language]

/** The form of a count: `plural(n, 'de', { one: '1 Rechnung', other: … })`. */
export const plural = (
  count: number,
  language: Language,
  forms: { readonly one: string; readonly other: string },
): string =>
  new Intl.PluralRules(language).select(count) === 'one'
    ? forms.one
    : forms.other.replace('{n}', new Intl.NumberFormat(language).format(count))

function preferred(): Language {
  const wanted = [localStorage.getItem(KEY) ?? '', ...navigator.languages]
  const known = wanted.map((tag) => LANGUAGES.find((it) => tag.toLowerCase().startsWith(it)))
  return known.find((it) => it !== undefined) ?? 'en'
}
