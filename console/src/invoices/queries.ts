import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { ListSearch } from './list-search.ts'

const PAGE_SIZE = 50

/** Everything that is read of invoices begins with this key, so that one change refreshes it all. */
export const INVOICES_KEY = 'invoices'

export const listQuery = (search: ListSearch) =>
  infiniteQueryOptions({
    queryKey: [INVOICES_KEY, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      api.listInvoices({
        query: {
          sort: '-issue_date',
          ...search,
          limit: PAGE_SIZE,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // While the next search is under way the last one stays to be read.
    placeholderData: (before) => before,
  })
