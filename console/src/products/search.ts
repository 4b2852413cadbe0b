/** What the list shows, as it stands in the address. */
export interface ProductSearch {
  readonly q?: string
  /** Only archived ones; else only the others. */
  readonly archived?: true
}

/** Takes from an address what makes sense, and leaves the rest out. */
export function toProductSearch(search: Readonly<Record<string, unknown>>): ProductSearch {
  const { q, archived } = search
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(archived === true && { archived }),
  }
}
