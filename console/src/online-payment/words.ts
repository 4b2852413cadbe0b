import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'
import { de } from '../words/online-payment/de.ts'
import { en, type OnlinePaymentWords } from '../words/online-payment/en.ts'
import { fr } from '../words/online-payment/fr.ts'

const WORDS: Readonly<Record<Language, OnlinePaymentWords>> = { en, de, fr }

/** Loaded with the pages that need them, not with the first one. */
export const useOnlinePaymentWords = (): OnlinePaymentWords => WORDS[useLanguage().language]

/** Methods that have the same name in every language. */
const NAMES: Readonly<Record<string, string>> = {
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  eps: 'EPS',
  paypal: 'PayPal',
  klarna: 'Klarna',
  twint: 'TWINT',
  blik: 'BLIK',
  p24: 'Przelewy24',
  przelewy24: 'Przelewy24',
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
  satispay: 'Satispay',
  mybank: 'MyBank',
  cartes_bancaires: 'Cartes Bancaires',
  mobilepay: 'MobilePay',
  swish: 'Swish',
  revolut_pay: 'Revolut Pay',
  amazon_pay: 'Amazon Pay',
}

const KEYS = new Map(
  Object.values(WORDS).flatMap(({ methodNames }) =>
    Object.entries(methodNames).map(([key, name]) => [name, key] as const),
  ),
)

/** A method that a person wrote, in the reader's language if it is a known one. */
export function useWrittenMethod(): (written: string) => string {
  const { methodNames } = useOnlinePaymentWords()
  return (written) => methodNames[KEYS.get(written) ?? ''] ?? written
}

/** The name of a method by that of the provider, which is shown if no other is known. */
export function useMethodName(): (method: string) => string {
  const { methodNames } = useOnlinePaymentWords()
  return (method) => methodNames[method] ?? NAMES[method] ?? method.replaceAll('_', ' ')
}
