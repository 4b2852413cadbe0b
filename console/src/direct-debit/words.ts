import { asEntry } from '../components/choices.ts'
import { de } from '../words/direct-debit/de.ts'
import { type DirectDebitWords, en } from '../words/direct-debit/en.ts'
import { fr } from '../words/direct-debit/fr.ts'
import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'

const WORDS: Readonly<Record<Language, DirectDebitWords>> = { en, de, fr }

/** Loaded with the pages that need them, not with the first one. */
export const useDirectDebitWords = (): DirectDebitWords => WORDS[useLanguage().language]

/** What a code of a bank says, with the code; a reason without a code is shown as it is. */
export function useReason(): (code: string) => string {
  const { codes, ended } = useDirectDebitWords()
  const { language } = useLanguage()
  return (code) =>
    asEntry(code in codes ? `${codes[code]} (${code})` : (ended[code] ?? code), language)
}
