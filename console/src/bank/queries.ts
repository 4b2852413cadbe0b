import type { Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BANK_KEY, type BankEntry } from '../api/bank.ts'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { after, paged } from '../api/paging.ts'
import type { Tab } from './search.ts'

export type BankFile = Entry<'listBankFiles'>
export type BankAccount = Entry<'listBankAccounts'>
export type BankRule = Entry<'listBankRules'>
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

/** Whether there is no entry yet, in whatever state. */
export const noEntryQuery = queryOptions({
  queryKey: [BANK_KEY, 'list', 'none'],
  queryFn: async ({ signal }) => {
    const { data } = await api.listBankEntries({ query: { limit: 1 }, signal })
    return data.length === 0
  },
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

/** Those that take files, and the one that is chosen. */
export const usableOf = <T extends { readonly id: string; readonly archived: boolean }>(
  accounts: readonly T[],
  chosen: string | null = null,
): readonly T[] => accounts.filter(({ id, archived }) => !archived || id === chosen)

/** Newest first, read again until nothing is under way. */
export const filesQuery = infiniteQueryOptions({
  queryKey: [BANK_KEY, 'files'],
  queryFn: ({ pageParam, signal }) =>
    api.listBankFiles({ query: after(pageParam, FILES_SIZE), signal }),
  ...paged,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ data }) => data.some(isUnderWay)) ? WAIT_MS : false,
})
const FILES_SIZE = 50

const isUnderWay = ({ status }: BankFile): boolean => status === 'reading' || status === 'undoing'

/** The latest statement of each account. */
export const lastStatementsQuery = queryOptions({
  queryKey: [BANK_KEY, 'statements'],
  queryFn: async ({ signal }) => {
    const { data } = await api.listBankFiles({ query: { limit: 100 }, signal })
    const found = new Map<string, BankFile['statements'][number]>()
    for (const { statements, status } of data)
      for (const it of status === 'undone' ? [] : statements) {
        const before = found.get(it.bank_account_id)
        const isLater = (it.closing_date ?? '') > (before?.closing_date ?? '')
        if (!before || isLater) found.set(it.bank_account_id, it)
      }
    return found
  },
})

/** In the order in which they are tried. */
export const bankRulesQuery = queryOptions({
  queryKey: [BANK_KEY, 'rules'],
  queryFn: async ({ signal }) => {
    const { data } = await api.listBankRules({ query: { limit: 100 }, signal })
    return data.toSorted((one, other) => one.position - other.position)
  },
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
