import { de } from '../../words/customer-book/de.ts'
import { type BookWords, en } from '../../words/customer-book/en.ts'
import { fr } from '../../words/customer-book/fr.ts'
import { useLanguage } from '../../words/language.ts'
import type { Language } from '../../words/languages.ts'

const WORDS: Readonly<Record<Language, BookWords>> = { en, de, fr }

export const useBookWords = (): BookWords => WORDS[useLanguage().language]
