/** Search, filters and order of the list, as in the URL. */
export interface QuoteSearch {
  readonly q?: string
  readonly status?: (typeof STATES)[number]
  readonly customer_id?: string
  readonly sort?: QuoteSort
}

export const STATES = ['draft', 'open', 'expired', 'accepted', 'declined'] as const
const COLUMNS = ['number', 'issue_date', 'customer_name', 'total', 'created_at'] as const
export type Column = (typeof COLUMNS)[number]
type QuoteSort = Column | `-${Column}`

/** Keeps the valid parameters of a URL and drops the rest. */
export function toQuoteSearch(search: Readonly<Record<string, unknown>>): QuoteSearch {
  const { q, customer_id } = search
  const status = STATES.find((it) => it === search.status)
  const sort = COLUMNS.flatMap((it): QuoteSort[] => [it, `-${it}`]).find((it) => it === search.sort)
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q }),
    ...(typeof customer_id === 'string' && /^cus_[\da-f-]+$/.test(customer_id) && { customer_id }),
    ...(status && { status }),
    ...(sort && { sort }),
  }
}

/** Whether there is any search or filter. */
export const isFiltered = ({ sort: _, ...filters }: QuoteSearch): boolean =>
  Object.keys(filters).length > 0
