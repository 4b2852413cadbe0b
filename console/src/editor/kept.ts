import { companyOfPage } from '../api/company.ts'
import type { Form, Kind } from './form.ts'
import type { Save } from './saving.ts'

/** Where the draft was started: on its own, for a customer, or in a saved draft. */
type Origin = 'new' | `for:${string}` | `draft:${string}`

/** An unsaved draft is offered only to the same person and only where it was started. */
export interface Place {
  readonly kind: Kind
  readonly person: string
  readonly origin: Origin
}

/** Unsaved input, with the version it was typed on. */
export interface Kept {
  readonly form: Form
  readonly etag: string | null
  /** Was being sent when this was stored; it may have arrived. */
  readonly unanswered: Save | null
  readonly at: string
}

const keyOf = ({ kind, person, origin }: Place): string =>
  `billwright.unsaved.${companyOfPage() ?? ''}.${person}.${kind}.${origin}`

/** The unsaved draft in this browser; null: none, or unreadable. */
export function keptOf(place: Place): Kept | null {
  try {
    const text = localStorage.getItem(keyOf(place))
    const kept = text === null ? null : (JSON.parse(text) as Partial<Kept>)
    return kept?.form && Array.isArray(kept.form.lines) ? (kept as Kept) : null
  } catch {
    return null
  }
}

/** If the storage is full or forbidden, only this copy is lost. */
export function keep(place: Place, what: Omit<Kept, 'at'>): void {
  try {
    const kept: Kept = { ...what, at: new Date().toISOString() }
    localStorage.setItem(keyOf(place), JSON.stringify(kept))
  } catch {
    return
  }
}

export const forget = (place: Place): void => localStorage.removeItem(keyOf(place))
