import { type Static, Type } from 'typebox'
import { changing, deleting, reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { CollectionView } from '../../collections/view-schema.ts'
import { RUN_STATUSES } from '../run.ts'

const text = Type.String()
const tags = ['Direct debit']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the direct debit run.' }),
})

const RUN = {
  id: text,
  status: Type.String({ enum: [...RUN_STATUSES] }),
  collect_on: nullable(
    Type.String({
      description: 'The requested day of collection. Null: the announced day of each.',
    }),
  ),
  exclude: Type.Array(text, { description: 'Collections that a person left out.' }),
  count: Type.Integer(),
  sum: Type.String({ description: 'In euros.' }),
  created_by: text,
  first_approval: nullable(
    Type.Object(
      { by: text, at: text },
      {
        description:
          'The first of two approvals, which a run above the setting `directDebit.limit` needs. The run is still a draft.',
      },
    ),
  ),
  approved_by: nullable(text),
  approved_at: nullable(text),
  submitted_at: nullable(text),
  refused_because: nullable(text),
  ...STAMPS,
}
const RUN_EXAMPLE = {
  id: 'ddr_019aa5d2-7c00-7000-8000-0123456789ab',
  status: 'approved',
  collect_on: '2026-12-07',
  exclude: [],
  count: 1,
  sum: '119.00',
  created_by: 'Ada Example',
  first_approval: null,
  approved_by: 'Ada Example',
  approved_at: '2026-12-02T09:05:00.000Z',
  submitted_at: null,
  refused_because: null,
  version: 2,
  created_at: '2026-12-02T09:00:00.000Z',
  updated_at: '2026-12-02T09:05:00.000Z',
}
const ListedRun = Type.Object(RUN, { title: 'ListedDirectDebitRun', examples: [RUN_EXAMPLE] })
const NAMES = {
  collection_id: text,
  invoice_id: nullable(text),
  invoice_number: nullable(text),
  customer_id: nullable(text),
  customer_name: nullable(text),
}
const RunView = Type.Object(
  {
    ...RUN,
    collections: Type.Array(
      Type.Object({
        ...NAMES,
        amount: text,
        file: nullable(Type.Integer()),
        sequence: nullable(text),
        collect_on: nullable(text),
        end_to_end: nullable(text),
        rejected: nullable(
          Type.String({ description: 'The code with which the bank refused it.' }),
        ),
      }),
    ),
    left_out: Type.Array(
      Type.Object({
        ...NAMES,
        reason: Type.String({
          description:
            '`no_notice`, `too_early`, `mandate_expired`, `mandate_used_up`, `over_limit`, `claim_held`, `nothing_due`, `b2b_unconfirmed`, `address_required`, `name_not_writable`, `method_not_active` or `excluded`.',
        }),
      }),
    ),
    files: Type.Array(
      Type.Object({
        number: Type.Integer(),
        message_id: text,
        scheme: text,
        format: text,
        count: Type.Integer(),
        sum: text,
        sha256: text,
        refused_because: nullable(Type.String({ description: 'Why the bank refused it.' })),
      }),
    ),
  },
  {
    title: 'DirectDebitRun',
    examples: [
      {
        ...RUN_EXAMPLE,
        collections: [
          {
            collection_id: 'col_019aa5d2-7c00-7000-8000-0123456789ab',
            invoice_id: 'inv_019aa5d2-7c00-7000-8000-0123456789ab',
            invoice_number: 'INV-2026-0001',
            customer_id: 'cus_019aa5d2-7c00-7000-8000-0123456789ab',
            customer_name: 'Fernweh Books',
            amount: '119.00',
            file: 1,
            sequence: 'RCUR',
            collect_on: '2026-12-07',
            end_to_end: 'DD019aa5d27c00700080000123456789ab1',
            rejected: null,
          },
        ],
        left_out: [],
        files: [
          {
            number: 1,
            message_id: 'BW019AA5D27C007000-1',
            scheme: 'CORE',
            format: 'pain.008.001.08',
            count: 1,
            sum: '119.00',
            sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            refused_because: null,
          },
        ],
      },
    ],
  },
)

const collectOn = Type.Optional(
  nullable(
    Type.String({
      format: 'date',
      description: 'The day of collection for all of them. Null: the announced day of each.',
    }),
  ),
)
const exclude = Type.Optional(
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 10_000,
    description: 'Collections to leave out.',
  }),
)
const RunCreate = Type.Object(
  { collect_on: collectOn, exclude, dry_run: Type.Optional(Type.Boolean()) },
  { title: 'DirectDebitRunCreate', ...closed, examples: [{ collect_on: '2026-12-07' }] },
)
const RunPatch = Type.Object(
  { collect_on: collectOn, exclude },
  { title: 'DirectDebitRunPatch', ...closed, examples: [{ exclude: [] }] },
)

