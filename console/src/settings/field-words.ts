import { defineWords } from '../words.tsx'
import { deFields } from './field-words-de.ts'
import { enFields } from './field-words-en.ts'
import { frFields } from './field-words-fr.ts'
import type { FieldName } from './fields.ts'

export interface FieldWords {
  readonly label: string
  /** What it does, where that is not plain. */
  readonly hint?: string
}

export const fieldWords = defineWords<Readonly<Record<FieldName, FieldWords>>>({
  en: enFields,
  de: deFields,
  fr: frFields,
})
