import { Type } from 'typebox'
import { problems } from '../http/problem.ts'

export const exportAudit = {
  operationId: 'exportAudit',
  summary: 'Export everything that auditors check',
  description:
    'A zip of all revisions in their order, all invoices as they are stored, payments, numbers and ' +
    'gaps, as of one moment. `billwright verify FILE` checks it without the service; its files are ' +
    'described in docs/audit.md.',
  tags: ['Audit'],
  response: {
    200: {
      description: 'The zip, streamed.',
      content: { 'application/zip': { schema: Type.Any({ examples: ['PK…'] }) } },
    },
    ...problems(401, 403, 429, 503),
  },
}
