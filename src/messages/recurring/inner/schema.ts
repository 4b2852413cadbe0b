import { ON_DAY_OFF, PERIOD_BASES, UNITS } from '@billwright/rules/schedule'
import { Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { changing, deleting, reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf, searched } from '../../../core/http/pagination.ts'
import { nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { ItemView, linesWithoutIds } from '../../../sales/contents/view-schema.ts'
import {
  ACTIONS,
  ContentInput,
  ContentPatch,
  definition,
  EXAMPLE,
  FromInvoiceInput,
  MailInput,
  OccurrenceInput,
  RecurringCreate,
  RecurringPatch,
  RecurringPut,
  RepriceInput,
} from '../input.ts'
import { OUTCOMES, STATUSES } from './recurring.ts'

const out = nullable(Type.String())
const list = nullable(Type.Array(Type.Integer()))

const ProblemPart = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  errors: Type.Optional(
    Type.Array(
      Type.Object({ pointer: Type.String(), code: Type.String(), message: Type.String() }),
    ),
  ),
})

const RunView = Type.Object(
  {
    date: Type.String({ description: 'The nominal day.' }),
    at: Type.String(),
    outcome: Type.String({ enum: [...OUTCOMES] }),
    n: nullable(Type.Integer()),
    invoice_id: out,
    message_id: out,
    problem: nullable(ProblemPart),
  },
  {
    title: 'RecurringRun',
    examples: [
      {
        date: '2026-12-31',
        at: '2026-12-31T05:00:00.000Z',
        outcome: 'issued',
        n: 1,
        invoice_id: 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
        message_id: null,
        problem: null,
      },
    ],
  },
)

const ScheduleView = Type.Object(
  {
    unit: Type.String({ enum: [...UNITS] }),
    every: Type.Integer(),
    start_date: Type.String(),
    days: list,
    nth: nullable(
      Type.Object({
        week: Type.Integer({ enum: [1, 2, 3, 4, -1] }),
        weekday: Type.Integer(),
      }),
    ),
    weekdays: list,
    months: list,
    lead_days: Type.Integer(),
    on_day_off: Type.String({ enum: [...ON_DAY_OFF] }),
    time: out,
    end: nullable(
      Type.Object({
        after: Type.Optional(Type.Integer()),
        on: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'Schedule' },
)

const RecurringView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    customer_id: Type.String(),
    customer_name: Type.String(),
    status: Type.String({ enum: [...STATUSES] }),
    action: Type.String({ enum: [...ACTIONS] }),
    attention: nullable(
      Type.Object({
        code: Type.String(),
        since: Type.String(),
        detail: Type.String(),
        dates: Type.Array(Type.String()),
      }),
    ),
    schedule: ScheduleView,
    period: Type.Object({
      basis: Type.String({ enum: [...PERIOD_BASES] }),
      offset: Type.Integer(),
    }),
    invoice: ContentInput,
    include_entries: definition.include_entries,
    mail: MailInput,
    skips: Type.Array(Type.String()),
    extras: Type.Array(
      Type.Object({
        date: Type.String(),
        items: Type.Array(ContentInput.properties.items.items),
        notes: out,
      }),
    ),
    changes: Type.Array(Type.Object({ from: Type.String(), invoice: ContentPatch })),
    made: Type.Integer({ description: 'How many invoices were created.' }),
    next: nullable(Type.Object({ date: Type.String(), run_at: Type.String() })),
    last_run: nullable(RunView),
    paused_until: out,
    ...STAMPS,
    ended_at: out,
  },
  {
    title: 'RecurringInvoice',
    examples: [
      {
        id: 'rec_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
        ...EXAMPLE,
        customer_name: 'Fernweh Books',
        status: 'active',
        attention: null,
        schedule: {
          unit: 'month',
          every: 1,
          start_date: '2026-12-31',
          days: [31],
          nth: null,
          weekdays: null,
          months: null,
          lead_days: 0,
          on_day_off: 'keep',
          time: null,
          end: null,
        },
        include_entries: false,
        mail: { to: null, cc: [], bcc: [], notice_days: [] },
        skips: [],
        extras: [],
        changes: [],
        made: 0,
        next: { date: '2026-12-31', run_at: '2026-12-31T05:00:00.000Z' },
        last_run: null,
        paused_until: null,
        version: 1,
        created_at: '2026-11-22T09:00:00.000Z',
        updated_at: '2026-11-22T09:00:00.000Z',
        ended_at: null,
      },
    ],
  },
)

const OccurrenceView = Type.Object(
  {
    date: Type.String({ description: 'The nominal day.' }),
    run_date: Type.String(),
    run_at: Type.String(),
    n: nullable(Type.Integer({ description: 'Which invoice of the recurring invoice it is.' })),
    skip: Type.Boolean(),
    change: Type.Boolean({ description: 'Whether contents change on this day.' }),
    extra: Type.Boolean({ description: 'Whether something was added to this day alone.' }),
    issue_date: Type.String(),
    due_date: out,
    period_start: out,
    period_end: out,
    currency: out,
    language: out,
    items: linesWithoutIds(Type.Omit(ItemView, ['id', 'deducts'])),
    notes: out,
    terms: out,
    totals: nullable(
      Type.Object({
        net: Type.String(),
        tax: Type.String(),
        total: Type.String(),
        payable: Type.String({ description: 'What the customer transfers.' }),
      }),
    ),
    problem: nullable(ProblemPart),
  },
  { title: 'Occurrence' },
)
const Occurrences = Type.Object({ data: Type.Array(OccurrenceView) })
const Preview = Type.Object({ data: Type.Array(OccurrenceView) }, { description: 'Days to come.' })

const tags = ['Recurring invoices']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the recurring invoice.' }),
})
const dated = Type.Object({
  ...params.properties,
  date: Type.String({ format: 'date', description: 'The nominal day.' }),
})
const count = {
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 60, description: 'How many. Default: 12.' }),
  ),
}

