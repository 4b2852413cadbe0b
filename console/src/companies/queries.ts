import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { after, paged } from '../api/paging.ts'

/** First part of all query keys of companies. */
export const ALL_KEY = ['companies']

/** All companies that this person can see. */
export const allQuery = infiniteQueryOptions({
  queryKey: [...ALL_KEY, 'all'],
  queryFn: ({ pageParam, signal }) =>
    api.listCompanies({ query: { ...after(pageParam), sort: 'created_at' }, signal }),
  ...paged,
})

/** The figures of one's own companies; a job counts them within a minute of a change. */
export const figuresQuery = queryOptions({
  queryKey: [...ALL_KEY, 'figures'],
  queryFn: async ({ signal }) => {
    const { data } = await api.summarizeCompanies({ query: { limit: 100 }, signal })
    return new Map(data.map((it) => [it.id, it]))
  },
})

/** Other companies that give operators access now. */
export const supportedQuery = queryOptions({
  queryKey: [...ALL_KEY, 'support'],
  queryFn: () => api.listCompanies({ query: { support: true, limit: 100 } }),
})
