import type { Args, Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { after, paged } from '../api/paging.ts'

/** The number of days in the schedule bar. */
export const DAYS_SHOWN = 12

/** First part of all query keys of recurring invoices. */
export const RECURRING_KEY = 'recurring'

export type Recurring = Data<'getRecurringInvoice'>
export type Occurrence = Data<'listOccurrences'>['data'][number]
export type Run = Data<'listRecurringRuns'>['data'][number]

export const recurringListQuery = infiniteQueryOptions({
  queryKey: [RECURRING_KEY, 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.listRecurringInvoices({ query: after(pageParam), signal }),
  ...paged,
})

/** A recurring invoice with its ETag, so that a change does not overwrite another person's. */
export const recurringQuery = (id: string) =>
  queryOptions({
    queryKey: [RECURRING_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getRecurringInvoice', { path: { id }, signal })
      return { recurring: data, etag }
    },
  })

export const occurrencesQuery = (id: string, count = DAYS_SHOWN) =>
  queryOptions({
    queryKey: [RECURRING_KEY, 'occurrences', id, count],
    queryFn: ({ signal }) => api.listOccurrences({ path: { id }, query: { count }, signal }),
  })

/** Enough invoices to show that the texts follow the days. */
const PREVIEWED = 24

/**
 * The upcoming days of an unsaved schedule, by its JSON. The previous ones stay visible while
 * typing.
 */
export const previewQuery = (text: string) =>
  queryOptions({
    queryKey: [RECURRING_KEY, 'preview', text],
    queryFn: ({ signal }) =>
      api.previewRecurringInvoice({
        body: JSON.parse(text) as Args<'previewRecurringInvoice'>['body'],
        query: { count: PREVIEWED },
        signal,
      }),
    placeholderData: (before) => before,
    retry: false,
  })

/** The upcoming invoices of all recurring invoices. */
export const upcomingQuery = (query: { readonly days: number; readonly only_next?: boolean }) =>
  queryOptions({
    queryKey: [RECURRING_KEY, 'upcoming', query],
    queryFn: ({ signal }) => api.listUpcomingInvoices({ query, signal }),
  })

export const runsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [RECURRING_KEY, 'runs', id],
    queryFn: ({ pageParam, signal }) =>
      api.listRecurringRuns({ path: { id }, query: after(pageParam), signal }),
    ...paged,
  })
