import type { Data, Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BANK_KEY, type BankEntry } from '../api/bank.ts'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { after, paged } from '../api/paging.ts'
import type { Tab } from './search.ts'

export type BankFile = Data<'getBankFile'>
export type OpenInvoice = Pick<
  Entry<'listInvoices'>,
  'id' | 'number' | 'customer_id' | 'customer_name' | 'due' | 'currency'
>
export type Proposal = BankEntry['proposals'][number]
export type Allocation = Proposal['allocations'][number]
export type NamedInvoices = ReadonlyMap<string, Entry<'listInvoices'>>

/** As many as are confirmed together at most. */
const PAGE_SIZE = 100
const WAIT_MS = 1_500

const FILTERS = {
  confirm: { status: 'open', class: 'certain,likely' },
  open: { status: 'open', class: 'possible,none' },
  booked: { status: 'booked' },
  ignored: { status: 'ignored' },
} as const satisfies Readonly<Record<Tab, object>>

export const entriesQuery = ({ tab, q }: { readonly tab: Tab; readonly q: string }) =>
  infiniteQueryOptions({
    queryKey: [BANK_KEY, 'list', tab, q],
    queryFn: ({ pageParam, signal }) =>
      api.listBankEntries({
        query: { ...FILTERS[tab], ...(q !== '' && { q }), ...after(pageParam, PAGE_SIZE) },
        signal,
      }),
    ...paged,
    placeholderData: (before) => before,
  })

/** Whether the service still compares new entries with invoices. Read again until it has. */
export const comparingQuery = queryOptions({
  queryKey: [BANK_KEY, 'comparing'],
  queryFn: async ({ signal }) => {
    const query = { status: 'open', limit: PAGE_SIZE } as const
    const { data } = await api.listBankEntries({ query, signal })
    return data.some(({ matched }) => !matched)
  },
  refetchInterval: ({ state }) => (state.data === true ? WAIT_MS : false),
})

/** Invoices that proposals name, by id: at most 50, which is what a list takes. */
export const namedInvoicesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'named', ids],
    queryFn: async ({ signal }) => {
      const { data } = await api.listInvoices({ query: { id: ids.join(), limit: 50 }, signal })
      return new Map(data.map((it) => [it.id, it]))
    },
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })

export const bankAccountsQuery = queryOptions({
  queryKey: [BANK_KEY, 'accounts'],
  queryFn: ({ signal }) => api.listBankAccounts({ query: { limit: 100 }, signal }),
})

/** Open invoices to choose from. */
export const openInvoicesQuery = (q: string, currency: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'to pay', q, currency],
    queryFn: ({ signal }) =>
      api.listInvoices({
        query: { currency, has_due: true, sort: 'due_date', limit: 20, ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: (before) => before,
  })

export const someCustomersQuery = (q: string) =>
  queryOptions({
    queryKey: ['customers', 'some', q],
    queryFn: ({ signal }) =>
      api.listCustomers({ query: { sort: 'name', limit: 20, ...(q !== '' && { q }) }, signal }),
    placeholderData: (before) => before,
  })
