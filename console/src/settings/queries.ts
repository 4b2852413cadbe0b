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

/** How many of the newest documents are looked through for the last number. */
const LOOKED_THROUGH = 100

/** The numbers that were given last, newest first. */
export const lastNumbersQuery = (type: 'invoice' | 'credit_note' | 'quote') =>
  queryOptions({
    queryKey: [type === 'quote' ? 'quotes' : 'invoices', 'numbers', type],
    queryFn: async ({ signal }) => {
      const limit = LOOKED_THROUGH
      const { data } =
        type === 'quote'
          ? await api.listQuotes({ query: { sort: '-issue_date', limit }, signal })
          : await api.listInvoices({ query: { type, sort: '-number', limit }, signal })
      return data.flatMap(({ number }) => (number === null ? [] : [number]))
    },
  })
