import { adviceLanguage } from '../rules/advice/advice.ts'
import type { Level } from '../rules/rule.ts'
import { FINDINGS_DE, FINDINGS_EN, FINDINGS_FR, type FindingWords } from './words.ts'

/** A rule that a document of another company breaks, as it is stored. */
export interface Finding {
  /** As in the standard, e.g. BR-CO-26. */
  readonly rule: string
  readonly level: Level
  /** Which sentence says it; unknown in a later release: the rule alone is named. */
  readonly advice: string
  /** From 1; null: of the whole document. */
  readonly line: number | null
  readonly values: Readonly<Record<string, string>>
}

const WORDS: Readonly<Record<string, FindingWords>> = {
  en: FINDINGS_EN,
  de: FINDINGS_DE,
  fr: FINDINGS_FR,
}

/** The language of findings: the first of `Accept-Language` that is known, else that of the settings. */
export const findingLanguage = adviceLanguage

/** What is wrong, in a sentence. */
export function findingText({ advice, rule, values }: Finding, language: string): string {
  const words: Readonly<Record<string, string>> = WORDS[language] ?? FINDINGS_EN
  return (words[advice] ?? rule).replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
}
