import { type Static, Type } from 'typebox'
import { changing, deleting, reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { htmlContent, pdfContent } from '../../../paper/printing/schema.ts'
import { InvoiceView } from '../../../sales/invoices/view-schema.ts'
import {
  EXAMPLE,
  GROUPINGS,
  MODES,
  PAUSE_REASONS,
  PauseInput,
  PlanCreate,
  PlanPatch,
  PlanPut,
  TITLES,
} from './input.ts'
import { CHARGE_KINDS, CHARGE_STATUSES, REMINDER_STATUSES } from './reminder.ts'
import { REASONS, WAITS } from './situation.ts'

const out = nullable(Type.String())
const PLAN_ID = 'rpl_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
const INVOICE_ID = 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
const CUSTOMER_ID = 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e'
const REMINDER_ID = 'rem_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'

const Amounts = nullable(
  Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() })),
)

const PlanView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    enabled: Type.Boolean(),
    default: Type.Boolean(),
    built_in: Type.Boolean({ description: 'If you delete it, the built-in plan is restored.' }),
    levels: Type.Array(
      Type.Object(
        {
          name: out,
          title: Type.String({ enum: [...TITLES] }),
          after_days: Type.Integer(),
          mode: Type.String({ enum: [...MODES] }),
          fee: Amounts,
          interest: Type.Boolean(),
          lump_sum: Type.Boolean(),
          pay_within_days: nullable(Type.Integer()),
          attach: Type.Boolean(),
          repeat_days: nullable(Type.Integer()),
        },
        { title: 'ReminderLevel' },
      ),
    ),
    grouping: Type.String({ enum: [...GROUPINGS] }),
    min_gap_days: Type.Integer(),
    at: Type.String(),
    grace_days: Type.Integer(),
    interest: nullable(
      Type.Object(
        {
          margin: Type.String(),
          consumer_margin: out,
          base: Type.Array(Type.Object({ from: Type.String(), rate: Type.String() })),
          min_amount: out,
        },
        { title: 'ReminderInterest' },
      ),
    ),
    lump_sum: Amounts,
    remind_from: out,
    warnings: Type.Array(Type.Object({ code: Type.String(), detail: Type.String() })),
    ...STAMPS,
  },
  {
    title: 'ReminderPlan',
    examples: [
      {
        id: PLAN_ID,
        ...EXAMPLE,
        default: false,
        built_in: false,
        levels: [
          {
            name: null,
            title: 'reminder',
            after_days: 7,
            mode: 'auto',
            fee: null,
            interest: false,
            lump_sum: false,
            pay_within_days: null,
            attach: false,
            repeat_days: null,
          },
        ],
        grouping: 'invoice',
        at: '09:00',
        grace_days: 0,
        interest: null,
        lump_sum: null,
        remind_from: null,
        warnings: [],
        version: 1,
        created_at: '2026-11-21T09:00:00.000Z',
        updated_at: '2026-11-21T09:00:00.000Z',
      },
    ],
  },
)

const NextView = Type.Object(
  { level: Type.Integer(), n: Type.Integer(), day: Type.String(), mode: Type.String() },
  {
    title: 'NextReminder',
    description: '`day` is in the past if the reminder should have been sent already.',
  },
)

const ProblemPart = nullable(Type.Object({ code: Type.String(), detail: Type.String() }))

const ReminderView = Type.Object(
  {
    id: Type.String(),
    invoice_id: Type.String(),
    customer_id: Type.String(),
    plan_id: Type.String(),
    level: Type.Integer(),
    n: Type.Integer({ description: 'Number of the reminder within its level, from 1.' }),
    title: Type.String({ enum: [...TITLES] }),
    name: out,
    status: Type.String({ enum: [...REMINDER_STATUSES] }),
    day: Type.String(),
    message_id: out,
    problem: ProblemPart,
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'Reminder' },
)

const REMINDER_EXAMPLE = {
  id: REMINDER_ID,
  invoice_id: INVOICE_ID,
  customer_id: CUSTOMER_ID,
  plan_id: PLAN_ID,
  level: 1,
  n: 1,
  title: 'reminder',
  name: null,
  status: 'waiting',
  day: '2026-11-21',
  message_id: null,
  problem: null,
  created_at: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
}

