import type { Data, Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Api, api, apiOf, call } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { after, paged } from '../api/paging.ts'

/** First parts of the query keys of payment methods and of runs. */
export const METHODS_KEY = 'payment-methods'
export const RUNS_KEY = 'direct-debit-runs'

export type Method = Entry<'listPaymentMethods'>
export type Collection = Entry<'listCollections'>
export type Run = Data<'getDirectDebitRun'>
export type ListedRun = Entry<'listDirectDebitRuns'>

/** What a step of a run changes. */
export const RUN_KEYS = [[RUNS_KEY], [INVOICES_KEY], [METHODS_KEY], ['attention']] as const

/** Those that the bank did not refuse. */
export const openFiles = (files: Run['files']) =>
  files.filter(({ refused_because: reason }) => reason === null)

/** All: a customer has at most 50. */
export const methodsQuery = (customerId: string) =>
  queryOptions({
    queryKey: [METHODS_KEY, customerId],
    queryFn: ({ signal }) =>
      api.listPaymentMethods({
        path: { id: customerId },
        query: { limit: 100, sort: '-created_at' },
        signal,
      }),
  })

/** What the next mandate of a customer would say. */
export const proposalQuery = (customerId: string) =>
  queryOptions({
    queryKey: [METHODS_KEY, customerId, 'proposal'],
    queryFn: ({ signal }) => api.getMandateForm({ path: { id: customerId }, query: {}, signal }),
    retry: false,
  })

/** The collections of an invoice, the newest first. Every change of an invoice reads them again. */
export const collectionsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'collections', invoiceId],
    queryFn: async ({ signal }) =>
      (await api.listCollections({ query: { invoice_id: invoiceId, limit: 10 }, signal })).data,
  })

/** With `dry_run` it only reads. */
const previewing: Api<'createDirectDebitRun'> = apiOf(call)

/** What a run would have now, and what it would leave out. */
export const previewQuery = queryOptions({
  queryKey: [RUNS_KEY, 'preview'],
  queryFn: ({ signal }) => previewing.createDirectDebitRun({ body: { dry_run: true }, signal }),
  retry: false,
})

export const runsQuery = infiniteQueryOptions({
  queryKey: [RUNS_KEY, 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.listDirectDebitRuns({ query: after(pageParam, RUNS_SIZE), signal }),
  ...paged,
})
const RUNS_SIZE = 20

/** A run with its ETag: a person approves what they saw. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [RUNS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getDirectDebitRun', { path: { id }, signal })
      return { run: data, etag }
    },
  })

/** What a row of a run is about. */
export interface Collected {
  readonly collection: Data<'getCollection'>
  readonly invoice: Entry<'listInvoices'> | undefined
}

/** As many as are named at once, which is what a list of invoices takes. */
export const NAMED_MAX = 50

/**
 * The collections of a run with their invoices. `runId`: null before the run is approved, because
 * its collections only wait until then.
 */
export const collectedQuery = (runId: string | null, ids: readonly string[]) =>
  queryOptions({
    queryKey: [RUNS_KEY, 'collected', runId, ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Collected>> => {
      const lists =
        runId === null
          ? ([{ status: 'announced' }, { status: 'planned' }] as const)
          : ([{ run_id: runId }] as const)
      const read = (query: (typeof lists)[number]) =>
        api.listCollections({ query: { ...query, limit: 100 }, signal })
      const listed = (await Promise.all(lists.map(read))).flatMap(({ data }) => data)
      const known = new Map<string, Data<'getCollection'>>(listed.map((it) => [it.id, it]))
      const collections = await Promise.all(
        ids.map(async (id) => known.get(id) ?? (await api.getCollection({ path: { id }, signal }))),
      )
      const invoiceIds = [...new Set(collections.map((it) => it.invoice_id))].join()
      const { data } =
        invoiceIds === ''
          ? { data: [] }
          : await api.listInvoices({ query: { id: invoiceIds, limit: NAMED_MAX }, signal })
      const invoices = new Map(data.map((it) => [it.id, it]))
      return new Map(
        collections.map((it) => [it.id, { collection: it, invoice: invoices.get(it.invoice_id) }]),
      )
    },
    placeholderData: (before) => before,
  })
