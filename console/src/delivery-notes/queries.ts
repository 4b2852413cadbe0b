import type { Data } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { INVOICES_KEY } from '../invoices/queries.ts'

export type Deliveries = Data<'getQuoteDeliveries'>

/** The document that is delivered. */
export interface DeliveredDocument {
  readonly kind: 'quote' | 'invoice'
  readonly id: string
}

/** Changes with invoices, which may bill the same quote. */
export const deliveriesQuery = ({ kind, id }: DeliveredDocument) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'deliveries', kind, id],
    queryFn: ({ signal }): Promise<Deliveries> =>
      kind === 'quote'
        ? api.getQuoteDeliveries({ path: { id }, signal })
        : api.getInvoiceDeliveries({ path: { id }, signal }),
  })
