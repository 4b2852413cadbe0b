/** The languages of the console. A reader loads one of them. The service's errors are English. */
export const LANGUAGES = {
  en: {
    name: 'English',
    load: () => import('./first/en.ts'),
    loadLater: () => import('./en.ts'),
    loadErrors: null,
  },
  de: {
    name: 'Deutsch',
    load: () => import('./first/de.ts'),
    loadLater: () => import('./de.ts'),
    loadErrors: () => import('./errors/de.ts'),
  },
  fr: {
    name: 'Français',
    load: () => import('./first/fr.ts'),
    loadLater: () => import('./fr.ts'),
    loadErrors: () => import('./errors/fr.ts'),
  },
} as const

export type Language = keyof typeof LANGUAGES

/** The first language of a list of tags such as `de-AT` that the console speaks, else English. */
export const languageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'

const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

/** The first of these locales with this language and a region, such as `en-GB`; else the language. */
export const regionOf = (language: Language, locales: readonly string[]): string =>
  locales.find((it) => new RegExp(`^${language}-(\\w{4}-)?([A-Z]{2}|\\d{3})$`).test(it)) ?? language
