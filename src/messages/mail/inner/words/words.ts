import { inLanguage, type Language, wordsFor } from '../../../../paper/printing/labels/labels.ts'
import type { CustomerKind } from '../../message.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type MailWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import { zh } from './zh.ts'

const WORDS: Readonly<Record<Language, MailWords>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  sv,
  ar,
  he,
  zh,
  ja,
}

/** The languages with texts, in the order of the document languages. */
export const MAIL_LANGUAGES = Object.keys(WORDS) as readonly Language[]

export const mailWordsFor = (language: string): MailWords => inLanguage(WORDS, language)

export interface TemplateText {
  readonly subject: string
  readonly body: string
}

/** The built-in template of a kind, with its placeholders. */
export function builtInTemplate(kind: CustomerKind, language: string): TemplateText {
  const { kinds } = mailWordsFor(language)
  const closing = wordsFor(language).labels.closingText
  const { subject, text } = kinds[kind]
  const lines = kind === 'invoice' || kind === 'quote' ? [...text, '{early_payment}'] : text
  const body = `{salutation}\n\n${lines.join('\n')}\n\n{link}\n\n${closing}\n{company_name}`
  return { subject, body }
}
