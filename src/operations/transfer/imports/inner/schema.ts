import { Type } from 'typebox'
import { ConditionalHeaders } from '../../../../core/http/etag.ts'
import { reading } from '../../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../../core/http/pagination.ts'
import { closed, nullable, STAMPS } from '../../../../kernel/fields/shapes.ts'
import {
  DUPLICATES,
  EXISTING,
  IMPORT_FORMATS,
  IMPORT_KINDS,
  IMPORT_STATUSES,
  type ImportKindName,
  type ImportOptions,
  RECORD_STATUSES,
  REPORT_FORMATS,
  type ReportFormat,
} from '../import.ts'

const count = (description: string) => Type.Integer({ description })
const text = Type.String()
const kinds = [...IMPORT_KINDS]

const EXAMPLE = {
  id: 'imp_019aa5d2-7c00-7000-8000-0123456789ab',
  kind: 'customers',
  format: 'csv',
  name: 'customers.csv',
  status: 'ready',
  done: 250,
  of: 250,
  rows: 250,
  valid: 240,
  faulty: 2,
  known: 8,
  duplicates: 0,
  imported: 0,
  updated: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  issues: false,
  contents: [],
  version: 5,
  created_at: '2026-11-21T09:05:00.000Z',
  updated_at: '2026-11-21T09:05:02.000Z',
}

const ImportView = Type.Object(
  {
    id: text,
    kind: Type.String({ enum: kinds }),
    format: Type.String({ enum: [...IMPORT_FORMATS] }),
    name: nullable(text),
    status: Type.String({
      enum: [...IMPORT_STATUSES],
      description: '`reading`, `committing` and `undoing` end by themselves.',
    }),
    done: count('Records done in this step.'),
    of: count('Records in this step.'),
    rows: count('Records in the file.'),
    valid: count('Records that can be imported.'),
    faulty: count('Records with faults.'),
    known: count(
      'Records that already exist, by external id, item number, or source and reference.',
    ),
    duplicates: count('Records that may repeat others; `commit` must say what happens to them.'),
    imported: count('Records that were imported.'),
    updated: count('Existing records that were changed.'),
    failed: count('Records that could not be imported after all.'),
    undone: count('Imported records that were deleted again.'),
    kept: count('Imported records that stayed: changed since, or in use.'),
    issues: Type.Boolean({ description: 'Whether committing issues invoices (scope `issue`).' }),
    contents: Type.Array(
      Type.Object({ kind: text, status: text, count: count('Number of records.') }),
      {
        description:
          'Of a program: its records by kind and status, once a step has ended. Empty in lists.',
      },
    ),
    ...STAMPS,
  },
  { title: 'Import', examples: [EXAMPLE] },
)

const RecordView = Type.Object(
  {
    position: count('Place in the file, from 1.'),
    line: count('First line in the file.'),
    kind: nullable(
      Type.String({ description: 'Of a program: `settings`, `customer` or `invoice`.' }),
    ),
    label: nullable(Type.String({ description: 'Its name, e.g. `invoice INV-2025-001`.' })),
    status: Type.String({ enum: [...RECORD_STATUSES] }),
    resource_id: nullable(
      Type.String({ description: 'The resource that it became, or that exists already.' }),
    ),
    faults: Type.Array(
      Type.Object({
        line: Type.Integer(),
        column: Type.String({ description: 'Column as in the file, or field of a line of JSON.' }),
        value: nullable(Type.String({ description: 'The beginning of what the file has there.' })),
        code: Type.String(),
        message: Type.String(),
        params: Type.Optional(Type.Ref('ErrorParams')),
      }),
    ),
    notes: Type.Array(
      Type.Object({
        where: Type.String({ description: 'E.g. `invoice INV-2025-001`.' }),
        code: Type.String({ description: 'E.g. `unit_unknown`: see docs/import-export.md.' }),
        params: Type.Record(Type.String(), Type.String(), {
          description: 'The values in the message; `reason` is the code of the fault behind it.',
        }),
        message: text,
      }),
      { description: 'What changes or is left out.' },
    ),
  },
  {
    title: 'ImportRecord',
    examples: [
      {
        position: 3,
        line: 4,
        kind: null,
        label: null,
        status: 'faulty',
        resource_id: null,
        faults: [
          { line: 4, column: 'name', value: null, code: 'required', message: '`name` is missing.' },
        ],
        notes: [],
      },
    ],
  },
)

const tags = ['Imports']
const params = Type.Object({ id: Type.String({ description: 'Id of the import.' }) })
const recordStatus = Type.Optional(
  Type.String({ enum: [...RECORD_STATUSES], description: 'Only records of this status.' }),
)
const file = (description: string) => ({
  schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary', description }),
})

