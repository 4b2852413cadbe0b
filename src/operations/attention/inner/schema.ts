import { Type } from 'typebox'
import { listQuery, pageOf } from '../../../core/http/pagination.ts'
import { MATTER_KINDS, type MatterKind, matterOf, RESOURCE_TYPES } from './matter.ts'

const MatterView = Type.Object(
  {
    kind: Type.String({ enum: [...MATTER_KINDS], description: 'More kinds may be added.' }),
    resource: Type.Object({
      type: Type.String({ enum: [...RESOURCE_TYPES] }),
      id: Type.String(),
      name: Type.String({ description: 'Number, name or subject line.' }),
    }),
    since: Type.String(),
    code: Type.String({ description: 'Stable. `detail` is the same as a sentence.' }),
    detail: Type.String(),
  },
  {
    title: 'Matter',
    examples: [
      matterOf('customer_archived', {
        kind: 'recurring',
        resource: {
          type: 'recurring',
          id: 'rec_019aa5d2-7c00-7000-8000-0123456789ab',
          name: 'Hosting Fernweh',
        },
        since: '2026-11-21T06:00:00.000Z',
        detail: 'The customer is archived. Restore it, or end the recurring invoice.',
      }),
    ],
  },
)

export const listAttention = {
  operationId: 'listAttention',
  summary: 'List matters that need attention',
  description:
    'Failed messages, bounced addresses, a mail server at fault, stopped schedules, reminders that wait or claimed no interest, answered quotes, bank statements that do not add up, returned payments without their original payment, problems of online payments and collections, direct-debit runs to approve, mandates to confirm, mandates and cards about to expire; for `admin` also webhooks, jobs, and limits that are used by 80 percent. Newest first, up to 500 of each kind. A matter disappears once it is settled.',
  tags: ['Attention'],
  querystring: listQuery(
    {
      kind: Type.Optional(
        Type.Unsafe<MatterKind>({
          type: 'string',
          enum: [...MATTER_KINDS],
          description: 'Only matters of this kind.',
        }),
      ),
    },
    ['since'],
  ),
  response: { 200: pageOf(MatterView) },
}
