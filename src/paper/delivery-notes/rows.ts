import { indexForm, numberOrder } from '@billwright/rules/folding'
import type { NewRow } from '../../platform/database/scope.ts'
import { fromExactJson, toExactJson } from '../../sales/contents/stored.ts'
import type { DeliveryNote } from './inner/delivery-note.ts'

export const toRow = (note: DeliveryNote): NewRow<'delivery_notes'> => ({
  id: note.id,
  version: BigInt(note.version),
  number: note.number,
  number_order: numberOrder(note.number),
  series: note.series,
  sequence: note.sequence,
  status: note.status,
  date: note.date,
  customer_id: note.customerId,
  customer_name: note.customerName,
  quote_id: note.quoteId,
  invoice_id: note.invoiceId,
  content: toExactJson(note.content),
  search_text: indexForm(searchTexts(note)),
  voided_at: note.voidedAt,
  created_at: note.createdAt,
  updated_at: note.updatedAt,
})

const searchTexts = ({ number, customerName, content }: DeliveryNote): string =>
  [number, customerName, ...content.items.map(({ description }) => description)].join('\n')

export const toDeliveryNote = (row: NewRow<'delivery_notes'>): DeliveryNote => ({
  id: row.id,
  version: Number(row.version),
  number: row.number,
  series: row.series,
  sequence: row.sequence,
  status: row.status as DeliveryNote['status'],
  date: row.date,
  customerId: row.customer_id,
  customerName: row.customer_name,
  quoteId: row.quote_id ?? null,
  invoiceId: row.invoice_id ?? null,
  content: fromExactJson(row.content) as DeliveryNote['content'],
  voidedAt: row.voided_at ?? null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