export const listRecurring = {
  operationId: 'listRecurringInvoices',
  summary: 'List recurring invoices',
  description: 'By next day unless you set `sort`.',
  tags,
  querystring: listQuery(
    {
      status: Type.Optional(Type.String({ enum: [...STATUSES], description: 'Only this status.' })),
      customer_id: Type.Optional(
        Type.String({ maxLength: 60, description: 'Only this customer.' }),
      ),
      attention: Type.Optional(
        Type.Boolean({ description: '`true`: only recurring invoices that wait for a person.' }),
      ),
      next_before: Type.Optional(
        Type.String({ format: 'date', description: 'The next day is before this one.' }),
      ),
      q: searched('Text to find in the name of the recurring invoice or the customer.'),
    },
    ['next', 'name', 'created_at'],
  ),
  response: { 200: pageOf(entryOf(RecurringView)) },
}

export const createRecurring = {
  operationId: 'createRecurringInvoice',
  summary: 'Create a recurring invoice',
  description:
    'Skips days before today unless `backfill` is true. Needs the scope `issue` if `action` is `issue` or `send`.',
  tags,
  body: RecurringCreate,
  response: { 201: RecurringView },
}

export const getRecurring = {
  operationId: 'getRecurringInvoice',
  summary: 'Read a recurring invoice',
  description: 'With its next day and its last run.',
  tags,
  params,
  ...reading(RecurringView),
}

const change = {
  tags,
  params,
  ...changing(RecurringView),
}

export const putRecurring = {
  ...change,
  operationId: 'putRecurringInvoice',
  summary: 'Update a recurring invoice',
  description:
    'Replaces each field you send as a whole. Existing invoices stay as they are. A new schedule takes effect today.',
  body: RecurringPut,
}

