import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { INVOICES_KEY, invoiceQuery } from '../../api/invoices.ts'
import { booksQuery, settingsQuery } from '../../api/queries.ts'
import { customerQuery } from '../../customers/queries.ts'
import { findingsOf } from './checks.ts'

const ALIKE_MAX = 50

/**
 * The current draft with its findings. Read again each time, because the draft has just changed.
 */
export const checksQuery = (queries: QueryClient, id: string) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'checks', id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { invoice, etag } = await queries.fetchQuery({ ...invoiceQuery(id), staleTime: 0 })
      const customerId = invoice.customer_id
      const { currency } = invoice
      const [settings, books, { customer }, listed] = await Promise.all([
        queries.fetchQuery({ ...settingsQuery, staleTime: 0 }),
        queries.fetchQuery({ ...booksQuery, staleTime: 0 }),
        queries.fetchQuery({ ...customerQuery(customerId), staleTime: 0 }),
        api.listInvoices({
          query: {
            customer_id: customerId,
            currency,
            type: 'invoice',
            sort: '-issue_date',
            limit: ALIKE_MAX,
          },
          signal,
        }),
      ])
      const isEInvoice =
        (invoice.e_invoice_profile ?? customer.e_invoice_profile ?? settings.eInvoiceProfile) !==
        null
      const validation = await api.validateInvoice({ path: { id }, query: {}, signal })
      const alike =
        invoice.type === 'invoice'
          ? listed.data.filter(({ total }) => total === invoice.totals.total)
          : []
      return {
        invoice,
        etag,
        findings: findingsOf({
          ...{ invoice, customer, settings, alike, validation, isEInvoice },
          closedUntil: books.closed_until,
        }),
      }
    },
  })
