import type { Entry } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export const SERIES_KEY = 'number-series'

export type Series = Entry<'listNumberSeries'>

/** The maximum for a company. */
export const seriesQuery = queryOptions({
  queryKey: [SERIES_KEY],
  queryFn: ({ signal }) => api.listNumberSeries({ query: { limit: 50 }, signal }),
})
