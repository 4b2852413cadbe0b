import { Type } from 'typebox'
import { outputOf } from '../../kernel/fields/field.ts'
import { nullable, STAMPS } from '../../kernel/fields/shapes.ts'
import { MAIL_STOPS } from './customer.ts'
import { FIELDS } from './fields.ts'
import { CUSTOMER_EXAMPLE } from './inner/example.ts'

const EmailProblemView = Type.Object(
  {
    address: Type.String(),
    code: nullable(Type.String({ description: 'Enhanced status code, e.g. 5.1.1.' })),
    detail: nullable(Type.String()),
    at: Type.String(),
  },
  { description: 'An address that bounced permanently. Changing the addresses clears it.' },
)

const MailStopView = Type.Object(
  {
    reason: Type.String({
      enum: [...MAIL_STOPS],
      description:
        '`deceased`: a bank returned a direct debit because the account holder has died.',
    }),
    at: Type.String(),
  },
  {
    description:
      'Why no automatic message goes to the customer. `POST /customers/{id}/resume-mail` lifts it.',
  },
)

const TaxIdStatusView = Type.Object(
  {
    format: Type.String({
      enum: ['valid', 'invalid', 'unknown'],
      description:
        'Result of the check of form and check digits. `unknown`: Billwright does not know the rules of this country.',
    }),
    checked_at: nullable(Type.String({ description: 'Time of the last VIES check.' })),
    vies: nullable(
      Type.String({
        enum: ['valid', 'invalid', 'unavailable'],
        description: 'The answer of VIES. `unavailable`: VIES could not answer.',
      }),
    ),
    consultation: nullable(Type.String({ description: 'The consultation number, as evidence.' })),
    name_match: nullable(Type.Boolean({ description: 'Whether VIES has the same name.' })),
  },
  { title: 'TaxIdStatus' },
)

export const CustomerView = Type.Object(
  {
    id: Type.String(),
    ...outputOf(FIELDS),
    email_problem: nullable(EmailProblemView),
    mail_stop: nullable(MailStopView),
    tax_id_status: nullable(TaxIdStatusView),
    ...STAMPS,
  },
  { title: 'Customer', examples: [CUSTOMER_EXAMPLE] },
)
