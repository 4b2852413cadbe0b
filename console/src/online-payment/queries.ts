import type { Data, Entry } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { type Api, api } from '../api/client.ts'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { type Settings, settingsQuery } from '../api/queries.ts'

/** First part of all query keys of payment providers. */
export const PROVIDERS_KEY = 'payment-providers'

export type Provider = Entry<'listPaymentProviders'>
/** What a test reads of the account. */
export type Tested = Data<'testPaymentProvider'>

/** All: a company has at most 20. */
export const providersQuery = queryOptions({
  queryKey: [PROVIDERS_KEY],
  queryFn: ({ signal }) => api.listPaymentProviders({ query: { limit: 100 }, signal }),
})

/** First part of all query keys of payments at providers. */
export const ONLINE_KEY = 'provider-payments'

export type Checkout = Data<'listCheckoutsOfInvoice'>['data'][number]
export type ProviderPayment = Entry<'listProviderPayments'>

/** How often a page is read again while the customer may be paying. */
const WATCH_MS = 10_000

/** The checkouts of an invoice, the newest first. */
export const checkoutsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'checkouts', invoiceId],
    queryFn: async ({ signal }) =>
      (await api.listCheckoutsOfInvoice({ path: { id: invoiceId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(({ live }) => live) ? WATCH_MS : false),
  })

/** What was paid at providers for an invoice, by the checkouts that it had. */
export const onlinePaymentsQuery = ({ id, customer_id }: Pick<Invoice, 'id' | 'customer_id'>) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'online', id],
    queryFn: async ({ signal }): Promise<readonly ProviderPayment[]> => {
      const { data } = await api.listProviderPayments({
        query: { customer_id, limit: 100 },
        signal,
      })
      return data.filter(({ booked }) => booked.some(({ invoice_id }) => invoice_id === id))
    },
  })

/** The ways in which a customer can pay an invoice online now. */
export const offersQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'offers', invoiceId],
    queryFn: ({ signal }) => api.listPaymentOffers({ path: { id: invoiceId }, signal }),
  })

/** A rule that chooses a provider. */
export type Route = Settings['paymentRouting'][number]

/** The rules as they were read: a change of them is refused if the settings have changed since. */
export interface Routing {
  readonly routes: readonly Route[]
  readonly etag: string | undefined
}

export const routingQuery = queryOptions({
  queryKey: [...settingsQuery.queryKey, 'routing'],
  queryFn: async ({ signal }): Promise<Routing> => {
    const { data, etag } = await api.request('getSettings', { signal })
    return { routes: data.paymentRouting, etag }
  },
})

export async function saveRoutes(
  api: Api,
  { etag: ifMatch }: Routing,
  routes: readonly Route[],
): Promise<Routing> {
  const body = { paymentRouting: routes.map((it) => ({ ...it })) }
  const { data, etag } = await api.request('patchSettings', { body, ifMatch })
  return { routes: data.paymentRouting, etag }
}
