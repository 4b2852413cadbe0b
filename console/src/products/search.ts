/** Search and filters of the list, as in the URL. */
export interface ProductSearch {
  readonly q?: string
  /** Only archived products; default: only active ones. */
  readonly archived?: true
}

/** Keeps the valid parameters of a URL and drops the rest. */
export function toProductSearch(search: Readonly<Record<string, unknown>>): ProductSearch {
  const { q, archived } = search
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(archived === true && { archived }),
  }
}
