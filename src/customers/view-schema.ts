import { Type } from 'typebox'
import { outputOf } from '../fields/field.ts'
import { nullable, STAMPS } from '../http/shapes.ts'
import { CUSTOMER_EXAMPLE } from './example.ts'
import { FIELDS } from './fields.ts'

const EmailProblemView = Type.Object(
  {
    address: Type.String(),
    code: nullable(Type.String({ description: 'Enhanced status code, e.g. 5.1.1.' })),
    detail: nullable(Type.String()),
    at: Type.String(),
  },
  { description: 'An address that bounced permanently. Changing the addresses clears it.' },
)

const TaxIdStatusView = Type.Object(
  {
    format: Type.String({
      enum: ['valid', 'invalid', 'unknown'],
      description: 'Form and check digits; unknown: no VAT number of a country that we know.',
    }),
    checked_at: nullable(Type.String({ description: 'When VIES was asked last.' })),
    vies: nullable(
      Type.String({
        enum: ['valid', 'invalid', 'unavailable'],
        description: 'The answer of VIES; unavailable: it could not answer.',
      }),
    ),
    consultation: nullable(
      Type.String({ description: 'Number of the consultation, as evidence.' }),
    ),
    name_match: nullable(Type.Boolean({ description: 'Whether VIES has the name, too.' })),
  },
  { title: 'TaxIdStatus' },
)

export const CustomerView = Type.Object(
  {
    id: Type.String(),
    ...outputOf(FIELDS),
    email_problem: nullable(EmailProblemView),
    tax_id_status: nullable(TaxIdStatusView),
    ...STAMPS,
  },
  { title: 'Customer', examples: [CUSTOMER_EXAMPLE] },
)
