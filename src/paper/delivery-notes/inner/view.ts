import { formatMicro } from '@billwright/money'
import { type Delivered, deliveryStateOf } from './deliveries.ts'
import type { DeliveryNote } from './delivery-note.ts'

export const deliveryNoteEntryView = (note: DeliveryNote) => ({
  id: note.id,
  number: note.number,
  status: note.status,
  date: note.date,
  customer_id: note.customerId,
  customer_name: note.customerName,
  quote_id: note.quoteId,
  invoice_id: note.invoiceId,
  version: note.version,
  voided_at: note.voidedAt,
  created_at: note.createdAt,
  updated_at: note.updatedAt,
})

export const deliveryNoteView = (note: DeliveryNote) => ({
  ...deliveryNoteEntryView(note),
  language: note.content.language,
  items: note.content.items.map((item) => ({
    item_id: item.id,
    description: item.description,
    details: item.details,
    unit: item.unit,
    quantity: formatMicro(item.quantityMicro),
  })),
})

/** The deliveries of a document, and their notes. */
export const deliveriesView = (items: readonly Delivered[], notes: readonly DeliveryNote[]) => ({
  state: deliveryStateOf(items),
  items: items.map(({ item, deliveredMicro, openMicro }) => ({
    item_id: item.id,
    description: item.description,
    unit: item.unit,
    quantity: formatMicro(item.quantityMicro),
    delivered: formatMicro(deliveredMicro),
    open: formatMicro(openMicro),
  })),
  delivery_notes: notes.map(({ id, number, status, date }) => ({ id, number, status, date })),
})

/** The data of an event: no names or words. */
export const deliveryNoteEventData = (note: DeliveryNote) => ({
  id: note.id,
  number: note.number,
  status: note.status,
  date: note.date,
  customer_id: note.customerId,
  quote_id: note.quoteId,
  invoice_id: note.invoiceId,
  version: note.version,
})
