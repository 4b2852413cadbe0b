import { addDays } from '@billwright/rules/days'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import type { Actor } from '../components/actor.ts'

/** The data that a first invoice needs. */
export const beginningsQuery = queryOptions({
  queryKey: [INVOICES_KEY, 'beginnings'],
  queryFn: async ({ signal }) => {
    const query = { limit: 1 }
    const [customers, invoices] = await Promise.all([
      api.listCustomers({ query, signal }),
      api.listInvoices({ query, signal }),
    ])
    return { hasCustomer: customers.data.length > 0, hasInvoice: invoices.data.length > 0 }
  },
})

const EVENTS_READ = 60

interface InvoiceEvent {
  readonly id: string
  readonly type: string
  readonly resource: { readonly id: string }
  readonly actor: Actor
  readonly created_at: string
  readonly data: { readonly number: string | null; readonly customer_name: string }
}

/** The latest events of invoices. */
export const activityQuery = queryOptions({
  queryKey: [INVOICES_KEY, 'activity'],
  queryFn: async ({ signal }): Promise<readonly InvoiceEvent[]> => {
    const query = { sort: '-created_at', limit: EVENTS_READ } as const
    const { data } = await api.listEvents({ query, signal })
    const isOfInvoice = ({ resource }: { readonly resource: { readonly type: string } }) =>
      resource.type === 'invoice'
    return data.filter(isOfInvoice) as unknown as readonly InvoiceEvent[]
  },
})

/** As many days as the line can have after today. */
const EXPECTED_DAYS = 63
const EXPECTED_MAX = 100

/** The invoices that are due in the coming weeks, of all currencies. */
export const expectedQuery = queryOptions({
  queryKey: [INVOICES_KEY, 'expected'],
  queryFn: async ({ signal }) => {
    const last = addDays(new Date().toISOString().slice(0, 10), EXPECTED_DAYS)
    const query = {
      has_due: true,
      overdue: false,
      due_to: last,
      sort: 'due_date',
      limit: EXPECTED_MAX,
    } as const
    const { data, has_more: hasMore } = await api.listInvoices({ query, signal })
    return { invoices: data, hasMore }
  },
})
