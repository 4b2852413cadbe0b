import type { Data } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'

/** The newest entries. */
const ENTRIES_SHOWN = 20
const OPEN_MAX = 100

export type Account = Data<'getAccount'>

/** Every payment changes it, as it changes invoices. */
export const accountQuery = (customerId: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'account', customerId],
    queryFn: ({ signal }) =>
      api.getAccount({ path: { id: customerId }, query: { limit: ENTRIES_SHOWN }, signal }),
  })

/** The invoices that a payment can settle. */
export const openInvoicesQuery = (customerId: string, currency: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'open', customerId, currency],
    queryFn: ({ signal }) =>
      api.listInvoices({
        query: {
          customer_id: customerId,
          currency,
          has_due: true,
          sort: 'due_date',
          limit: OPEN_MAX,
        },
        signal,
      }),
  })

export const isNothing = (amount: string): boolean => /^-?0+(\.0+)?$/.test(amount)