export const patchRecurring = {
  ...change,
  operationId: 'patchRecurringInvoice',
  summary: 'Patch a recurring invoice',
  description:
    'JSON Merge Patch (RFC 7396). With `from`, the contents change from that nominal day on, at most 20 times.',
  querystring: Type.Object(
    {
      from: Type.Optional(
        Type.String({
          format: 'date',
          description: 'The first nominal day with the new contents.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: RecurringPatch,
}

export const deleteRecurring = {
  operationId: 'deleteRecurringInvoice',
  summary: 'Delete a recurring invoice',
  description: 'Refused once it has created an invoice. End it instead.',
  tags,
  params,
  ...deleting,
}

export const deleteRecurringChange = {
  ...change,
  operationId: 'deleteRecurringChange',
  summary: 'Undo a planned change',
  description: 'From `date` on, the previous contents apply again.',
  params: dated,
}

export const putOccurrence = {
  ...change,
  operationId: 'putOccurrence',
  summary: 'Skip a day, or add to it',
  description: 'Either `skip: true`, or items and notes that are added on this day only.',
  params: dated,
  body: OccurrenceInput,
}

export const deleteOccurrence = {
  ...change,
  operationId: 'deleteOccurrence',
  summary: 'Undo the changes to a day',
  description: 'The day is no longer skipped, and nothing is added to it.',
  params: dated,
}

export const listOccurrences = {
  operationId: 'listOccurrences',
  summary: 'List the days to come',
  description: 'Each with the invoice as it would be created. Stores nothing.',
  tags,
  params,
  querystring: Type.Object(count, { additionalProperties: false }),
  response: { 200: Occurrences },
}

export const listUpcoming = {
  operationId: 'listUpcomingInvoices',
  summary: 'List the invoices to come',
  description:
    'Of all active recurring invoices, the earliest first, at most 100, with the sum of each currency. Stores nothing.',
  tags,
  querystring: Type.Object(
    {
      days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 366, description: 'How many days. Default: 30.' }),
      ),
      only_next: Type.Optional(
        Type.Boolean({ description: '`true`: only the next one of each recurring invoice.' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object(
      {
        data: Type.Array(
          Type.Object({
            recurring_id: Type.String(),
            name: Type.String(),
            customer_id: Type.String(),
            customer_name: Type.String(),
            action: Type.String({ enum: [...ACTIONS] }),
            date: Type.String({ description: 'The nominal day.' }),
            run_at: Type.String(),
            currency: out,
            total: out,
            payable: out,
            problem: nullable(ProblemPart),
          }),
        ),
        totals: Type.Array(
          Type.Object({
            currency: Type.String(),
            count: Type.Integer(),
            total: Type.String({ description: 'Of those in `data`.' }),
            payable: Type.String({ description: 'What the customers transfer.' }),
          }),
        ),
        has_more: Type.Boolean(),
      },
      {
        title: 'UpcomingInvoices',
        examples: [
          {
            data: [
              {
                recurring_id: 'rec_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
                name: EXAMPLE.name,
                customer_id: EXAMPLE.customer_id,
                customer_name: 'Fernweh Books',
                action: 'issue',
                date: '2026-12-31',
                run_at: '2026-12-31T05:00:00.000Z',
                currency: 'EUR',
                total: '58.31',
                payable: '58.31',
                problem: null,
              },
            ],
            totals: [{ currency: 'EUR', count: 1, total: '58.31', payable: '58.31' }],
            has_more: false,
          },
        ],
      },
    ),
  },
}

export const previewRecurring = {
  operationId: 'previewRecurringInvoice',
  summary: 'Preview a recurring invoice',
  description: 'The upcoming days of a recurring invoice, without storing it.',
  tags,
  querystring: Type.Object(count, { additionalProperties: false }),
  body: RecurringCreate,
  response: { 200: Preview },
}

export const pauseRecurring = {
  ...change,
  operationId: 'pauseRecurringInvoice',
  summary: 'Pause a recurring invoice',
  description: 'It creates no invoices. On the day `until` it resumes and skips the missed days.',
  body: Type.Object(
    { until: Type.Optional(nullable(Type.String({ format: 'date' }))) },
    { additionalProperties: false, examples: [{ until: '2027-03-01' }] },
  ),
}

export const resumeRecurring = {
  ...change,
  operationId: 'resumeRecurringInvoice',
  summary: 'Resume a recurring invoice',
  description:
    '`skip` (default) skips the days before today. `make` creates all missed invoices, at most 36. Also resumes one that stopped because too many invoices were missed.',
  body: Type.Object(
    { missed: Type.Optional(Type.String({ enum: ['skip', 'make'] })) },
    { additionalProperties: false, examples: [{ missed: 'make' }] },
  ),
}

export const endRecurring = {
  ...change,
  operationId: 'endRecurringInvoice',
  summary: 'End a recurring invoice',
  description: 'No more invoices are created. Existing invoices stay.',
}

export const runRecurring = {
  operationId: 'runRecurringInvoice',
  summary: 'Make an invoice now',
  description: 'Creates the next invoice now, or the invoice of a failed, skipped or missed day.',
  tags,
  params,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      date: Type.Optional(Type.String({ format: 'date', description: 'Default: the next day.' })),
      action: Type.Optional(Type.String({ enum: [...ACTIONS] })),
    },
    { additionalProperties: false, examples: [{ date: '2026-12-31' }] },
  ),
  response: { 200: RunView },
}

export const listRuns = {
  operationId: 'listRecurringRuns',
  summary: 'List the runs of a recurring invoice',
  description: 'Newest nominal day first.',
  tags,
  params,
  querystring: listQuery({}, ['date']),
  response: { 200: pageOf(RunView) },
}

export const repriceRecurring = {
  operationId: 'repriceRecurringInvoices',
  summary: 'Change the prices of recurring invoices',
  description:
    'Each item of each recurring invoice gets a new price from its first day on or after `from`. Changes all of them or none, at most 1000.',
  tags,
  body: RepriceInput,
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          date: Type.String({ description: 'The first day with the new prices.' }),
          items: Type.Array(
            Type.Object({
              description: Type.Union([Type.String(), Type.Null()]),
              before: nullable(Type.String({ description: 'Null: the price of the product.' })),
              after: out,
            }),
          ),
        }),
      ),
    }),
  },
}

export const fromInvoice = {
  operationId: 'makeInvoiceRecurring',
  summary: 'Make an invoice recurring',
  description:
    'Creates a paused recurring invoice with the contents of the invoice; monthly from its issue date unless you send a schedule.',
  tags,
  params: Type.Object({ id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }) }),
  body: FromInvoiceInput,
  response: { 201: RecurringView },
}

export const duplicateRecurring = {
  operationId: 'duplicateRecurringInvoice',
  summary: 'Duplicate a recurring invoice',
  description: 'Creates a paused copy with the same schedule and contents.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 201: RecurringView },
}