const DueView = Type.Object(
  {
    ...ReminderView.properties,
    number: out,
    customer_name: Type.String(),
    due_date: out,
    days_late: Type.Integer(),
    currency: Type.String(),
    due: Type.String({ description: 'Amount due now, without charges.' }),
  },
  {
    title: 'DueReminder',
    examples: [
      {
        ...REMINDER_EXAMPLE,
        number: 'INV-2026-0042',
        customer_name: 'Fernweh Books',
        due_date: '2026-11-14',
        days_late: 7,
        currency: 'EUR',
        due: '119.00',
      },
    ],
  },
)

const PauseView = nullable(
  Type.Object(
    {
      reason: Type.String({ enum: [...PAUSE_REASONS] }),
      until: out,
      note: out,
      at: Type.String(),
    },
    { title: 'ReminderPause' },
  ),
)

const StateView = Type.Object(
  {
    invoice_id: Type.String(),
    plan: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
    own_plan: out,
    next: nullable(NextView),
    reason: nullable(
      Type.String({ enum: [...REASONS], description: 'Why no reminder follows automatically.' }),
    ),
    waits_for: nullable(
      Type.String({
        enum: [...WAITS],
        description:
          '`being_paid`: the invoice is collected, or money is on its way online. `money_held`: money of the customer is on account, or a refund is due. Use it for the invoice or pay it back first.',
      }),
    ),
    collect_on: nullable(
      Type.String({
        description:
          'The day on which the invoice is collected, as the customer was told. Until then there are no reminders.',
      }),
    ),
    held: nullable(
      Type.String({
        description:
          'That money, in the currency of the invoice; interest leaves out the part it covers.',
      }),
    ),
    pause: PauseView,
    reminders: Type.Array(ReminderView, { description: 'Oldest first.' }),
  },
  {
    title: 'InvoiceReminders',
    examples: [
      {
        invoice_id: INVOICE_ID,
        plan: { id: PLAN_ID, name: 'Standard' },
        own_plan: null,
        next: { level: 1, n: 1, day: '2026-11-21', mode: 'ask' },
        reason: null,
        waits_for: 'approval',
        collect_on: null,
        held: null,
        pause: null,
        reminders: [REMINDER_EXAMPLE],
      },
    ],
  },
)

const ChargeView = Type.Object(
  {
    id: Type.String(),
    invoice_id: Type.String(),
    kind: Type.String({ enum: [...CHARGE_KINDS] }),
    level: Type.Integer(),
    amount: Type.String(),
    currency: Type.String(),
    from: out,
    to: out,
    days: nullable(Type.Integer()),
    rates: Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        days: Type.Integer(),
        rate: Type.String(),
        principal: Type.String(),
      }),
      { description: 'For interest: days with one rate and one principal.' },
    ),
    status: Type.String({ enum: [...CHARGE_STATUSES] }),
    reminder_id: nullable(Type.String({ description: 'Null: a returned debit claims it.' })),
    settled_by: nullable(Type.String({ description: 'The invoice that billed it.' })),
    ...STAMPS,
  },
  {
    title: 'LateCharge',
    examples: [
      {
        id: 'chg_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
        invoice_id: INVOICE_ID,
        kind: 'interest',
        level: 2,
        amount: '29.58',
        currency: 'EUR',
        from: '2026-04-01',
        to: '2026-07-15',
        days: 106,
        rates: [
          {
            from: '2026-04-01',
            to: '2026-06-30',
            days: 91,
            rate: '10.15',
            principal: '1000.00',
          },
        ],
        status: 'claimed',
        reminder_id: REMINDER_ID,
        settled_by: null,
        version: 1,
        created_at: '2026-07-15T07:00:00.000Z',
        updated_at: '2026-07-15T07:00:00.000Z',
      },
    ],
  },
)

const tags = ['Reminders']
const planParams = Type.Object({ id: Type.String({ description: 'Id of the reminder plan.' }) })
const params = Type.Object({ id: Type.String({ description: 'Id of the invoice.' }) })

export const listPlans = {
  operationId: 'listReminderPlans',
  summary: 'List reminder plans',
  description: 'There is one built-in plan, which is switched off at first.',
  tags,
  querystring: listQuery({}, ['name', 'created_at']),
  response: { 200: pageOf(entryOf(PlanView)) },
}

export const createPlan = {
  operationId: 'createReminderPlan',
  summary: 'Create a reminder plan',
  description: 'At most 20. It is switched off unless you send `enabled: true`.',
  tags,
  body: PlanCreate,
  response: { 201: PlanView },
}

export const getPlan = {
  operationId: 'getReminderPlan',
  summary: 'Read a reminder plan',
  description: 'A changed plan applies to older invoices at once.',
  tags,
  params: planParams,
  ...reading(PlanView),
}

