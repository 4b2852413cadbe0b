import type { Form } from './form.ts'

/** What was typed and not saved, with the version it was typed on. */
export interface Kept {
  readonly form: Form
  readonly etag: string | null
  readonly at: string
}

const keyOf = (id: string | null): string => `billwright.unsaved.${id ?? 'new'}`

/** What this browser kept of an invoice; null: nothing, or nothing that can be read. */
export function keptOf(id: string | null): Kept | null {
  try {
    const text = localStorage.getItem(keyOf(id))
    const kept = text === null ? null : (JSON.parse(text) as Partial<Kept>)
    return kept?.form && Array.isArray(kept.form.lines) ? (kept as Kept) : null
  } catch {
    return null
  }
}

/** A full or forbidden storage loses the copy, not what is on the screen. */
export function keep(id: string | null, form: Form, etag: string | null): void {
  try {
    const kept: Kept = { form, etag, at: new Date().toISOString() }
    localStorage.setItem(keyOf(id), JSON.stringify(kept))
  } catch {
    return
  }
}

export const forget = (id: string | null): void => localStorage.removeItem(keyOf(id))
