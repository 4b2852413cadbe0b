import { DISPLAY_STATUSES } from '@billwright/rules/display-status'
import { Type } from 'typebox'
import { expandedOf } from '../../core/http/expand.ts'
import { outputOf } from '../../kernel/fields/field.ts'
import { nullable, STAMPS } from '../../kernel/fields/shapes.ts'
import { FIELDS, NAMES, OPTIONAL_FIELDS } from '../contents/fields.ts'
import {
  BuyerView,
  DocumentAdjustmentView,
  EARLY_PAYMENT,
  ItemView,
  linesOf,
  out,
  PAYABLE,
  SellerView,
  TaxGroupView,
  WITHHOLDINGS,
} from '../contents/view-schema.ts'
import { CustomerView } from '../customers/view-schema.ts'
import { PaymentView } from '../ledger/payment-schema.ts'
import { DRAFT_WARNINGS } from './draft-warnings.ts'
import { INVOICE_EXAMPLE } from './inner/example.ts'
import { INVOICE_MAIL_STATUSES, INVOICE_ROLES, INVOICE_STATUSES } from './invoice.ts'
export const RoleView = nullable(
  Type.String({
    enum: [...INVOICE_ROLES],
    description: 'A deposit, or the final invoice that deducts deposits. Null: neither.',
  }),
)
const MailView = nullable(
  Type.Object(
    { status: Type.String({ enum: [...INVOICE_MAIL_STATUSES] }), at: Type.String() },
    { description: 'The newest message with the document. `sent`: a mail server accepted it.' },
  ),
)

export const DisplayStatusView = Type.String({
  enum: [...DISPLAY_STATUSES],
  description:
    'Status to show to people. `status` is the last step of the document; `display_status` also considers balance and due date. `open`, `partially_paid` or `overdue`: something is due. `refund_due`: `due` is negative. `credited`: credit notes left nothing to pay. `issued`: a credit note, or an invoice for 0.00.',
})

export const TotalsView = Type.Object(
  {
    subtotal: Type.String(),
    discount: Type.String(),
    charge: Type.String(),
    net: Type.String({ description: 'Without tax.' }),
    tax: Type.String(),
    rounding: Type.String({
      description: 'The rounding cent of prices that include tax (BT-114).',
    }),
    total: Type.String(),
    ...PAYABLE,
    paid: Type.String(),
    credited: Type.String({
      description: 'Sum of what issued credit notes credit: their `payable`.',
    }),
    due: Type.String({
      description:
        'Payable − paid − credited. If negative, this amount is to be refunded and `display_status` is `refund_due`. Zero for credit notes and void invoices.',
    }),
  },
  { title: 'Totals' },
)

export const SettlementView = nullable(
  Type.Object(
    {
      set_off: Type.String({ description: 'Set off: it reduced the amount due of the invoice.' }),
      refunded: Type.String({ description: 'Paid back to the customer.' }),
      on_account: Type.String({ description: 'Kept on the account of the customer.' }),
      refund_due: Type.String({ description: 'Still to be paid back.' }),
    },
    {
      description:
        'How the total of an issued credit note was used; the amounts add up to it. Null for other documents. Refunds of the invoice count for the earliest credit note first.',
    },
  ),
)

/** In lists and single responses. */
const HEAD = {
  id: Type.String(),
  type: Type.String({ enum: ['invoice', 'credit_note'] }),
  number: out,
  status: Type.String({ enum: [...INVOICE_STATUSES] }),
  display_status: DisplayStatusView,
  overdue: Type.Boolean(),
  partially_paid: Type.Boolean(),
  customer_id: Type.String(),
  customer_name: Type.String(),
}

export const InvoiceSummaryView = Type.Object(
  {
    ...HEAD,
    customer_email: nullable(
      Type.String({
        description:
          "The customer's e-mail address on the invoice. On a draft it may still change.",
      }),
    ),
    role: RoleView,
    issue_date: Type.String(),
    due_date: out,
    days_late: Type.Integer({ description: 'Days since the due date. 0: not overdue.' }),
    currency: Type.String(),
    net: Type.String({ description: 'Without tax.' }),
    tax: Type.String(),
    total: Type.String(),
    due: Type.String({ description: 'Negative for a refund.' }),
    published: Type.Boolean(),
    mail: MailView,
    ...outputOf(NAMES),
    ...STAMPS,
    etag: Type.String({
      description:
        'ETag of the stored version, for `If-Match` of a change. The ETag of `getInvoice` also covers derived fields, e.g. `overdue`.',
    }),
  },
  { title: 'InvoiceSummary' },
)

