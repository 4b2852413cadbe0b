import { type Static, Type } from 'typebox'
import { CachedHeaders, ConditionalHeaders, NotModified } from '../http/etag.ts'
import { listQuery, pageOf } from '../http/pagination.ts'
import { problems } from '../http/problem.ts'
import { InvoiceCreate, InvoiceUpdate } from './input-schema.ts'
import { INVOICE_STATUSES, type InvoiceStatus, type InvoiceType } from './invoice.ts'
import type { InvoiceFilter } from './list/list.ts'
import { InvoiceEntryView, InvoiceView } from './view-schema.ts'

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
})
const tags = ['Invoices']

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const INVOICE_SORTS = ['issue_date', 'due_date', 'created_at', 'number', 'total'] as const

export const ListQuery = listQuery(
  {
    type: Type.Optional(
      Type.String({
        enum: ['invoice', 'credit_note'],
        description: 'Only documents of this type.',
      }),
    ),
    status: Type.Optional(
      Type.String({ enum: [...INVOICE_STATUSES], description: 'Only documents of this status.' }),
    ),
    overdue: Type.Optional(Type.Boolean({ description: 'Open after their due date, or not.' })),
    has_due: Type.Optional(
      Type.Boolean({
        description:
          'The customer still owes something, or not: sent, not written off, `due` above zero.',
      }),
    ),
    partially_paid: Type.Optional(Type.Boolean({ description: 'Paid in part, or not.' })),
    refund_due: Type.Optional(
      Type.Boolean({ description: 'Money is to be refunded, or not: `due` is negative.' }),
    ),
    customer_id: Type.Optional(
      Type.String({ maxLength: 60, description: 'Only documents of this customer.' }),
    ),
    issued_from: day('Issue date on or after this day.'),
    issued_to: day('Issue date on or before this day.'),
    due_from: day('Due date on or after this day.'),
    due_to: day('Due date on or before this day.'),
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Z]{3}$', description: 'Only documents in this currency.' }),
    ),
    published: Type.Optional(Type.Boolean({ description: 'With a link, or without one.' })),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Words, each of which begins one of number, reference, customer or item text.',
      }),
    ),
  },
  [...INVOICE_SORTS],
)
export type ListQueryInput = Static<typeof ListQuery>

export const listInvoices = {
  operationId: 'listInvoices',
  summary: 'List invoices',
  description: 'Newest issue date first unless `sort` says otherwise.',
  tags,
  querystring: ListQuery,
  response: { 200: pageOf(InvoiceEntryView), ...problems(401, 403, 422) },
}

export const createInvoice = {
  operationId: 'createInvoice',
  summary: 'Create an invoice',
  description:
    'Makes a draft; with `status: sent` it is issued at once, which needs the scope `issue` and a ' +
    '`companyName` in the settings (422 `seller_incomplete`).',
  tags,
  body: InvoiceCreate,
  response: { 201: InvoiceView, ...problems(400, 401, 403, 409, 413, 415, 422) },
}

export const getInvoice = {
  operationId: 'getInvoice',
  summary: 'Read an invoice',
  description:
    'A draft shows the customer and the company as they are now; an issued invoice keeps its copies.',
  tags,
  params,
  headers: CachedHeaders,
  response: { 200: InvoiceView, 304: NotModified, ...problems(401, 403, 404) },
}

export const updateInvoice = {
  operationId: 'updateInvoice',
  summary: 'Update an invoice',
  description:
    'Changes the fields it names; the others stay. `status` is a requested transition, made after the edits.',
  tags,
  params,
  headers: ConditionalHeaders,
  body: InvoiceUpdate,
  response: { 200: InvoiceView, ...problems(400, 401, 403, 404, 409, 412, 413, 415, 422) },
}

export const patchInvoice = {
  ...updateInvoice,
  operationId: 'patchInvoice',
  summary: 'Update an invoice by JSON Merge Patch',
}

export const deleteInvoice = {
  operationId: 'deleteInvoice',
  summary: 'Delete a draft',
  description: 'Issued invoices are voided or corrected by a credit note, not deleted.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: {
    204: Type.Null({ description: 'Deleted.' }),
    ...problems(401, 403, 404, 409, 412),
  },
}

export const publishInvoice = {
  operationId: 'publishInvoice',
  summary: 'Publish an invoice under a share token',
  description: 'Publishing again returns the same token. The status does not change.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 200: InvoiceView, ...problems(401, 403, 404, 412) },
}

export const unpublishInvoice = {
  operationId: 'unpublishInvoice',
  summary: 'Revoke the share token of an invoice',
  description:
    'The link stops working at once and for good. Publishing again creates another link.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 200: InvoiceView, ...problems(401, 403, 404, 412) },
}

export const duplicateInvoice = {
  operationId: 'duplicateInvoice',
  summary: 'Duplicate an invoice as a new draft',
  description:
    'Copies customer, items, prices, taxes, discounts and texts. Number, link and payments are not copied; the issue date is today.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 201: InvoiceView, ...problems(401, 403, 404, 412) },
}

export const toFilter = (query: ListQueryInput): InvoiceFilter => ({
  type: query.type as InvoiceType | undefined,
  status: query.status as InvoiceStatus | undefined,
  overdue: query.overdue,
  hasDue: query.has_due,
  partiallyPaid: query.partially_paid,
  refundDue: query.refund_due,
  customerId: query.customer_id,
  issuedFrom: query.issued_from,
  issuedTo: query.issued_to,
  dueFrom: query.due_from,
  dueTo: query.due_to,
  currency: query.currency,
  published: query.published,
  q: query.q,
})
