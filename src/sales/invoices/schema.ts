import { type Static, Type } from 'typebox'
import { externalIdQuery, metadataQuery } from '../../core/external-ids/field.ts'
import { puttingByExternalId } from '../../core/external-ids/operations.ts'
import { ConditionalHeaders } from '../../core/http/etag.ts'
import { expandParameter, expandQuery } from '../../core/http/expand.ts'
import {
  createdBetween,
  oneOrMore,
  storedInstant,
  updatedSince,
  valuesOf,
} from '../../core/http/filters.ts'
import { changing, reading } from '../../core/http/operations.ts'
import { listQuery, type PageQueryInput, pageOf } from '../../core/http/pagination.ts'
import { bulkOf } from '../../core/record/bulk.ts'
import { faultList } from '../../kernel/errors.ts'
import { closed } from '../../kernel/fields/shapes.ts'
import { FIELDS } from '../contents/fields.ts'
import { INVOICE_EXPANSIONS } from './inner/expansion.ts'
import { InvoiceCreate, InvoicePublish, InvoicePutExternal, InvoiceUpdate } from './input-schema.ts'
import { INVOICE_STATUSES, type InvoiceStatus, type InvoiceType } from './invoice.ts'
import type { InvoiceFilter } from './list/list.ts'
import { InvoiceEntryView, InvoiceView } from './view-schema.ts'

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
})
const tags = ['Invoices']

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

const INVOICE_SORTS = [
  'issue_date',
  'due_date',
  'created_at',
  'updated_at',
  'number',
  'total',
  'due',
] as const

export const LIST_FILTERS = {
  type: oneOrMore('invoice|credit_note', 'Only this document type.'),
  id: oneOrMore('[^,\\u0000-\\u001f]{0,60}', 'Only this invoice.'),
  status: oneOrMore(INVOICE_STATUSES.join('|'), 'Only this status.'),
  number: oneOrMore('[^,\\u0000-\\u001f]{1,60}', 'Only this number.'),
  external_id: externalIdQuery,
  metadata: metadataQuery,
  [FIELDS.orderReference.wire]: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[^\\u0000-\\u001f]*$',
      description: 'Only this order number of the buyer.',
    }),
  ),
  ...createdBetween,
  updated_since: updatedSince,
  paid_from: day('With a payment or a refund on or after this day.'),
  paid_to: day('With a payment or a refund on or before this day.'),
  overdue: Type.Optional(
    Type.Boolean({ description: '`true`: only overdue invoices. `false`: all others.' }),
  ),
  has_due: Type.Optional(
    Type.Boolean({
      description:
        '`true`: only invoices with an amount due: sent, not written off, `due` above zero. `false`: all others.',
    }),
  ),
  partially_paid: Type.Optional(
    Type.Boolean({ description: '`true`: only partially paid invoices. `false`: all others.' }),
  ),
  refund_due: Type.Optional(
    Type.Boolean({
      description:
        '`true`: only invoices with a refund due (`due` is negative). `false`: all others.',
    }),
  ),
  customer_id: oneOrMore('[^,\\u0000-\\u001f]{0,60}', 'Only this customer.'),
  quote_id: Type.Optional(
    Type.String({ maxLength: 60, description: 'Only invoices that bill this quote.' }),
  ),
  recurring_id: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'Only invoices that this recurring invoice created.',
    }),
  ),
  issued_from: day('Issue date on or after this day. Without drafts.'),
  issued_to: day('Issue date on or before this day. Without drafts.'),
  due_from: day('Due date on or after this day.'),
  due_to: day('Due date on or before this day.'),
  currency: oneOrMore('[A-Z]{3}', 'Only this currency.'),
  published: Type.Optional(
    Type.Boolean({ description: '`true`: only published invoices. `false`: all others.' }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words; each must begin a word of the number, reference, customer or item text.',
    }),
  ),
}

export const ListQuery = listQuery(
  { ...LIST_FILTERS, expand: expandParameter(INVOICE_EXPANSIONS) },
  [...INVOICE_SORTS],
)
type ListQueryInput = Static<typeof ListQuery>

export const listInvoices = {
  operationId: 'listInvoices',
  summary: 'List invoices',
  description:
    'Newest issue date first unless you set `sort`. `sort=due` sorts by the amount due, `sort=-due` puts the largest first. Both need `has_due=true`.',
  tags,
  querystring: ListQuery,
  response: { 200: pageOf(InvoiceEntryView) },
}

const Sums = Type.Object(
  {
    count: Type.Integer({ description: 'Number of invoices and credit notes.' }),
    complete: Type.Boolean({
      description: 'False: more invoices match. Only `count` of them are in the sums.',
    }),
    currencies: Type.Array(
      Type.Object({
        currency: Type.String(),
        count: Type.Integer(),
        total: Type.String({
          description: 'Totals of invoices less those of credit notes. Void ones add nothing.',
        }),
        due: Type.String({ description: 'The amount that customers still owe.' }),
      }),
      { description: 'One entry per currency, the one with most invoices first.' },
    ),
  },
  {
    title: 'InvoiceSums',
    examples: [
      {
        count: 3,
        complete: true,
        currencies: [{ currency: 'EUR', count: 3, total: '1428.00', due: '142.80' }],
      },
    ],
  },
)

