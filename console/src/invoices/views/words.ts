import { de } from '../../words/invoice-views/de.ts'
import { en, type ViewWords } from '../../words/invoice-views/en.ts'
import { fr } from '../../words/invoice-views/fr.ts'
import { useLanguage } from '../../words/language.ts'
import type { Language } from '../../words/languages.ts'

const WORDS: Readonly<Record<Language, ViewWords>> = { en, de, fr }

export const useViewWords = (): ViewWords => WORDS[useLanguage().language]
