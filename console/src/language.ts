import { useSyncExternalStore } from 'react'
import type { Words } from './words/en.ts'
import type { ErrorWords } from './words/errors/errors.ts'
import { LANGUAGES, type Language, languageOf } from './words/languages.ts'

interface Shown {
  readonly language: Language
  readonly words: Words
}

const KEY = 'billwright.language'

let shown: Shown | undefined
let errorWords: ErrorWords = {}
const listeners = new Set<() => void>()

/** The language chosen here before, else the browser's. */
export const preferredLanguage = (): Language =>
  languageOf([localStorage.getItem(KEY) ?? '', ...navigator.languages])

/** Loads the words of a language and shows the console in it. */
export async function showLanguage(language: Language): Promise<void> {
  const { load, loadErrors } = LANGUAGES[language]
  const { words } = await load()
  shown = { language, words }
  errorWords = {}
  // The first page does not wait for them.
  void loadErrors?.().then(({ errors }) => {
    if (shown?.language === language) errorWords = errors
  })
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/** Shows a language, and remembers it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  localStorage.setItem(KEY, language)
}

export const useLanguage = (): Shown => useSyncExternalStore(subscribe, current)

export const useWords = (): Words => useLanguage().words

/** The sentence of an error by its code, where this language has one. */
export const errorText = (code: string): string | undefined => errorWords[code]

/** For what is shown from outside of a component. */
export const currentWords = (): Words => current().words

/** The form of a count: `plural(n, 'de', { one: '1 Rechnung', other: … })`. */
export const plural = (
  count: number,
  language: Language,
  forms: { readonly one: string; readonly other: string },
): string =>
  new Intl.PluralRules(language).select(count) === 'one'
    ? forms.one
    : forms.other.replace('{n}', new Intl.NumberFormat(language).format(count))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function current(): Shown {
  if (!shown) throw new Error('No language is loaded yet.')
  return shown
}
