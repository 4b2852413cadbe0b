import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { settingsQuery } from '../queries.ts'

/** The settings with their ETag, as a form starts from them: they change under it only when asked. */
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

/** How many of the newest documents are looked through for the last number. */
const LOOKED_THROUGH = 100

/** How the newest documents of a kind are read. */
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

/** The numbers that were given last, newest first. */
export const lastNumbersQuery = (type: keyof typeof listsOf) =>
  queryOptions({
    queryKey: [type === 'quote' ? 'quotes' : 'invoices', 'numbers', type],
    queryFn: async ({ signal }) => {
      const page = await listsOf[type](LOOKED_THROUGH, signal)
      return page.data.map(({ number }) => number).filter((number) => number !== null)
    },
  })
