/** Filters of the list, as in the URL. */
export interface EntrySearch {
  readonly q?: string
  readonly customer_id?: string
  /** Only billed entries; default: only open ones. */
  readonly billed?: true
}

/** Keeps the valid parameters of a URL and drops the rest. */
export function toEntrySearch(search: Readonly<Record<string, unknown>>): EntrySearch {
  const { q, customer_id: customerId, billed } = search
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(typeof customerId === 'string' && { customer_id: customerId.slice(0, 60) }),
    ...(billed === true && { billed }),
  }
}
