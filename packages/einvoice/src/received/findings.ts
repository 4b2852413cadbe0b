import { adviceLanguage, filled } from '../rules/advice/advice.ts'
import type { Level } from '../rules/rule.ts'
import { table } from '../table.ts'
import { FINDINGS_DE, FINDINGS_EN, FINDINGS_FR } from './words.ts'

/** A broken rule in another company's document, as stored. */
export interface Finding {
  /** As in the standard, e.g. BR-CO-26. */
  readonly rule: string
  readonly level: Level
  /** The key of its sentence. If a later release does not know it, only the rule is shown. */
  readonly advice: string
  /** From 1; null: of the whole document. */
  readonly line: number | null
  readonly values: Readonly<Record<string, string>>
}

const ENGLISH = table<string>(FINDINGS_EN)
const WORDS = table({ en: ENGLISH, de: table<string>(FINDINGS_DE), fr: table<string>(FINDINGS_FR) })

/** The language of findings: the first of `Accept-Language` that is known, else that of the settings. */
export const findingLanguage = adviceLanguage

/** The sentence about the fault. */
export function findingText({ advice, rule, values }: Finding, language: string): string {
  const words = WORDS[language] ?? ENGLISH
  return filled(words[advice] ?? rule, values, language)
}
