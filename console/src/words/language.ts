import { useSyncExternalStore } from 'react'
import type { LaterWords, Words } from './en.ts'
import type { ErrorWords } from './errors/errors.ts'
import type { FirstWords } from './first/en.ts'
import { LANGUAGES, type Language, languageOf, regionOf } from './languages.ts'

interface Shown {
  readonly language: Language
  /** The language with the reader's region, which writes days and times. */
  readonly locale: string
  readonly words: Words
}

const KEY = 'billwright.language'

let shown: Shown | undefined
let later: Later | undefined
/** The locale of the company's settings, once they are read. */
let settled = ''
let errorWords: ErrorWords = {}
const listeners = new Set<() => void>()

/** The language chosen earlier, else that of the browser. */
export const preferredLanguage = (): Language =>
  languageOf([localStorage.getItem(KEY) ?? '', ...navigator.languages])

/** The words of other pages load after the first page is shown. */
const FIRST_PAGE_MS = 1_000

/** Loads the words of a language and switches the console to it. */
export async function showLanguage(language: Language): Promise<void> {
  const { load, loadLater, loadErrors } = LANGUAGES[language]
  const others = laterOf(loadLater)
  const { first } = await load()
  // The current page may need all words.
  if (shown) await others.read()
  else setTimeout(() => others.read().catch(() => {}), FIRST_PAGE_MS)
  later = others
  shown = { language, locale: localeOf(language), words: wordsOf(first, others) }
  errorWords = {}
  // The first page does not wait for them.
  void loadErrors?.().then(({ errors }) => {
    if (shown?.language === language) errorWords = errors
  })
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/** The region of the browser, else of the company, if its language is that of the console. */
const localeOf = (language: Language): string =>
  regionOf(language, [...navigator.languages, settled])

/** Called when the settings of the company are read. */
export function settleLocale(locale: string): void {
  settled = locale
  if (!shown || shown.locale === localeOf(shown.language)) return
  shown = { ...shown, locale: localeOf(shown.language) }
  for (const listener of listeners) listener()
}

/** Switches the language and stores it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  localStorage.setItem(KEY, language)
}

/** Resolves when the words of all pages are loaded. */
export const laterWords = async (): Promise<void> => {
  await later?.read()
}

export const useLanguage = (): Shown => useSyncExternalStore(subscribe, current)

export const useWords = (): Words => useLanguage().words

/** Translated error messages; in English the service's own messages are used. */
export const currentErrors = (): ErrorWords => errorWords

export const currentLanguage = (): Language => current().language

export const currentLocale = (): string => current().locale

/** For texts outside of components. */
export const currentWords = (): Words => current().words

/**
 * The form for a count: `plural(n, 'de', { one: '1 Rechnung', other: … })`. The first form
 * contains 1, so 0, which French counts as singular, does not use it.
 */
export const plural = (
  count: number,
  language: Language,
  forms: { readonly one: string; readonly other: string },
): string => {
  if (count === 1) return forms.one
  const isSingular = new Intl.PluralRules(language).select(count) === 'one'
  // In French, none is one: « 0 essai ».
  const form = isSingular && /^1\b/.test(forms.one) ? forms.one.replace('1', '{n}') : forms.other
  return form.replace('{n}', new Intl.NumberFormat(language).format(count))
}

interface Later {
  loaded: LaterWords | undefined
  failed: { readonly error: unknown; readonly at: number } | undefined
  /** Always the same promise, until it fails. */
  readonly read: () => Promise<LaterWords>
}

function laterOf(load: () => Promise<{ readonly words: LaterWords }>): Later {
  let reading: Promise<LaterWords> | undefined
  const later: Later = {
    loaded: undefined,
    failed: undefined,
    read: () => (reading ??= read()),
  }
  const read = async () => {
    try {
      later.loaded = (await load()).words
      return later.loaded
    } catch (error) {
      reading = undefined
      later.failed = { error, at: Date.now() }
      throw error
    }
  }
  return later
}

/** A component that reads a word before it is loaded suspends, like a lazy component. */
const wordsOf = (first: FirstWords, later: Later): Words =>
  new Proxy(first as Words, {
    get: (_, name) =>
      Object.hasOwn(first, name)
        ? first[name as keyof FirstWords]
        : loadedOf(later)[name as keyof LaterWords],
  })

/** React renders a failed page once more at once, which must not load again. */
const FAILED_MS = 2_000

/**
 * Throws the promise instead of calling `use`: if a component calls hooks after `use`, React fails
 * at the next render (error 467).
 */
function loadedOf(later: Later): LaterWords {
  if (later.loaded) return later.loaded
  if (later.failed && Date.now() - later.failed.at < FAILED_MS) throw later.failed.error
  throw later.read()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function current(): Shown {
  if (!shown) throw new Error('No language is loaded yet.')
  return shown
}
