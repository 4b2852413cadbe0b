import type { Entry } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** First part of all query keys of bank entries. */
export const BANK_KEY = 'bank'

export type BankEntry = Entry<'listBankEntries'>

const WATCH_MS = 60_000

/** How many open entries there are of each class. The service reads files and compares by itself, too. */
export const bankCountsQuery = queryOptions({
  queryKey: [BANK_KEY, 'counts'],
  queryFn: async ({ signal }) => {
    const query = { status: 'open', include: 'total', limit: 1 } as const
    const { classes = {} } = await api.listBankEntries({ query, signal })
    const { certain = 0, likely = 0, possible = 0, none = 0 } = classes
    return { certain, likely, toConfirm: certain + likely, open: possible + none }
  },
  refetchInterval: WATCH_MS,
})
