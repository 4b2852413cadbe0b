import type { ErrorWords } from '../words/errors/errors.ts'
import { de } from '../words/import/de.ts'
import { en, type ImportWords } from '../words/import/en.ts'
import { fr } from '../words/import/fr.ts'
import { faults as faultsDe } from '../words/import-faults/de.ts'
import { faults as faultsEn } from '../words/import-faults/en.ts'
import { faults as faultsFr } from '../words/import-faults/fr.ts'
import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'

const WORDS: Readonly<Record<Language, ImportWords>> = { en, de, fr }

/** Loaded with this page, because few people open it. */
export const useImportWords = (): ImportWords => WORDS[useLanguage().language]

export const FAULTS: Readonly<Record<Language, ErrorWords>> = {
  en: faultsEn,
  de: faultsDe,
  fr: faultsFr,
}
