import { type Static, Type } from 'typebox'
import { closed } from '../../kernel/fields/shapes.ts'
import { editable, items, text } from '../contents/input-schema.ts'
import { CustomerInput } from '../customers/input.ts'
import { INVOICE_REQUEST_EXAMPLE } from './inner/example.ts'
import { INVOICE_STATUSES } from './invoice.ts'

const day = (description?: string) =>
  Type.String({ format: 'date', ...(description === undefined ? {} : { description }) })
const payment = {
  paid_at: Type.Optional(day('With `status: paid`: day of the payment. Default: today.')),
  payment_method: Type.Optional(text(60, 'With `status: paid`, e.g. `transfer`.')),
  allow_early_due: Type.Optional(
    Type.Boolean({
      description:
        'True: allows a due date before the issue date, when saving and when issuing. Default: 422 `due_before_issue`.',
    }),
  ),
}

export const InvoicePublish = Type.Object(
  {
    issue: Type.Optional(
      Type.Boolean({
        description:
          'True: issues a draft first, so that one request does both or neither. Default: a draft stays a draft.',
      }),
    ),
    allow_early_due: payment.allow_early_due,
  },
  { title: 'InvoicePublish', examples: [{ issue: true }], ...closed },
)
export type InvoicePublishBody = Static<typeof InvoicePublish>

export const InvoiceCreate = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 60 })),
    customer: Type.Optional(CustomerInput),
    type: Type.Optional(
      Type.String({
        enum: ['invoice', 'credit_note'],
        description:
          'Default: `invoice`. `credit_note` corrects the invoices of another program in `preceding`. For an invoice of Billwright, use `POST /invoices/:id/credit-note`.',
      }),
    ),
    status: Type.Optional(
      Type.String({
        enum: ['draft', 'sent', 'paid'],
        description: '`sent` issues it immediately.',
      }),
    ),
    ...editable,
    ...payment,
    items,
  },
  { title: 'InvoiceCreate', ...closed, examples: [INVOICE_REQUEST_EXAMPLE] },
)

/** A draft with an external id. */
export const InvoicePutExternal = Type.Omit(InvoiceCreate, ['type'], {
  title: 'InvoicePutByExternalId',
  ...closed,
  examples: [
    {
      customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
      items: [{ description: 'Cover design', quantity: '2', unit_price: '80' }],
    },
  ],
})

export const InvoiceUpdate = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 60 })),
    status: Type.Optional(Type.String({ enum: [...INVOICE_STATUSES] })),
    ...editable,
    ...payment,
    items: Type.Optional(items),
  },
  {
    title: 'InvoiceUpdate',
    ...closed,
    examples: [{ due_date: '2026-12-31', notes: 'Thank you!', status: 'sent' }],
  },
)

export type InvoiceCreateBody = Static<typeof InvoiceCreate>
export type InvoiceUpdateBody = Static<typeof InvoiceUpdate>
