/** What the list shows, as it stands in the address. */
export interface EntrySearch {
  readonly q?: string
  readonly customer_id?: string
  /** Only billed ones; else only open ones. */
  readonly billed?: true
}

/** Takes from an address what makes sense, and leaves the rest out. */
export function toEntrySearch(search: Readonly<Record<string, unknown>>): EntrySearch {
  const { q, customer_id: customerId, billed } = search
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(typeof customerId === 'string' && { customer_id: customerId.slice(0, 60) }),
    ...(billed === true && { billed }),
  }
}