export const sumInvoices = {
  operationId: 'sumInvoices',
  summary: 'Add up invoices',
  description:
    'Counts and sums the invoices that `GET /invoices` lists with the same filters, at most 20,000.',
  tags,
  querystring: Type.Object(LIST_FILTERS, closed),
  response: { 200: Sums },
}

export const createInvoice = {
  operationId: 'createInvoice',
  summary: 'Create an invoice',
  description:
    'Creates a draft. `status: sent` issues it immediately, which needs the scope `issue` and a `companyName` in the settings (422 `seller_incomplete`).',
  tags,
  body: InvoiceCreate,
  response: { 201: InvoiceView },
}

export const createInvoices = bulkOf(InvoiceCreate, InvoiceView, {
  title: 'Invoice',
  operationId: 'createInvoices',
  summary: 'Create many invoices',
  description: 'At most 1000 in 5 MiB. The answer has a result for each, in the same order.',
  tags,
})

export const getInvoice = {
  operationId: 'getInvoice',
  summary: 'Read an invoice',
  description:
    'A draft shows current customer and company data. An issued invoice has its own copies.',
  tags,
  params,
  querystring: expandQuery(INVOICE_EXPANSIONS),
  ...reading(InvoiceView),
}

export const updateInvoice = {
  operationId: 'updateInvoice',
  summary: 'Update an invoice',
  description:
    'Replaces the fields you send; other fields keep their value. `status` requests a transition after the edits.',
  tags,
  params,
  body: InvoiceUpdate,
  ...changing(InvoiceView),
}

export const putInvoiceByExternalId = {
  operationId: 'putInvoiceByExternalId',
  summary: 'Create or update an invoice by its external id',
  description:
    'Changes the invoice that has this external id (200), or creates it with that id (201). Safe to repeat. A new `customer` is created with the invoice; later calls keep it.',
  tags,
  body: InvoicePutExternal,
  ...puttingByExternalId(InvoiceView),
}

export const patchInvoice = {
  ...updateInvoice,
  operationId: 'patchInvoice',
  summary: 'Patch an invoice',
}

export const deleteInvoice = {
  operationId: 'deleteInvoice',
  summary: 'Delete a draft',
  description: 'You cannot delete an issued invoice. Void it or issue a credit note.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: {
    204: Type.Null({ description: 'Deleted.' }),
  },
}

export const publishInvoice = {
  operationId: 'publishInvoice',
  summary: 'Publish an invoice',
  description:
    'Creates a share link. Publishing again returns the same link. The status changes only with `issue`.',
  tags,
  params,
  body: Type.Optional(InvoicePublish),
  ...changing(InvoiceView),
}

export const unpublishInvoice = {
  operationId: 'unpublishInvoice',
  summary: 'Revoke the share link of an invoice',
  description:
    'The link stops working immediately and permanently. Publishing again creates a new link.',
  tags,
  params,
  ...changing(InvoiceView),
}

export const duplicateInvoice = {
  operationId: 'duplicateInvoice',
  summary: 'Duplicate an invoice as a new draft',
  description:
    'Copies customer, items, prices, taxes, discounts and texts, but not number, link and payments. The issue date is today. A body is ignored: change the new draft instead.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 201: InvoiceView },
}

type Filters = Omit<ListQueryInput, keyof PageQueryInput> & Pick<PageQueryInput, 'sort'>

/**
 * @throws AppError `invalid_request` for `sort=due` without `has_due=true`, because that sort has no
 * index
 */
export function toFilter(query: Filters): InvoiceFilter {
  const { onFault, refuse } = faultList()
  if (query.sort?.endsWith('due') && query.has_due !== true)
    onFault('?sort', 'not_allowed', 'Sort by `due` together with `has_due=true`.')
  refuse()
  return {
    types: valuesOf(query.type) as readonly InvoiceType[],
    statuses: valuesOf(query.status) as readonly InvoiceStatus[],
    ids: valuesOf(query.id),
    numbers: valuesOf(query.number),
    externalId: query.external_id,
    metadata: query.metadata,
    orderReference: query.order_reference,
    createdFrom: storedInstant(query.created_from),
    createdTo: storedInstant(query.created_to),
    updatedSince: storedInstant(query.updated_since),
    paidFrom: query.paid_from,
    paidTo: query.paid_to,
    overdue: query.overdue,
    hasDue: query.has_due,
    partiallyPaid: query.partially_paid,
    refundDue: query.refund_due,
    customerIds: valuesOf(query.customer_id),
    quoteId: query.quote_id,
    recurringId: query.recurring_id,
    issuedFrom: query.issued_from,
    issuedTo: query.issued_to,
    dueFrom: query.due_from,
    dueTo: query.due_to,
    currencies: valuesOf(query.currency),
    published: query.published,
    q: query.q,
  }
}
