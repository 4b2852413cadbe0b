import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Begins the keys of what one reads of a single company. */
export const COMPANY_KEY = ['company']

/** A company with its ETag, so that saving overwrites no change of another person. */
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
