/** Search and filters of the list, as in the URL. */
export interface SupplierInvoiceSearch {
  readonly q?: string
  readonly status?: (typeof STATES)[number]
}

export const STATES = ['new', 'accepted', 'paid', 'rejected'] as const

/** Keeps the valid parameters of a URL and drops the rest. */
export function toSupplierInvoiceSearch({
  q,
  ...search
}: Readonly<Record<string, unknown>>): SupplierInvoiceSearch {
  const status = STATES.find((it) => it === search.status)
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(status && { status }),
  }
}
