import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'
import { de } from '../words/reminders/de.ts'
import { en, type ReminderWords } from '../words/reminders/en.ts'
import { fr } from '../words/reminders/fr.ts'

const WORDS: Readonly<Record<Language, ReminderWords>> = { en, de, fr }

/** Loaded with the pages about reminders, not with the first page. */
export const useReminderWords = (): ReminderWords => WORDS[useLanguage().language]
