import { useLanguage } from '../../words/language.ts'
import type { Language } from '../../words/languages.ts'
import { de } from '../../words/number-series/de.ts'
import { en, type SeriesWords } from '../../words/number-series/en.ts'
import { fr } from '../../words/number-series/fr.ts'

const WORDS: Readonly<Record<Language, SeriesWords>> = { en, de, fr }

export const useSeriesWords = (): SeriesWords => WORDS[useLanguage().language]
