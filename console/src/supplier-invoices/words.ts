import { useLanguage } from '../language.ts'
import type { Language } from '../words/languages.ts'
import { de } from '../words/supplier-invoices/de.ts'
import { en, type SupplierInvoiceWords } from '../words/supplier-invoices/en.ts'
import { fr } from '../words/supplier-invoices/fr.ts'

const WORDS: Readonly<Record<Language, SupplierInvoiceWords>> = { en, de, fr }

/** They come with the inbox: a first page does without them. */
export const useSupplierInvoiceWords = (): SupplierInvoiceWords => WORDS[useLanguage().language]
