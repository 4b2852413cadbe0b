import { de } from '../words/bank/de.ts'
import { type BankWords, en } from '../words/bank/en.ts'
import { fr } from '../words/bank/fr.ts'
import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'

const WORDS: Readonly<Record<Language, BankWords>> = { en, de, fr }

/** Loaded with the page, not with the first one. */
export const useBankWords = (): BankWords => WORDS[useLanguage().language]