export const listImports = {
  operationId: 'listImports',
  summary: 'List imports',
  description: 'Newest first.',
  tags,
  querystring: listQuery(
    {
      kind: Type.Optional(Type.String({ enum: kinds, description: 'Only this kind.' })),
      status: Type.Optional(
        Type.String({ enum: [...IMPORT_STATUSES], description: 'Only this status.' }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(ImportView)) },
}

export const createImport = {
  operationId: 'createImport',
  summary: 'Upload a file to import',
  description:
    'Checks every record without saving any. When `status` is `ready`, read the report and commit. For a file that was committed before, the response is 200 with its import. The kind `invio` also needs the scopes `admin` and `issue`.',
  tags,
  querystring: Type.Object(
    {
      kind: Type.Unsafe<ImportKindName>({
        type: 'string',
        enum: kinds,
        description: 'Kind of the records.',
      }),
      name: Type.Optional(
        Type.String({ maxLength: 200, description: 'Name of the file, for people.' }),
      ),
      columns: Type.Optional(
        Type.String({
          maxLength: 4000,
          description: 'The field of each column of a CSV, as JSON: `{"Kunde":"name"}`.',
        }),
      ),
      existing: Type.Optional(
        Type.Unsafe<NonNullable<ImportOptions['existing']>>({
          type: 'string',
          enum: [...EXISTING],
          description:
            '`keep` (default): records that exist stay as they are. `update`: products with a known `item_number` or external id get the values of the file.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: {
    content: {
      'text/csv': file('A CSV, at most 20 MiB. Its first line names the columns.'),
      'application/jsonl': file('A body of the API on each line, at most 20 MiB.'),
      'application/vnd.sqlite3': file(
        'For the kind `invio`: its SQLite file, at most 20 MiB. Stop Invio before you copy it.',
      ),
    },
  },
  response: {
    200: ImportView,
    201: ImportView,
  },
}

export const getImport = {
  operationId: 'getImport',
  summary: 'Read an import',
  description: '`done` and `of` show its progress.',
  tags,
  params,
  ...reading(ImportView),
}

export const listImportRecords = {
  operationId: 'listImportRecords',
  summary: 'List the records of an import',
  description: 'In the order of the file, with their faults and results.',
  tags,
  params,
  querystring: Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Page size. Default: 25.' }),
      ),
      cursor: Type.Optional(
        Type.String({ maxLength: 20, description: '`next_cursor` of the previous page.' }),
      ),
      status: recordStatus,
      notes: Type.Optional(Type.Boolean({ description: '`true`: only records with notes.' })),
    },
    { additionalProperties: false },
  ),
  response: { 200: pageOf(RecordView) },
}

export const getImportReport = {
  operationId: 'getImportReport',
  summary: 'Download the report of an import',
  description: 'All records with their faults and results, streamed.',
  tags,
  params,
  querystring: Type.Object(
    {
      format: Type.Optional(
        Type.Unsafe<ReportFormat>({
          type: 'string',
          enum: [...REPORT_FORMATS],
          description: '`csv` (default): a row per fault. `jsonl`: a record per line.',
        }),
      ),
      status: recordStatus,
    },
    { additionalProperties: false },
  ),
  response: {
    200: {
      description: 'The report.',
      content: {
        'text/csv': { schema: Type.String() },
        'application/jsonl': { schema: Type.String() },
      },
    },
  },
}

const changing = { tags, params, headers: ConditionalHeaders }

export const commitImport = {
  operationId: 'commitImport',
  summary: 'Import the checked records',
  description:
    'Imports the valid records in the background, each once. If some records are faulty, it is refused unless you send `accept: ["faults"]`. If some may repeat others, `duplicates` must say what happens to them.',
  ...changing,
  body: Type.Object(
    {
      accept: Type.Optional(
        Type.Array(Type.String({ enum: ['faults'] }), {
          maxItems: 1,
          description: '`faults`: leave out the faulty records.',
        }),
      ),
      duplicates: Type.Optional(
        Type.Unsafe<NonNullable<ImportOptions['duplicates']>>({
          type: 'string',
          enum: [...DUPLICATES],
          description:
            'What happens to records that may repeat others. `create`: import them anyway. `skip`: leave them out. `use`: a customer that exists gets what it lacks; others stay as they are.',
        }),
      ),
    },
    { ...closed, title: 'ImportCommit', examples: [{ accept: ['faults'] }] },
  ),
  response: {
    200: ImportView,
  },
}

export const undoImport = {
  operationId: 'undoImport',
  summary: 'Undo an import',
  description:
    'Deletes the imported records in the background. If some were changed, issued or used since, it is refused and deletes nothing, unless you send `keep: "used"`.',
  ...changing,
  body: Type.Object(
    {
      keep: Type.Optional(
        Type.String({
          enum: ['used'],
          description:
            '`used`: keep records that were changed or are in use; the report gives the reasons.',
        }),
      ),
    },
    { ...closed, title: 'ImportUndo', examples: [{ keep: 'used' }] },
  ),
  response: { 200: ImportView },
}

export const deleteImport = {
  operationId: 'deleteImport',
  summary: 'Delete an import',
  description: 'Deletes the file and its report. Imported records stay.',
  ...changing,
  response: { 204: Type.Null({ description: 'Deleted.' }) },
}
