import { type Static, Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { reading } from '../../../core/http/operations.ts'
import { ETAG_EXAMPLE, etag, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'
import { htmlContent, pdfContent } from '../../printing/schema.ts'
import { DELIVERY_NOTE_STATUSES } from './delivery-note.ts'

const tags = ['Delivery notes']
const out = nullable(Type.String())
const id = (what: string) => Type.String({ maxLength: 100, description: `Id of ${what}.` })
const params = Type.Object({ id: id('the delivery note') })

const EXAMPLE = {
  id: 'dln_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70',
  number: 'DN-2026-0007',
  status: 'issued',
  date: '2026-11-21',
  customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
  customer_name: 'Fernweh Books',
  quote_id: 'quo_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
  invoice_id: null,
  version: 1,
  voided_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}
const ITEM = {
  item_id: 'itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f',
  description: 'Atlas',
  unit: 'C62',
}

const entry = {
  id: Type.String(),
  number: Type.String(),
  status: Type.String({ enum: [...DELIVERY_NOTE_STATUSES] }),
  date: Type.String({ description: 'The day of the delivery.' }),
  customer_id: Type.String(),
  customer_name: Type.String(),
  quote_id: nullable(
    Type.String({ description: 'Also if the note was created from the invoice of the quote.' }),
  ),
  invoice_id: out,
  version: Type.Integer(),
  voided_at: out,
  created_at: Type.String(),
  updated_at: Type.String(),
}
const EntryView = Type.Object(
  { ...entry, etag },
  { title: 'DeliveryNoteEntry', examples: [{ ...EXAMPLE, etag: ETAG_EXAMPLE }] },
)

const itemView = { item_id: Type.String(), description: Type.String(), unit: out }

const DeliveryNoteView = Type.Object(
  {
    ...entry,
    language: Type.String(),
    items: Type.Array(Type.Object({ ...itemView, details: out, quantity: Type.String() })),
  },
  {
    title: 'DeliveryNote',
    examples: [{ ...EXAMPLE, language: 'en', items: [{ ...ITEM, details: null, quantity: '4' }] }],
  },
)

const DeliveriesView = Type.Object(
  {
    state: Type.String({ enum: ['none', 'partial', 'full'] }),
    items: Type.Array(
      Type.Object({
        ...itemView,
        quantity: Type.String({ description: 'On the document.' }),
        delivered: Type.String(),
        open: Type.String({ description: 'Quantity still to be delivered.' }),
      }),
    ),
    delivery_notes: Type.Array(
      Type.Object({
        id: Type.String(),
        number: Type.String(),
        status: Type.String({ enum: [...DELIVERY_NOTE_STATUSES] }),
        date: Type.String(),
      }),
      { description: 'Oldest first, void ones included.' },
    ),
  },
  {
    title: 'Deliveries',
    examples: [
      {
        state: 'partial',
        items: [{ ...ITEM, quantity: '10', delivered: '4', open: '6' }],
        delivery_notes: [
          { id: EXAMPLE.id, number: EXAMPLE.number, status: 'issued', date: EXAMPLE.date },
        ],
      },
    ],
  },
)

const ListQuery = listQuery(
  {
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words of the number, customer or items.' }),
    ),
    status: Type.Optional(
      Type.String({ enum: [...DELIVERY_NOTE_STATUSES], description: 'Only this status.' }),
    ),
    customer_id: Type.Optional(id('a customer')),
    quote_id: Type.Optional(id('a quote')),
    invoice_id: Type.Optional(id('an invoice')),
  },
  ['created_at', 'date', 'number'],
)
export type DeliveryNoteQuery = Static<typeof ListQuery>

export const listDeliveryNotes = {
  operationId: 'listDeliveryNotes',
  summary: 'List delivery notes',
  description: 'Newest first unless you set `sort`.',
  tags,
  querystring: ListQuery,
  response: { 200: pageOf(EntryView) },
}

const ITEMS_MAX = 1000

const DeliveryNoteCreate = Type.Object(
  {
    quote_id: Type.Optional(id('an accepted quote')),
    invoice_id: Type.Optional(id('an issued invoice')),
    items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            item_id: id('an item of the document'),
            quantity: Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
              description: 'The quantity to deliver, with at most 6 decimals.',
            }),
          },
          closed,
        ),
        { minItems: 1, maxItems: ITEMS_MAX, description: 'Default: all open quantities.' },
      ),
    ),
    date: Type.Optional(
      Type.String({ format: 'date', description: 'The day of the delivery. Default: today.' }),
    ),
    force: Type.Optional(
      Type.Boolean({ description: 'Allow it even if the quote is not accepted yet.' }),
    ),
    allow_more: Type.Optional(Type.Boolean({ description: 'Allow more than the open quantity.' })),
    number_series: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9-]{1,20}$',
        description:
          'Key of a number series of delivery notes. Default: the pattern in the settings.',
      }),
    ),
  },
  {
    title: 'DeliveryNoteCreate',
    ...closed,
    minProperties: 1,
    examples: [
      {
        quote_id: 'quo_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
        items: [{ item_id: ITEM.item_id, quantity: '4' }],
        date: '2026-11-21',
      },
    ],
  },
)
export type DeliveryNoteCreateBody = Static<typeof DeliveryNoteCreate>

export const createDeliveryNote = {
  operationId: 'createDeliveryNote',
  summary: 'Issue a delivery note',
  description:
    'Send either `quote_id` or `invoice_id`. The note gets its number at once and never changes. You can only void it.',
  tags,
  body: DeliveryNoteCreate,
  response: { 201: DeliveryNoteView },
}

export const getDeliveryNote = {
  operationId: 'getDeliveryNote',
  summary: 'Read a delivery note',
  description: 'With the items and quantities that were delivered.',
  tags,
  params,
  ...reading(DeliveryNoteView),
}

export const voidDeliveryNote = {
  operationId: 'voidDeliveryNote',
  summary: 'Void a delivery note',
  description: 'The number stays used, and the quantities are open again.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: {
    200: DeliveryNoteView,
  },
}

export const getDeliveryNoteHtml = {
  tags,
  params,
  operationId: 'getDeliveryNoteHtml',
  summary: 'A delivery note as HTML',
  description: 'In the language of its document, without prices.',
  ...reading({ description: 'HTML.', ...htmlContent }),
}

export const getDeliveryNotePdf = {
  tags,
  params,
  operationId: 'getDeliveryNotePdf',
  summary: 'A delivery note as PDF',
  description: 'The same page, printed, with a line to sign.',
  ...reading({ description: 'PDF.', ...pdfContent }, [504]),
}

const deliveries = {
  tags,
  ...reading(DeliveriesView),
}

export const getQuoteDeliveries = {
  ...deliveries,
  operationId: 'getQuoteDeliveries',
  summary: 'Read the deliveries of a quote',
  description: 'With the open quantity of each item. Notes of its invoices count.',
  params: Type.Object({ id: id('a quote') }),
}

export const getInvoiceDeliveries = {
  ...deliveries,
  operationId: 'getInvoiceDeliveries',
  summary: 'Read the deliveries of an invoice',
  description: 'With the open quantity of each item. Notes of its quote count.',
  params: Type.Object({ id: id('an invoice') }),
}