const updatePlan = {
  tags,
  params: planParams,
  ...changing(PlanView),
}

export const putPlan = {
  operationId: 'putReminderPlan',
  summary: 'Update a reminder plan',
  description: 'Replaces each field you send. Switching a plan on does not affect older invoices.',
  body: PlanPut,
  ...updatePlan,
}

export const patchPlan = {
  operationId: 'patchReminderPlan',
  summary: 'Patch a reminder plan',
  description: 'Replaces each field you send as a whole, also `levels`.',
  body: PlanPatch,
  ...updatePlan,
}

export const deletePlan = {
  operationId: 'deleteReminderPlan',
  summary: 'Delete a reminder plan',
  description:
    'Refused while the plan is the default or in use. Deleting the built-in plan resets it.',
  tags,
  params: planParams,
  ...deleting,
}

const EffectView = Type.Object(
  {
    remind_from: Type.String(),
    reached: Type.Array(
      Type.Object({
        invoice_id: Type.String(),
        number: out,
        customer_id: Type.String(),
        customer_name: Type.String(),
        due_date: out,
        due: Type.String(),
        currency: Type.String(),
        level: Type.Integer(),
      }),
      { description: 'At most 100.' },
    ),
    reached_count: Type.Integer({ description: 'Invoices with a reminder today.' }),
    later_count: Type.Integer({ description: 'Open invoices whose reminder follows later.' }),
    older_count: Type.Integer({ description: 'Open invoices due before `remind_from`.' }),
    held_count: Type.Integer({
      description:
        'Invoices whose reminder waits, because the company holds money of the customer.',
    }),
  },
  {
    title: 'ReminderPlanEffect',
    examples: [
      {
        remind_from: '2026-11-01',
        reached: [
          {
            invoice_id: INVOICE_ID,
            number: 'INV-2026-0042',
            customer_id: CUSTOMER_ID,
            customer_name: 'Fernweh Books',
            due_date: '2026-11-14',
            due: '119.00',
            currency: 'EUR',
            level: 1,
          },
        ],
        reached_count: 1,
        later_count: 3,
        older_count: 12,
        held_count: 0,
      },
    ],
  },
)

export const planEffect = {
  operationId: 'getReminderPlanEffect',
  summary: 'Preview the effect of a reminder plan',
  description:
    'The reminders that the plan would send if you switched it on now. Stores and sends nothing.',
  tags,
  params: planParams,
  querystring: Type.Object(
    {
      remind_from: Type.Optional(
        Type.String({ format: 'date', description: 'Default: today, or that of the plan.' }),
      ),
    },
    closed,
  ),
  response: { 200: EffectView },
}

export const listDue = {
  operationId: 'listDueReminders',
  summary: 'List reminders that wait for approval',
  description:
    'Reminders of levels with `ask`, and reminders that the service could not send automatically.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(DueView) },
}

const Ids = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 60 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
    }),
  },
  { title: 'ReminderIds', ...closed, examples: [{ ids: [REMINDER_ID] }] },
)

const ResultsView = Type.Object(
  {
    data: Type.Array(Type.Object({ id: Type.String(), message_id: out, problem: ProblemPart })),
  },
  {
    title: 'ReminderResults',
    examples: [
      {
        data: [
          {
            id: REMINDER_ID,
            message_id: 'msg_019aa5d2-7c00-7000-8000-0123456789ab',
            problem: null,
          },
        ],
      },
    ],
  },
)

export const sendDue = {
  operationId: 'sendReminders',
  summary: 'Approve and send reminders',
  description: 'Returns a result for each. Reminders of one customer may share a message.',
  tags,
  body: Ids,
  response: { 200: ResultsView },
}

export const dismissDue = {
  operationId: 'dismissReminders',
  summary: 'Dismiss reminders',
  description: 'The level counts as done. The next level follows after the gap of the plan.',
  tags,
  body: Ids,
  response: { 200: ResultsView },
}

