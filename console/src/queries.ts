import { type MutationMeta, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { api, isProblem } from './api.ts'

export type { MutationMeta }

const SESSION_KEY = ['session']
const STALE_MS = 15_000

/** The cache of what was read. The SDK repeats what got lost on the way, so nothing here does. */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: STALE_MS, retry: false }, mutations: { retry: false } },
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Signed out elsewhere, or the session ended: the shell sees it and asks to sign in.
        if (isProblem(error) && error.status === 401 && query.queryKey[0] !== SESSION_KEY[0])
          queries.setQueryData(SESSION_KEY, null)
      },
    }),
  })
  return queries
}

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async () => {
    try {
      return await api.getSession()
    } catch (error) {
      if (isProblem(error) && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => api.getSettings(),
})
