import { useLanguage } from '../language.ts'
import { de } from '../words/import/de.ts'
import { en, type ImportWords } from '../words/import/en.ts'
import { fr } from '../words/import/fr.ts'
import type { Language } from '../words/languages.ts'

const WORDS: Readonly<Record<Language, ImportWords>> = { en, de, fr }

/** Loaded with this page, because few people open it. */
export const useImportWords = (): ImportWords => WORDS[useLanguage().language]
