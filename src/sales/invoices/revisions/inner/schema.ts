import { Type } from 'typebox'
import { pageOf } from '../../../../core/http/pagination.ts'

const RevisionView = Type.Object(
  {
    sequence: Type.Integer({ description: 'Position in the chain of all invoices.' }),
    version: Type.Integer(),
    action: Type.String(),
    actor: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
    at: Type.String(),
    changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Any(), to: Type.Any() })),
    previous_hash: Type.String(),
    hash: Type.String({ description: 'SHA-256 of this revision and of `previous_hash`.' }),
  },
  {
    title: 'Revision',
    examples: [
      {
        sequence: 2,
        version: 2,
        action: 'updated',
        actor: { kind: 'user', id: 'usr_019a…', name: 'ada@nordlicht.example' },
        at: '2026-11-21T09:05:00.000Z',
        changes: [{ field: 'due_date', from: '2026-12-21', to: '2026-12-31' }],
        previous_hash: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
        hash: 'd4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35',
      },
    ],
  },
)

export const listInvoiceRevisions = {
  operationId: 'listInvoiceRevisions',
  summary: 'List the revisions of an invoice',
  description:
    'Who changed what and when, oldest first. Append-only, in one hash chain for all invoices; `billwright verify` checks it.',
  tags: ['Invoices'],
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
  }),
  querystring: Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Page size. Default: 25.' }),
      ),
      cursor: Type.Optional(
        Type.String({
          pattern: '^[0-9]{1,18}$',
          description: '`next_cursor` of the previous page.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: pageOf(RevisionView) },
}
