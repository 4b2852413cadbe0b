import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ALL_KEY } from '../queries.ts'

/** First part of the query keys of a single company. */
export const COMPANY_KEY = [...ALL_KEY, 'one']

/** A company with its ETag, so that saving does not overwrite another person's change. */
export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: [...COMPANY_KEY, id],
    queryFn: ({ signal }) => api.request('getCompany', { path: { id }, signal }),
  })

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: [...COMPANY_KEY, id, 'usage'],
    queryFn: ({ signal }) => api.getCompanyUsage({ path: { id }, signal }),
    staleTime: 0,
  })
