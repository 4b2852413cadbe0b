import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export const SESSIONS_KEY = ['own-sessions']
export const FACTOR_KEY = ['own-second-factor']

export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: ({ signal }) => api.listOwnSessions({ signal }),
})

export const factorQuery = queryOptions({
  queryKey: FACTOR_KEY,
  queryFn: ({ signal }) => api.getOwnSecondFactor({ signal }),
})
