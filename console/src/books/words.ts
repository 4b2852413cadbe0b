import { de } from '../words/books/de.ts'
import { type BooksWords, en } from '../words/books/en.ts'
import { fr } from '../words/books/fr.ts'
import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'

const WORDS: Readonly<Record<Language, BooksWords>> = { en, de, fr }

/** Loaded with the page, not with the first one. */
export const useBooksWords = (): BooksWords => WORDS[useLanguage().language]
