/**
 * The list's search, filters and order. They are in the URL, so that they survive a reload and can
 * be shared.
 */
export interface ListSearch {
  readonly q?: string
  readonly type?: 'invoice' | 'credit_note'
  readonly status?: 'draft' | 'sent' | 'paid' | 'void' | 'uncollectible'
  readonly overdue?: boolean
  readonly has_due?: boolean
  readonly refund_due?: boolean
  readonly customer_id?: string
  readonly currency?: string
  readonly issued_from?: string
  readonly issued_to?: string
  readonly due_from?: string
  readonly due_to?: string
  readonly paid_from?: string
  readonly paid_to?: string
  readonly sort?: Sort
  /** The page: the `next_cursor` of the previous one. */
  readonly cursor?: string
}

/** The changed filters; undefined removes one. */
export type SearchChange = { readonly [K in keyof ListSearch]: ListSearch[K] | undefined }

const SORTS = ['issue_date', 'due_date', 'number', 'total', 'created_at'] as const
export type Sort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`

const STATUSES = ['draft', 'sent', 'paid', 'void', 'uncollectible'] as const
const TYPES = ['invoice', 'credit_note'] as const
export const DAYS = [
  'issued_from',
  'issued_to',
  'due_from',
  'due_to',
  'paid_from',
  'paid_to',
] as const

/** Keeps the valid parameters of a URL and drops the rest. */
export function toListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const text = (name: string, pattern: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {}
  }
  const days = DAYS.map((name) => text(name, /^\d{4}-\d\d-\d\d$/))
  const status = STATUSES.find((it) => it === search.status)
  const type = TYPES.find((it) => it === search.type)
  const sort = SORTS.flatMap((it): Sort[] => [it, `-${it}`]).find((it) => it === search.sort)
  return {
    ...text('q', /\S/),
    ...text('customer_id', /^cus_[\da-f-]+$/),
    ...text('currency', /^[A-Z]{3}$/),
    ...text('cursor', /^[\w=-]{1,500}$/),
    ...Object.assign({}, ...days),
    ...(type && { type }),
    ...(status && { status }),
    ...(typeof search.overdue === 'boolean' && { overdue: search.overdue }),
    ...(search.has_due === true && { has_due: true }),
    ...(search.refund_due === true && { refund_due: true }),
    ...(sort && { sort }),
  }
}

/** Whether there is any search or filter. */
export const isFiltered = (search: ListSearch): boolean =>
  Object.keys(search).some((name) => name !== 'sort' && name !== 'cursor')

/** The search, filters and order as a query of the export. */
export function exportLink(search: ListSearch, format: 'csv' | 'jsonl'): string {
  const { cursor: _page, ...filters } = search
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value))
  // The byte order mark, by which spreadsheet programs recognize UTF-8.
  if (format === 'csv') query.set('bom', 'true')
  return `/api/v1/invoices/export?${query}`
}
