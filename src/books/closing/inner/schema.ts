import { Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { reading } from '../../../core/http/operations.ts'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'

const NOTE_LENGTH_MAX = 500
const REASON_LENGTH_MIN = 10
const tags = ['Books']

const Sum = Type.Object({ count: Type.Integer(), amount: Type.String() }, { title: 'BookSum' })
const sum = (count: number, amount: string) => ({ count, amount })
const SUMS = {
  currency: 'EUR',
  invoices: sum(42, '59976.00'),
  credit_notes: sum(1, '142.80'),
  payments: sum(40, '57120.00'),
  settled: sum(40, '57190.00'),
  on_account: sum(2, '50.00'),
}

const BooksView = Type.Object(
  {
    closed_until: nullable(
      Type.String({ description: 'The last closed day. Null: nothing is closed.' }),
    ),
    open_from: nullable(Type.String({ description: 'The day after it.' })),
    note: nullable(
      Type.String({ description: 'The note of the closing, or the reason for reopening.' }),
    ),
    changed_by: nullable(
      Type.String({ description: 'The person or key that closed or reopened the books last.' }),
    ),
    changed_at: nullable(Type.String()),
    sums: Type.Array(
      Type.Object({
        currency: Type.String(),
        invoices: Sum,
        credit_notes: Sum,
        payments: Sum,
        settled: Sum,
        on_account: Sum,
      }),
      {
        description:
          'What was issued, paid, settled and added to accounts of customers until then, by currency. `billwright verify` compares these sums.',
      },
    ),
  },
  {
    title: 'Books',
    examples: [
      {
        closed_until: '2026-09-30',
        open_from: '2026-10-01',
        note: 'Third quarter filed',
        changed_by: 'Ada Nord',
        changed_at: '2026-11-21T09:05:00.000Z',
        sums: [SUMS],
      },
    ],
  },
)

export const getBooks = {
  operationId: 'getBooks',
  summary: 'Read until when the books are closed',
  description:
    'Also what the documents and payments until then added up to when the books were closed. Until the first closing, `closed_until` is null.',
  tags,
  ...reading(BooksView),
}

export const closeBooks = {
  operationId: 'closeBooks',
  summary: 'Close the books',
  description:
    'Nothing up to that day can then be issued, recorded, changed or deleted: the answer is 409 `period_closed`. You can still void, credit, write off and pay earlier documents today.',
  tags,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      until: Type.String({ format: 'date', description: 'A past day, after the last closed day.' }),
      note: Type.Optional(nullable(Type.String({ maxLength: NOTE_LENGTH_MAX }))),
    },
    {
      title: 'BooksClosing',
      ...closed,
      examples: [{ until: '2020-12-31', note: 'Figures given to the accountant' }],
    },
  ),
  response: { 200: BooksView },
}

export const reopenBooks = {
  operationId: 'reopenBooks',
  summary: 'Reopen the books',
  description: 'The reason stays in the event `books.reopened`.',
  tags,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      to: nullable(
        Type.String({ format: 'date', description: 'The last day that stays closed. Null: none.' }),
      ),
      reason: Type.String({ minLength: REASON_LENGTH_MIN, maxLength: NOTE_LENGTH_MAX }),
    },
    {
      title: 'BooksReopening',
      ...closed,
      examples: [{ to: null, reason: 'A payment was missing' }],
    },
  ),
  response: { 200: BooksView },
}
