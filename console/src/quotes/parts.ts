import { toDecimal } from '../invoices/decimal-text.ts'

export type Part = { readonly quantity: string } | { readonly percent: string }

/** A quantity, or a share with a percent sign, as people type it; null: nothing. */
export function partIn(text: string, language: string): Part | null {
  const typed = text.trim()
  const share = typed.replace(/%$/, '')
  const value = toDecimal(share, language)
  if (value === '') return null
  return share === typed ? { quantity: value } : { percent: value }
}

export const isNothing = (decimal: string): boolean => /^-?0+(\.0+)?$/.test(decimal)
