import type { Data, Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { after, paged } from './paging.ts'
import type { QuoteSearch } from './quote-search.ts'

/** First part of all query keys of quotes. */
export const QUOTES_KEY = 'quotes'

export type Quote = Data<'getQuote'>
export type QuoteEntry = Entry<'listQuotes'>

export const quotesQuery = (search: QuoteSearch) =>
  infiniteQueryOptions({
    queryKey: [QUOTES_KEY, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      api.listQuotes({ query: { ...search, ...after(pageParam) }, signal }),
    ...paged,
    placeholderData: (before) => before,
  })

/** A quote with its ETag, so that a change does not overwrite another person's. */
export const quoteQuery = (id: string) =>
  queryOptions({
    queryKey: [QUOTES_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getQuote', { path: { id }, signal })
      return { quote: data, etag }
    },
  })

/** The newest events of a quote. */
export const quoteEventsQuery = (id: string) =>
  queryOptions({
    queryKey: [QUOTES_KEY, 'events', id],
    queryFn: ({ signal }) =>
      api.listEvents({ query: { resource_id: id, sort: '-created_at', limit: 100 }, signal }),
  })