export const nextReminders = {
  operationId: 'listNextReminders',
  summary: 'Next reminders of several invoices',
  description: 'Unknown ids are left out.',
  tags,
  querystring: Type.Object(
    {
      invoice_ids: Type.String({
        maxLength: 5000,
        pattern: '^[A-Za-z0-9_,-]+$',
        description: 'At most 100 ids, separated by commas.',
      }),
    },
    closed,
  ),
  response: {
    200: Type.Object(
      { data: Type.Array(Type.Omit(StateView, ['reminders'])) },
      {
        title: 'NextReminders',
        examples: [
          {
            data: [
              {
                invoice_id: INVOICE_ID,
                plan: { id: PLAN_ID, name: 'Standard' },
                own_plan: null,
                next: { level: 1, n: 1, day: '2026-11-21', mode: 'ask' },
                reason: null,
                waits_for: null,
                collect_on: null,
                held: null,
                pause: null,
              },
            ],
          },
        ],
      },
    ),
  },
}

export const getReminders = {
  operationId: 'getInvoiceReminders',
  summary: "Read an invoice's reminders",
  description: 'Past reminders, and the next one with its day or the reason why there is none.',
  tags,
  params,
  ...reading(StateView),
}

const changed = {
  tags,
  params,
  ...changing(StateView),
}

export const choosePlan = {
  operationId: 'putInvoiceReminders',
  summary: 'Choose the reminder plan of an invoice',
  description: 'Null: the plan of the customer.',
  body: Type.Object(
    {
      plan: nullable(
        Type.String({
          pattern: '^(default|none|rpl_[0-9a-f-]{36})$',
          description: 'Id of a plan, `default` or `none`.',
        }),
      ),
    },
    { title: 'InvoiceRemindersInput', ...closed, examples: [{ plan: 'none' }] },
  ),
  ...changed,
}

export const pauseReminders = {
  operationId: 'pauseReminders',
  summary: 'Pause the reminders of an invoice',
  description: 'For a promise of payment, a dispute or another reason, to the end of a day.',
  body: PauseInput,
  ...changed,
}

export const resumeReminders = {
  operationId: 'resumeReminders',
  summary: 'Resume the reminders of an invoice',
  description: 'The next reminder is sent at the next daily run.',
  ...changed,
}

export const sendReminder = {
  operationId: 'sendReminder',
  summary: 'Send a reminder now',
  description: 'The next level, or a later one. Works also if no plan is switched on.',
  body: Type.Object(
    { level: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })) },
    { title: 'SendReminder', ...closed, examples: [{ level: 1 }] },
  ),
  ...changed,
}

const paperQuery = Type.Object(
  {
    level: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 6,
        description: 'Default: the waiting level, else the last one sent, else the next.',
      }),
    ),
  },
  closed,
)

export const reminderPdf = {
  operationId: 'getReminderPdf',
  summary: 'Reminder as PDF',
  description: 'The sent reminder, or a preview as of today, in the language of the invoice.',
  tags,
  params,
  querystring: paperQuery,
  ...reading({ description: 'PDF.', ...pdfContent }, [409, 504]),
}

export const reminderHtml = {
  operationId: 'getReminderHtml',
  summary: 'Reminder as HTML',
  description: 'The sent reminder, or a preview as of today, in the language of the invoice.',
  tags,
  params,
  querystring: paperQuery,
  ...reading({ description: 'HTML.', ...htmlContent }, [409]),
}

export const listCharges = {
  operationId: 'listLateCharges',
  summary: 'List charges for late payment',
  description: 'Charges are claimed in addition to the invoice and never change it. Oldest first.',
  tags,
  params,
  response: {
    200: Type.Object({ data: Type.Array(ChargeView) }, { title: 'LateCharges' }),
  },
}

export const waiveCharge = {
  operationId: 'waiveLateCharge',
  summary: 'Waive a charge',
  description: 'The charge is never claimed again.',
  tags,
  params: Type.Object({
    id: Type.String({ description: 'Id of the invoice.' }),
    charge_id: Type.String({ maxLength: 60, description: 'Id of the charge.' }),
  }),
  response: { 200: ChargeView },
}

const SettleInput = Type.Object(
  {
    amount: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
        description: 'Paid amount of the charges. Default: all of them.',
      }),
    ),
    paid_at: Type.Optional(Type.String({ format: 'date', description: 'Default: today.' })),
    method: Type.Optional(Type.String({ maxLength: 60 })),
  },
  {
    title: 'SettleCharges',
    ...closed,
    examples: [{ amount: '45.00', paid_at: '2026-11-20', method: 'transfer' }],
  },
)
export type SettleBody = Static<typeof SettleInput>

export const settleCharges = {
  operationId: 'settleLateCharges',
  summary: 'Settle charges',
  description: 'Issues an invoice for the paid charges and records the payment on it.',
  tags,
  params,
  body: SettleInput,
  response: { 201: InvoiceView },
}
