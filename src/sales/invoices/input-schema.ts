import { type Static, Type } from 'typebox'
import { TaxInput } from '../../company/settings/tax.ts'
import { inputOf } from '../../kernel/fields/field.ts'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { CustomerInput } from '../customers/input.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from './fields.ts'
import { INVOICE_REQUEST_EXAMPLE } from './inner/example.ts'
import { INVOICE_STATUSES, ITEMS_MAX } from './invoice.ts'

export const ADJUSTMENTS_MAX = 50

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })
const optionalText = (maxLength: number, description?: string) =>
  Type.Optional(nullable(text(maxLength, description)))
const day = (description?: string) =>
  Type.String({ format: 'date', ...(description === undefined ? {} : { description }) })
const decimal = (description: string) =>
  Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description })

const AdjustmentInput = Type.Object(
  {
    percent: Type.Optional(decimal('Percentage. Send either `percent` or `amount`.')),
    amount: Type.Optional(decimal("In the invoice's currency. Send either `percent` or `amount`.")),
  },
  { title: 'AdjustmentInput', ...closed },
)

const ItemChargeInput = Type.Object(
  { ...AdjustmentInput.properties, reason: optionalText(200, 'Reason.') },
  {
    title: 'ItemChargeInput',
    ...closed,
    description: 'Surcharge on the item, e.g. for night work.',
  },
)

const ItemInput = Type.Object(
  {
    id: Type.Optional(
      Type.String({ maxLength: 60, description: 'Id of an existing item to keep.' }),
    ),
    description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'Required unless the item has a product with a price.',
      }),
    ),
    details: optionalText(5000),
    quantity: Type.Optional(
      decimal(
        'Up to 6 decimals, or a duration (`1:20`, `0:20:30`) of a unit of time, by default hours. Default: 1. Negative for a credit.',
      ),
    ),
    unit: optionalText(
      20,
      'A code of UNECE Rec 20 or 21, e.g. HUR. Common abbreviations (kg, hrs, pcs) become their code.',
    ),
    unit_price: Type.Optional(
      decimal(
        'Up to 10 decimals, not negative. Default: 0. One of more than 6 is answered for 10, 100, 1000 or 10000 units.',
      ),
    ),
    discount: Type.Optional(nullable(AdjustmentInput)),
    charge: Type.Optional(nullable(ItemChargeInput)),
    tax: Type.Optional(TaxInput),
    ...inputOf(OPTIONAL_ITEM_FIELDS),
  },
  { title: 'InvoiceItemInput', ...closed },
)

const DocumentAdjustmentInput = Type.Object(
  {
    reason: optionalText(200),
    reason_code: Type.Optional(
      nullable(
        Type.String({
          pattern: '^[A-Z0-9]{1,3}$',
          description: 'UNCL 5189 of a discount (95), UNCL 7161 of a charge (FC: freight).',
        }),
      ),
    ),
    percent: Type.Optional(decimal('Percent of the subtotal. Send either `percent` or `amount`.')),
    amount: Type.Optional(
      decimal(
        "In the invoice's currency. Negative: takes back an earlier one. Send either `percent` or `amount`.",
      ),
    ),
    tax: Type.Optional(TaxInput),
  },
  { title: 'DocumentAdjustmentInput', ...closed },
)

const editable = {
  ...Type.Partial(Type.Object(inputOf(FIELDS))).properties,
  ...inputOf(OPTIONAL_FIELDS),
  discounts: Type.Optional(Type.Array(DocumentAdjustmentInput, { maxItems: ADJUSTMENTS_MAX })),
  charges: Type.Optional(Type.Array(DocumentAdjustmentInput, { maxItems: ADJUSTMENTS_MAX })),
  template: Type.Optional(
    nullable(
      Type.Object(
        { id: Type.String({ maxLength: 64 }), version: Type.Optional(text(40, 'Ignored.')) },
        closed,
      ),
    ),
  ),
}

const items = Type.Array(ItemInput, { minItems: 1, maxItems: ITEMS_MAX })
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
export type ItemBody = Static<typeof ItemInput>
export type AdjustmentBody = Static<typeof AdjustmentInput>
export type DocumentAdjustmentBody = Static<typeof DocumentAdjustmentInput>
