/** What the list shows, as it stands in the address: it survives a reload and can be sent to others. */
export interface ListSearch {
  readonly q?: string
  readonly status?: 'draft' | 'sent' | 'paid' | 'void' | 'uncollectible'
  readonly overdue?: boolean
  readonly customer_id?: string
  readonly currency?: string
  readonly issued_from?: string
  readonly issued_to?: string
  readonly sort?: Sort
}

export const SORTS = ['issue_date', 'due_date', 'number', 'total', 'created_at'] as const
export type Sort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`

const STATUSES = ['draft', 'sent', 'paid', 'void', 'uncollectible'] as const

/** Takes from an address what makes sense, and leaves the rest out. */
export function toListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const text = (name: string, pattern: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {}
  }
  const day = /^\d{4}-\d\d-\d\d$/
  const status = STATUSES.find((it) => it === search.status)
  const sort = SORTS.flatMap((it): Sort[] => [it, `-${it}`]).find((it) => it === search.sort)
  return {
    ...text('q', /\S/),
    ...text('customer_id', /^cus_[\da-f-]+$/),
    ...text('currency', /^[A-Z]{3}$/),
    ...text('issued_from', day),
    ...text('issued_to', day),
    ...(status && { status }),
    ...(search.overdue === true && { overdue: true }),
    ...(sort && { sort }),
  }
}
