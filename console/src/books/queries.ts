import type { Data } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import type { WithheldSearch } from './search.ts'

export type Withheld = Data<'listWithheld'>

export const withheldQuery = (query: WithheldSearch) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'withheld', query],
    queryFn: ({ signal }) => api.listWithheld({ query, signal }),
    placeholderData: (before) => before,
  })