/** A credit note beside an invoice has no related resources: they are one level deep. */
const expanded = expandedOf({
  customer: Type.Optional(CustomerView),
  payments: Type.Optional(
    Type.Array(PaymentView, { description: 'By day; at most 100 for an invoice.' }),
  ),
  credit_notes: Type.Optional(Type.Array(InvoiceSummaryView, { description: 'Oldest first.' })),
  share_links: Type.Optional(
    Type.Array(
      Type.Object(
        { token: Type.String(), url: Type.String(), published_at: out },
        { title: 'ShareLink' },
      ),
      { description: 'The share link; empty while the invoice is not published.' },
    ),
  ),
})

export const InvoiceEntryView = Type.Object(
  {
    ...InvoiceSummaryView.properties,
    reminder_level: nullable(
      Type.Integer({ description: 'Highest level of a sent reminder. Null: none.' }),
    ),
    expanded,
  },
  { title: 'InvoiceEntry' },
)

export const InvoiceView = Type.Object(
  {
    ...HEAD,
    customer: BuyerView,
    seller: SellerView,
    ...outputOf(FIELDS),
    ...outputOf(OPTIONAL_FIELDS),
    ...EARLY_PAYMENT,
    ...WITHHOLDINGS,
    corrects: nullable(
      Type.Object({ id: Type.String(), number: Type.String(), issue_date: Type.String() }),
    ),
    quote_id: nullable(Type.String({ description: 'The quote that this invoice bills.' })),
    files: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        media_type: Type.String(),
        bytes: Type.Integer(),
        sha256: Type.String(),
      }),
      {
        description:
          'The files that the customer sees; they cannot change after issuing. For a draft, use `GET /invoices/:id/files`.',
      },
    ),
    recurring: nullable(
      Type.Object(
        { id: Type.String(), date: Type.String(), n: Type.Integer() },
        {
          description:
            'The recurring invoice that created this one, its day and its position in the schedule.',
        },
      ),
    ),
    credit_notes: Type.Array(
      Type.Object({
        id: Type.String(),
        number: out,
        status: Type.String({ enum: [...INVOICE_STATUSES] }),
        issue_date: Type.String(),
        total: Type.String(),
      }),
      { description: 'Credit notes for this invoice, including drafts.' },
    ),
    settlement: SettlementView,
    deposits: Type.Array(
      Type.Object({
        id: Type.String(),
        number: out,
        status: Type.String({ enum: [...INVOICE_STATUSES] }),
        issue_date: Type.String(),
        total: Type.String(),
        due: Type.String({ description: 'Still due on the deposit itself.' }),
        deducted: Type.String({
          description: 'Amount that the items of this invoice deduct for the deposit.',
        }),
      }),
      { description: 'Deposits that this final invoice deducts.' },
    ),
    deducted_by: nullable(
      Type.Object(
        {
          id: Type.String(),
          number: out,
          status: Type.String({ enum: [...INVOICE_STATUSES] }),
        },
        { description: 'The final invoice that deducts this deposit, also as a draft.' },
      ),
    ),
    items: linesOf(ItemView),
    discounts: Type.Array(DocumentAdjustmentView),
    charges: Type.Array(DocumentAdjustmentView),
    totals: TotalsView,
    taxes: Type.Array(TaxGroupView),
    template: Type.Object({ id: Type.String(), version: Type.String() }),
    share_token: out,
    share_url: out,
    published_at: out,
    mail: MailView,
    ...STAMPS,
    issued_at: out,
    expanded,
    warnings: Type.Optional(
      Type.Array(Type.String({ enum: [...DRAFT_WARNINGS] }), {
        description:
          'Only in the answer to saving a draft, also of many. `period_closed`: its issue date is in a closed period. `skonto_moved`: lines of the terms became the discount for early payment.',
      }),
    ),
  },
  { title: 'Invoice', examples: [INVOICE_EXAMPLE] },
)
