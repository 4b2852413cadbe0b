import type { Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { after, paged } from '../api/paging.ts'
import type { CustomerSearch, StatementSearch } from './search.ts'

/** The newest documents; the list has all of them. */
const INVOICES_SHOWN = 20

/** First part of all query keys of customers. */
export const CUSTOMERS_KEY = 'customers'

export type Customer = Data<'getCustomer'>
export type Statement = Data<'getStatement'>

export const customersQuery = ({ archived, ...search }: CustomerSearch) =>
  infiniteQueryOptions({
    queryKey: [CUSTOMERS_KEY, 'list', { archived, ...search }],
    queryFn: ({ pageParam, signal }) =>
      api.listCustomers({
        query: {
          sort: 'name',
          ...search,
          ...(search.on_account === undefined && { archived: archived ?? false }),
          ...after(pageParam),
        },
        signal,
      }),
    ...paged,
    placeholderData: (before) => before,
  })

const BALANCES_MAX = 100

export type Balance = Data<'listBalances'>['data'][number]

/** The balances of customers by id. Every change of an invoice invalidates them. */
export const balancesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['invoices', 'balances', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Balance>> => {
      const parts = Array.from({ length: Math.ceil(ids.length / BALANCES_MAX) }, (_, at) =>
        ids.slice(at * BALANCES_MAX, (at + 1) * BALANCES_MAX).join(),
      )
      const read = (part: string) => api.listBalances({ query: { customer_ids: part }, signal })
      const balances = (await Promise.all(parts.map(read))).flatMap(({ data }) => data)
      return new Map(balances.map((it) => [it.customer_id, it]))
    },
    placeholderData: (before) => before,
  })

/** A customer with its ETag, so that a change does not overwrite another person's. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: [CUSTOMERS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getCustomer', { path: { id }, signal })
      return { customer: data, etag }
    },
  })

export const customerInvoicesQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoices', 'of', id],
    queryFn: ({ signal }) =>
      api.listInvoices({
        query: { customer_id: id, sort: '-issue_date', limit: INVOICES_SHOWN },
        signal,
      }),
  })

export const statementQuery = (id: string, period: StatementSearch) =>
  queryOptions({
    queryKey: ['invoices', 'statement', id, period],
    queryFn: ({ signal }) => api.getStatement({ path: { id }, query: period, signal }),
    placeholderData: (before) => before,
  })
