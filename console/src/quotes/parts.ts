import { toDecimal } from '../words/decimal-text.ts'

export type Part = { readonly quantity: string } | { readonly percent: string }

/** A typed quantity, or a percentage with its sign; null: nothing. */
export function partIn(text: string, language: string): Part | null {
  const typed = text.trim()
  const share = typed.replace(/%$/, '')
  const value = toDecimal(share, language)
  if (value === '') return null
  return share === typed ? { quantity: value } : { percent: value }
}

export const isNothing = (decimal: string): boolean => /^-?0+(\.0+)?$/.test(decimal)
