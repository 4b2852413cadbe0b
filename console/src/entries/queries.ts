import type { Args, Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { after, paged } from '../api/paging.ts'
import type { EntrySearch } from './search.ts'

/** First part of all query keys of entries. */
export const ENTRIES_KEY = 'entries'

export type Entry = Data<'getEntry'>

export const entriesQuery = ({ q, customer_id, billed }: EntrySearch) =>
  infiniteQueryOptions({
    queryKey: [ENTRIES_KEY, 'list', { q, customer_id, billed }],
    queryFn: ({ pageParam, signal }) =>
      api.listEntries({
        query: {
          status: billed ? 'billed' : 'open',
          ...after(pageParam),
          ...(q !== undefined && { q }),
          ...(customer_id !== undefined && { customer_id }),
        },
        signal,
      }),
    ...paged,
    placeholderData: (before) => before,
  })

/** Number of open entries of a customer. */
export const openEntriesQuery = (customerId: string) =>
  queryOptions({
    queryKey: [ENTRIES_KEY, 'open', customerId],
    queryFn: ({ signal }) =>
      api.listEntries({
        query: { status: 'open', customer_id: customerId, include: 'total', limit: 1 },
        signal,
      }),
  })

/** A result for each customer and currency with open entries, as billing them now would give. */
export const allOpenQuery = (wanted: NonNullable<Args<'previewAllEntriesInvoice'>['body']>) =>
  queryOptions({
    queryKey: [ENTRIES_KEY, 'all', wanted],
    queryFn: async ({ signal }) => {
      const results: Data<'previewAllEntriesInvoice'>['results'][number][] = []
      let cursor: string | null = null
      do {
        const body = { ...wanted, ...(cursor !== null && { cursor }) }
        const page: Data<'previewAllEntriesInvoice'> = await api.previewAllEntriesInvoice({
          body,
          signal,
        })
        results.push(...page.results)
        cursor = page.next_cursor
      } while (cursor !== null)
      return results
    },
  })
