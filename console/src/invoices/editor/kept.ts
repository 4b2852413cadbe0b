import { companyOfPage } from '../../company.ts'
import type { Form, Kind } from './form.ts'
import type { Save } from './saving.ts'

/** Where writing began: on its own, for a customer, or in a draft. */
export type Origin = 'new' | `for:${string}` | `draft:${string}`

/** Unsaved writing is offered to this person only, and only where it began. */
export interface Place {
  readonly kind: Kind
  readonly person: string
  readonly origin: Origin
}

/** What was typed and not saved, with the version it was typed on. */
export interface Kept {
  readonly form: Form
  readonly etag: string | null
  /** Was on its way when this was kept; it may have arrived. */
  readonly unanswered: Save | null
  readonly at: string
}

const keyOf = ({ kind, person, origin }: Place): string =>
  `billwright.unsaved.${companyOfPage() ?? ''}.${person}.${kind}.${origin}`

/** What this browser kept of an invoice; null: nothing, or nothing that can be read. */
export function keptOf(place: Place): Kept | null {
  try {
    const text = localStorage.getItem(keyOf(place))
    const kept = text === null ? null : (JSON.parse(text) as Partial<Kept>)
    return kept?.form && Array.isArray(kept.form.lines) ? (kept as Kept) : null
  } catch {
    return null
  }
}

/** A full or forbidden storage loses the copy, not what is on the screen. */
export function keep(place: Place, what: Omit<Kept, 'at'>): void {
  try {
    const kept: Kept = { ...what, at: new Date().toISOString() }
    localStorage.setItem(keyOf(place), JSON.stringify(kept))
  } catch {
    return
  }
}

export const forget = (place: Place): void => localStorage.removeItem(keyOf(place))
