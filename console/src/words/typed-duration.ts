import { toDecimal } from './decimal-text.ts'
import type { Language } from './languages.ts'

/** The duration that was typed as `1:20`, `1:20:30` or `80m`; null: a number. */
export function typedDuration(text: string): string | null {
  const typed = text.trim()
  if (/^\d{1,4}:\d{2}(?::\d{2})?$/.test(typed)) return typed
  const [, minutes] = /^(\d{1,6})\s*m(?:in)?\.?$/i.exec(typed) ?? []
  if (minutes === undefined) return null
  const count = Number(minutes)
  return `${Math.floor(count / 60)}:${String(count % 60).padStart(2, '0')}`
}

/** A quantity or a duration of a request. */
export function measureOf(text: string, language: Language) {
  const duration = typedDuration(text)
  return duration === null ? { quantity: toDecimal(text, language) || '1' } : { duration }
}
