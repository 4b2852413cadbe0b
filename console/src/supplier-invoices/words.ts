import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'
import { de } from '../words/supplier-invoices/de.ts'
import { en, type SupplierInvoiceWords } from '../words/supplier-invoices/en.ts'
import { fr } from '../words/supplier-invoices/fr.ts'

const WORDS: Readonly<Record<Language, SupplierInvoiceWords>> = { en, de, fr }

/** Loaded with the inbox, not with the first page. */
export const useSupplierInvoiceWords = (): SupplierInvoiceWords => WORDS[useLanguage().language]
