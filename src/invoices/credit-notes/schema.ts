import { type Static, Type } from 'typebox'
import { problems } from '../../http/problem.ts'
import { closed } from '../../http/shapes.ts'
import { InvoiceView } from '../view-schema.ts'

const decimal = (description: string) =>
  Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description })
const optionalText = (maxLength: number, description?: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength }), Type.Null()], {
      ...(description === undefined ? {} : { description }),
    }),
  )

const CreditItemInput = Type.Object(
  {
    id: Type.String({ maxLength: 60, description: 'Of an item of the invoice.' }),
    quantity: Type.Optional(
      decimal('How much of its quantity; all that is left unless `quantity` or `amount` is given.'),
    ),
    amount: Type.Optional(
      decimal('Or how much of its `total`, for a price reduction: net, or with tax as it is.'),
    ),
  },
  { title: 'CreditNoteItemInput', ...closed },
)

export const CreditNoteCreate = Type.Object(
  {
    items: Type.Optional(
      Type.Array(CreditItemInput, {
        minItems: 1,
        maxItems: 1000,
        description: 'Everything that is left unless given.',
      }),
    ),
    status: Type.Optional(
      Type.String({ enum: ['draft', 'sent'], description: '`sent` issues at once.' }),
    ),
    reason: optionalText(500, 'Printed above the notes.'),
    notes: optionalText(9000),
    terms: optionalText(5000),
    internal_notes: optionalText(10_000, 'Never printed and never public.'),
    issue_date: Type.Optional(
      Type.String({ format: 'date', description: 'Today unless given; not before the invoice.' }),
    ),
  },
  {
    title: 'CreditNoteCreate',
    ...closed,
    examples: [
      {
        items: [{ id: 'itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f', quantity: '0.5' }],
        reason: 'Returned undamaged.',
      },
    ],
  },
)

export type CreditNoteBody = Static<typeof CreditNoteCreate>
export type CreditItemBody = Static<typeof CreditItemInput>

export const createCreditNote = {
  operationId: 'createCreditNote',
  summary: 'Credit an invoice in full or in part',
  description:
    'Makes the draft of a credit note: of everything not credited yet, or of the items named. Its ' +
    'amounts are positive, as on the invoice, and together all credit notes never exceed it ' +
    '(422 `overcredit` with what is `left`). Once issued, with a number of its own series, it lowers ' +
    'what is due on the invoice; voiding it gives that back.',
  tags: ['Invoices'],
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
  }),
  // No body at all reads as null.
  body: Type.Union([CreditNoteCreate, Type.Null()]),
  response: { 201: InvoiceView, ...problems(400, 401, 403, 404, 409, 412, 413, 415, 422) },
}
