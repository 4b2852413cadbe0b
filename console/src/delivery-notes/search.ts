/** Search and filters of the list, as in the URL. */
export interface DeliveryNoteSearch {
  readonly q?: string
  readonly status?: (typeof STATES)[number]
}

export const STATES = ['issued', 'void'] as const

/** Keeps the valid parameters of a URL and drops the rest. */
export function toDeliveryNoteSearch({
  q,
  ...search
}: Readonly<Record<string, unknown>>): DeliveryNoteSearch {
  const status = STATES.find((it) => it === search.status)
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(status && { status }),
  }
}
