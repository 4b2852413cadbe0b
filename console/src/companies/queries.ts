import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { after, paged } from '../paging.ts'

/** Begins the keys of all that is read of companies. */
export const ALL_KEY = ['companies']

/** All that this person may see. */
export const allQuery = infiniteQueryOptions({
  queryKey: [...ALL_KEY, 'all'],
  queryFn: ({ pageParam, signal }) =>
    api.listCompanies({ query: { ...after(pageParam), sort: 'created_at' }, signal }),
  ...paged,
})

/** The companies of others that let operators in now. */
export const supportedQuery = queryOptions({
  queryKey: [...ALL_KEY, 'support'],
  queryFn: () => api.listCompanies({ query: { support: true, limit: 100 } }),
})