export const listRuns = {
  operationId: 'listDirectDebitRuns',
  tags,
  summary: 'List direct debit runs',
  description: 'The newest first unless you set `sort`.',
  querystring: listQuery(
    {
      status: Type.Optional(
        Type.String({ enum: [...RUN_STATUSES], description: 'With this status.' }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(ListedRun)) },
}
export const createRun = {
  operationId: 'createDirectDebitRun',
  tags,
  summary: 'Draft a direct debit run',
  description:
    'Takes every announced collection that can be collected on that day, and lists the others with the reason. With `dry_run` nothing is stored (200).',
  body: RunCreate,
  response: { 200: RunView, 201: RunView, ...problems(409) },
}
export const getRun = {
  operationId: 'getDirectDebitRun',
  tags,
  summary: 'Get a direct debit run',
  description: 'With its collections, those left out, and its files.',
  params,
  ...reading(RunView, [404]),
}
export const patchRun = {
  operationId: 'updateDirectDebitRun',
  tags,
  summary: 'Change a draft of a direct debit run',
  description: 'Computes the draft again.',
  params,
  body: RunPatch,
  ...changing(RunView),
}
export const deleteRun = {
  operationId: 'deleteDirectDebitRun',
  tags,
  summary: 'Delete a draft of a direct debit run',
  description: 'Its collections wait for another run.',
  params,
  ...deleting,
}
const acting = (operationId: string, summary: string, description: string) => ({
  ...{ operationId, tags, summary, description, params },
  ...changing(RunView),
})
export const approveRun = acting(
  'approveDirectDebitRun',
  'Approve a direct debit run',
  'Needs a person who signed in within the last 15 minutes; API keys cannot approve. Writes the files, which never change afterwards.',
)
export const cancelRun = acting(
  'cancelDirectDebitRun',
  'Cancel an approved direct debit run',
  'Only before the bank has its files.',
)
export const submitRun = {
  ...acting(
    'submitDirectDebitRun',
    'Note that the bank has the files',
    'Afterwards the run cannot be canceled. Only the bank can refuse it.',
  ),
  body: Type.Object(
    { at: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })) },
    { title: 'DirectDebitSubmission', ...closed, examples: [{}] },
  ),
}
export const refuseRun = {
  ...acting(
    'refuseDirectDebitRun',
    'Note that the bank refused the files',
    'The collections wait for another run, whose files have other message ids.',
  ),
  body: Type.Object(
    {
      reason: Type.String({ minLength: 1, maxLength: 200 }),
      file: Type.Optional(
        Type.Integer({
          ...{ minimum: 1, maximum: 9 },
          description: 'The number of the file that the bank refused. Default: all of them.',
        }),
      ),
    },
    { title: 'DirectDebitRefusal', ...closed, examples: [{ reason: 'FF01' }] },
  ),
}
const CollectionOutcome = Type.Object(
  {
    outcome: Type.String({
      enum: ['collected', 'returned', 'refused'],
      description: '`returned`: after it was collected. `refused`: before.',
    }),
    code: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{4}$',
        description:
          "The bank's reason, an ISO 20022 code. It decides whether the mandate stays active and whether the service collects again.",
      }),
    ),
    on: Type.Optional(Type.String({ format: 'date', description: 'Default: today.' })),
  },
  { title: 'CollectionOutcome', ...closed, examples: [{ outcome: 'returned', code: 'AM04' }] },
)
export type CollectionOutcome = Static<typeof CollectionOutcome>
export const noteOutcome = {
  operationId: 'noteCollectionOutcome',
  tags,
  summary: 'Note what the bank did with a collection',
  description:
    'For collections by file that no bank statement or report mentions. Money above the amount due goes to the account of the customer.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the collection.' }),
  }),
  ...changing(CollectionView),
  body: CollectionOutcome,
}
export const getRunFile = {
  operationId: 'getDirectDebitRunFile',
  tags,
  summary: 'Download a file of a direct debit run',
  description: 'A pain.008 file for your bank: the same bytes each time.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the direct debit run.' }),
    n: Type.Integer({ minimum: 1, maximum: 9, description: 'Number of the file, from 1.' }),
  }),
  ...reading(
    {
      description: 'The file.',
      content: { 'application/xml': { schema: Type.String() } },
    },
    [404],
  ),
}
const file = {
  schema: Type.Unsafe<Uint8Array>({
    type: 'string',
    format: 'binary',
    description: 'The pain.002 file, at most 20 MB.',
  }),
}
const report = {
  content: { 'application/xml': file, 'text/xml': file, 'application/octet-stream': file },
}
export const takeReport = {
  operationId: 'reportDirectDebitRun',
  tags,
  summary: "Read the bank's report on a direct debit run",
  description:
    'Takes a pain.002 of version .001.03 to .001.14. The code of each refusal decides what happens next. The same report again changes nothing.',
  params,
  consumes: Object.keys(report.content),
  body: report,
  response: { 200: RunView, ...problems(404, 409, 413) },
}
