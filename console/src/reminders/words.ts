import { useLanguage } from '../language.ts'
import type { Language } from '../words/languages.ts'
import { de } from '../words/reminders/de.ts'
import { en, type ReminderWords } from '../words/reminders/en.ts'
import { fr } from '../words/reminders/fr.ts'

const WORDS: Readonly<Record<Language, ReminderWords>> = { en, de, fr }

/** They come with the pages that show reminders: a first page does without them. */
export const useReminderWords = (): ReminderWords => WORDS[useLanguage().language]
