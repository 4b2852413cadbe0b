/* The default texts of new documents, by language. */

export interface TextsByLanguage {
  readonly defaultTerms: string | null
  readonly defaultNotes: string | null
  readonly quoteTerms: string | null
  readonly defaultTexts: readonly {
    readonly language: string
    readonly terms: string | null
    readonly notes: string | null
    readonly termsOfQuotes: string | null
  }[]
}

export interface DefaultTexts {
  readonly terms: string | null
  readonly notes: string | null
  readonly quoteTerms: string | null
}

/** The texts of the language, if the settings have any; else those for all languages. */
export function textsIn(settings: TextsByLanguage, languageTag: string): DefaultTexts {
  const language = languageTag.split('-', 1)[0]?.toLowerCase()
  const own = settings.defaultTexts.find((it) => it.language === language)
  const { defaultTerms: terms, defaultNotes: notes, quoteTerms } = settings
  return own ? { ...own, quoteTerms: own.termsOfQuotes } : { terms, notes, quoteTerms }
}
