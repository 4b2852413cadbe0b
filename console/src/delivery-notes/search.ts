/** What the list shows, as it stands in the address. */
export interface DeliveryNoteSearch {
  readonly q?: string
  readonly status?: (typeof STATES)[number]
}

export const STATES = ['issued', 'void'] as const

/** Takes from an address what makes sense, and leaves the rest out. */
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
