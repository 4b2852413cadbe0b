import { type Static, Type } from 'typebox'
import { problems } from '../../../../core/http/problem.ts'
import { inputOf } from '../../../../kernel/fields/field.ts'
import { closed } from '../../../../kernel/fields/shapes.ts'
import { FIELDS, OPTIONAL_FIELDS } from '../../../contents/fields.ts'
import { InvoiceView } from '../../view-schema.ts'

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
    id: Type.String({ maxLength: 60, description: 'Id of an item of the invoice.' }),
    quantity: Type.Optional(
      decimal('Quantity to credit. Default, without `amount`: everything left.'),
    ),
    amount: Type.Optional(
      decimal(
        'Alternatively, part of its `total`, for a price reduction; with tax if prices include tax.',
      ),
    ),
  },
  { title: 'CreditNoteItemInput', ...closed },
)

/** Of the note itself, so that a call that is repeated makes no second note. */
const OWN_FIELDS = { externalIds: OPTIONAL_FIELDS.externalIds, metadata: FIELDS.metadata }

const CreditNoteCreate = Type.Object(
  {
    items: Type.Optional(
      Type.Array(CreditItemInput, {
        minItems: 1,
        maxItems: 1000,
        description: 'Default: everything left.',
      }),
    ),
    status: Type.Optional(
      Type.String({ enum: ['draft', 'sent'], description: '`sent` issues it immediately.' }),
    ),
    reason: optionalText(500, 'Printed above the notes.'),
    notes: optionalText(9000),
    terms: Type.Optional(FIELDS.terms.input),
    [FIELDS.internalNotes.wire]: Type.Optional(FIELDS.internalNotes.input),
    issue_date: Type.Optional(
      Type.String({ format: 'date', description: 'Default: today. Not before the invoice.' }),
    ),
    ...inputOf(OWN_FIELDS),
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
    'Creates a draft credit note for everything not credited yet, or for selected items. Amounts are positive, as on the invoice. All credit notes together cannot exceed the invoice (422 `overcredit` with what is `left`). Issuing it assigns a number from the series of credit notes and reduces the amount due. Voiding it restores the amount.',
  tags: ['Invoices'],
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
  }),
  // A missing body is null.
  body: Type.Union([CreditNoteCreate, Type.Null()]),
  response: { 201: InvoiceView, ...problems(412) },
}
