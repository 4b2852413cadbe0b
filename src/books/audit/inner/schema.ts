import { Type } from 'typebox'

export const exportAudit = {
  operationId: 'exportAudit',
  summary: 'Export the audit archive',
  description:
    'A zip of all revisions in order, all invoices as stored, payments, numbers and gaps, as one snapshot. `billwright verify FILE` checks it without the service. docs/audit.md describes its files.',
  tags: ['Audit'],
  response: {
    200: {
      description: 'The zip file, streamed.',
      content: { 'application/zip': { schema: Type.Any({ examples: ['PK…'] }) } },
    },
  },
}
