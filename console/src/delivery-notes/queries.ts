import type { Data, Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { after, paged } from '../api/paging.ts'
import type { DeliveryNoteSearch } from './search.ts'

export type DeliveryNoteEntry = Entry<'listDeliveryNotes'>
export type Deliveries = Data<'getQuoteDeliveries'>

/** The quote or invoice of the notes. */
export interface DeliveredDocument {
  readonly kind: 'quote' | 'invoice'
  readonly id: string
}

/** Changes of invoices invalidate it, because they may bill the same quote. */
export const deliveriesQuery = ({ kind, id }: DeliveredDocument) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'deliveries', kind, id],
    queryFn: ({ signal }): Promise<Deliveries> =>
      kind === 'quote'
        ? api.getQuoteDeliveries({ path: { id }, signal })
        : api.getInvoiceDeliveries({ path: { id }, signal }),
  })

export const deliveryNotesQuery = (search: DeliveryNoteSearch) =>
  infiniteQueryOptions({
    queryKey: [INVOICES_KEY, 'delivery-notes', search],
    queryFn: ({ pageParam, signal }) =>
      api.listDeliveryNotes({ query: { ...search, ...after(pageParam) }, signal }),
    ...paged,
    placeholderData: (before) => before,
  })
