import { numberOrder, searchParts } from '@billwright/rules/folding'
import { etagOf } from '../../core/http/etag.ts'
import { type Page, toPage, toPageRequest } from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { keepItems } from '../../sales/contents/text-lines.ts'
import type { Invoice } from '../../sales/invoices/invoice.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { getQuote } from '../../sales/quotes/read.ts'
import {
  deliveryNoteOfInvoice,
  deliveryNoteOfQuote,
  type NotePaper,
} from '../printing/delivery-note/page.ts'
import { type Delivered, deliveredOf, type Source } from './inner/deliveries.ts'
import type { DeliveryNote, DeliveryNoteStatus } from './inner/delivery-note.ts'
import * as repository from './inner/repository.ts'
import type { DeliveryNoteQuery } from './inner/schema.ts'

export { requireDeliveryNote } from './inner/repository.ts'

/** The quote or the invoice of the delivery. */
export interface SourceRef {
  readonly quoteId?: string
  readonly invoiceId?: string
}

export const deliveryNoteEtag = ({ id, version }: DeliveryNote): string => etagOf(id, version)

export async function listDeliveryNotes(
  work: ReadWork,
  query: DeliveryNoteQuery,
): Promise<Page<DeliveryNote>> {
  const request = toPageRequest(query, '-created_at')
  const filter: repository.DeliveryNoteFilter = {
    words: searchParts(query.q),
    status: (query.status ?? null) as DeliveryNoteStatus | null,
    customerId: query.customer_id ?? null,
    quoteId: query.quote_id ?? null,
    invoiceId: query.invoice_id ?? null,
  }
  const rows = await repository.listDeliveryNotes(work, filter, request)
  const total = query.include ? await repository.countDeliveryNotes(work, filter) : null
  const position = (note: DeliveryNote) => ({
    value: SORTED_BY[request.sort as keyof typeof SORTED_BY](note),
    id: note.id,
  })
  return toPage(rows, request, position, total)
}

/** The delivered and open quantities of a document. */
export async function listDeliveries(
  work: ReadWork,
  ref: SourceRef,
): Promise<{ readonly items: readonly Delivered[]; readonly notes: readonly DeliveryNote[] }> {
  const source = await sourceOf(work, ref)
  const notes = await repository.listOfSource(work, source)
  return { items: deliveredOf(source, notes), notes }
}

async function ofQuote(work: ReadWork, id: string): Promise<Source> {
  const details = await getQuote(work, id)
  const paper = deliverable(deliveryNoteOfQuote(details))
  const { customerId } = details.quote.content
  return { quoteId: id, invoiceId: null, customerId, paper, offered: [] }
}

async function ofInvoice(work: ReadWork, id: string): Promise<Source> {
  const details = await getInvoice(work, id)
  const { customerId, quoteId = null } = details.invoice
  const offered = quoteId === null ? [] : (await ofQuote(work, quoteId)).paper.items
  const note = deliveryNoteOfInvoice(details)
  const paper = deliverable(isOfGoods(details.invoice) ? note : { ...note, items: [] })
  return { quoteId, invoiceId: id, customerId, paper, offered }
}

export function sourceOf(work: ReadWork, { quoteId, invoiceId }: SourceRef): Promise<Source> {
  return invoiceId === undefined ? ofQuote(work, quoteId ?? '') : ofInvoice(work, invoiceId)
}

export const isOfGoods = ({ type, kind }: Pick<Invoice, 'type' | 'kind'>): boolean =>
  type === 'invoice' && kind !== 'prepayment'

/** Deducted deposits are not delivered. */
const deliverable = (paper: NotePaper): NotePaper =>
  keepItems(paper, ({ quantityMicro }) => quantityMicro > 0n)

/** The value by which a page continues after a note. */
const SORTED_BY = {
  created_at: ({ createdAt }: DeliveryNote) => createdAt,
  date: ({ date }: DeliveryNote) => date,
  number: ({ number }: DeliveryNote) => numberOrder(number),
}
