import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'

/** The settings with their ETag for a form. They change under the form only on request. */
export const settingsFormQuery = queryOptions({
  queryKey: [...settingsQuery.queryKey, 'form'],
  queryFn: async ({ signal }) => {
    const { data, etag } = await api.request('getSettings', { signal })
    return { settings: data, etag }
  },
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

const ACCESS_POINT_KEPT_MS = 5 * 60_000

export const accessPointQuery = queryOptions({
  queryKey: ['access-point'],
  queryFn: async ({ signal }) => {
    const { data, etag } = await api.request('getAccessPoint', { signal })
    return { point: data, etag }
  },
  staleTime: ACCESS_POINT_KEPT_MS,
})

/** Number of newest documents that are searched for the last number. */
const LOOKED_THROUGH = 100

/** The request for the newest documents of a kind. */
const listsOf = {
  invoice: (limit: number, signal: AbortSignal) =>
    api.listInvoices({ query: { type: 'invoice', sort: '-number', limit }, signal }),
  credit_note: (limit: number, signal: AbortSignal) =>
    api.listInvoices({ query: { type: 'credit_note', sort: '-number', limit }, signal }),
  quote: (limit: number, signal: AbortSignal) =>
    api.listQuotes({ query: { sort: '-issue_date', limit }, signal }),
  delivery_note: (limit: number, signal: AbortSignal) =>
    api.listDeliveryNotes({ query: { sort: '-date', limit }, signal }),
}

/** The last numbers, newest first. */
export const lastNumbersQuery = (type: keyof typeof listsOf) =>
  queryOptions({
    queryKey: [type === 'quote' ? 'quotes' : 'invoices', 'numbers', type],
    queryFn: async ({ signal }) => {
      const page = await listsOf[type](LOOKED_THROUGH, signal)
      return page.data.map(({ number }) => number).filter((number) => number !== null)
    },
  })
