import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'
import { de } from '../words/settings-fields/de.ts'
import { en, type SettingsFieldWords } from '../words/settings-fields/en.ts'
import { fr } from '../words/settings-fields/fr.ts'

const WORDS: Readonly<Record<Language, SettingsFieldWords>> = { en, de, fr }

/** Loaded with the settings, not with the first page. */
export const useFieldWords = (): SettingsFieldWords => WORDS[useLanguage().language]
