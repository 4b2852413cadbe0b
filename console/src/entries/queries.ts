import type { Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { after, paged } from '../paging.ts'
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
