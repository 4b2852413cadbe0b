import type { Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import type { ListSearch } from './invoice-search.ts'
import { after, paged } from './paging.ts'

const PAGE_SIZE = 50
const MATCHING_MAX = 1_000

/** First part of all query keys of invoices. */
export const INVOICES_KEY = 'invoices'

export type Invoice = Data<'getInvoice'>

/** One page of the list, as in the URL. */
export const listQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'list', search],
    queryFn: ({ signal }) =>
      api.listInvoices({ query: { sort: '-issue_date', ...search, limit: PAGE_SIZE }, signal }),
    // The previous page stays visible while the next one or a search is loading.
    placeholderData: (before) => before,
  })

type Summary = Data<'getSummary'>
export type CurrencySummary = Summary['currencies'][number]

/** Every change of an invoice invalidates these figures. */
export const summaryQuery = queryOptions({
  queryKey: [INVOICES_KEY, 'summary'],
  queryFn: ({ signal }) => api.getSummary({ signal }),
})

/** All matches of a search, up to the limit of bulk actions. */
export async function matching({ cursor: _page, ...search }: ListSearch) {
  const found: Data<'listInvoices'>['data'][number][] = []
  let cursor: string | null = null
  do {
    const page: Data<'listInvoices'> = await api.listInvoices({
      query: { sort: '-issue_date', ...search, limit: 100, ...(cursor !== null && { cursor }) },
    })
    found.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && found.length < MATCHING_MAX)
  return found
}

/** An invoice with its ETag, so that a change does not overwrite another person's. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getInvoice', { path: { id }, signal })
      return { invoice: data, etag }
    },
  })

export const paymentsQuery = (id: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'payments', id],
    queryFn: ({ signal }) => api.listPayments({ path: { id }, query: { limit: 100 }, signal }),
  })

/** Oldest first, as in the chain. */
export const revisionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [INVOICES_KEY, 'revisions', id],
    queryFn: ({ pageParam, signal }) =>
      api.listInvoiceRevisions({ path: { id }, query: after(pageParam, 100), signal }),
    ...paged,
  })

/** The newest events of an invoice without a revision, e.g. that it was viewed. */
export const happeningsQuery = (id: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'events', id],
    queryFn: ({ signal }) =>
      api.listEvents({ query: { resource_id: id, sort: '-created_at', limit: 100 }, signal }),
  })
