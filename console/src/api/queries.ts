import type { Data } from '@billwright/sdk'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api, isProblem, session } from './client.ts'
import { enter, personOfPage } from './signed-out.ts'

const STALE_MS = 15_000

/** The query cache. It does not retry, because the SDK does. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: false },
      // Without a network a change fails: nobody expects it to be made hours later.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The session; null: nobody is signed in. */
export async function readSession() {
  try {
    return await session.getSession()
  } catch (error) {
    if (isProblem(error) && error.status === 401) return null
    throw error
  }
}

/** The person of this page; null: nobody has signed in on it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const found = personOfPage() === null ? await readSession() : await api.getSession()
    return found && enter(found)
  },
  staleTime: 5 * 60_000,
  // Another person may have signed in in another window.
  refetchOnWindowFocus: 'always',
})

/** The companies of this person, the oldest first. */
export const companiesQuery = queryOptions({
  queryKey: ['companies', 'mine'],
  queryFn: () => api.listCompanies({ query: { mine: true, sort: 'created_at', limit: 100 } }),
})

export type Settings = Data<'getSettings'>

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => api.getSettings(),
})

/** Until which day the books are closed. */
export const BOOKS_KEY = 'books'

export type Books = Data<'getBooks'>

export const booksQuery = queryOptions({
  queryKey: [BOOKS_KEY],
  queryFn: ({ signal }) => api.getBooks({ signal }),
})
