import { type Static, Type } from 'typebox'
import { changing } from '../../../../core/http/operations.ts'
import { closed } from '../../../../kernel/fields/shapes.ts'
import { PRECEDING_MAX } from '../../../contents/fields.ts'
import { InvoiceView } from '../../view-schema.ts'

const DeductDeposits = Type.Object(
  {
    deposits: Type.Optional(
      Type.Array(Type.String({ maxLength: 60 }), {
        maxItems: PRECEDING_MAX,
        description: 'Ids of deposits. An empty list deducts none.',
      }),
    ),
    deposit_for: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'All issued deposits with this key. Default: all deposits for the quote of the draft.',
      }),
    ),
  },
  {
    title: 'DeductDeposits',
    ...closed,
    examples: [{ deposit_for: 'Order 4711' }],
  },
)
export type DeductBody = Static<typeof DeductDeposits>

export const deductDeposits = {
  operationId: 'deductDeposits',
  summary: 'Deduct deposits from a draft',
  description:
    'Makes the draft a final invoice: adds an item with quantity −1 for each deposit and tax group, and lists the deposits in `preceding`. Replaces deposits that the draft already deducts. Issuing is refused if a deposit changed meanwhile (409 `deposit_changed`).',
  tags: ['Invoices'],
  params: Type.Object({ id: Type.String({ maxLength: 100, description: 'Id of the draft.' }) }),
  body: DeductDeposits,
  ...changing(InvoiceView),
}
