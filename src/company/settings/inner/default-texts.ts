import { code, list, required, text, type Values } from '../../../kernel/fields/field.ts'

const LANGUAGES_MAX = 40

const PARTS = {
  language: required(code('language', '^[a-z]{2,3}$', 'Of the documents, e.g. de.')),
  terms: text('terms', 5000),
  notes: text('notes', 10_000),
  termsOfQuotes: text('termsOfQuotes', 5000),
}

const entries = list('defaultTexts', PARTS, {
  title: 'DefaultTexts',
  maxItems: LANGUAGES_MAX,
  description:
    'Texts for documents in a language. They replace `defaultTerms`, `defaultNotes` and `quoteTerms`.',
})

export type DefaultText = Values<typeof PARTS>

/** The setting; it has each language at most once. */
export const DEFAULT_TEXTS: typeof entries = {
  ...entries,
  change(before, given, at, onFault) {
    const texts = entries.change(before, given, at, onFault)
    for (const [index, { language }] of texts.entries())
      if (texts.findIndex((it) => it.language === language) < index)
        onFault(`${at}/${index}/language`, 'duplicate', 'Duplicate: use each language once.')
    return texts
  },
}
