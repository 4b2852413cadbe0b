import { ITEMS_MAX } from '@billwright/rules/limits'
import { ON_DAY_OFF, PERIOD_BASES, UNITS } from '@billwright/rules/schedule'
import { type Static, Type } from 'typebox'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { ContentsInput } from '../../sales/contents/input-schema.ts'

/** The action for each invoice; `send`: issue, publish and mail it. */
export const ACTIONS = ['draft', 'issue', 'send'] as const
export type Action = (typeof ACTIONS)[number]

const days = (maximum: number, description: string) =>
  nullable(
    Type.Array(Type.Integer({ minimum: 1, maximum }), {
      minItems: 1,
      maxItems: maximum,
      description,
    }),
  )

const ScheduleInput = Type.Object(
  {
    unit: Type.String({ enum: [...UNITS] }),
    every: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'Default: 1.' })),
    start_date: Type.String({ format: 'date' }),
    days: Type.Optional(days(31, 'Days of the month. In a shorter month, the last day counts.')),
    nth: Type.Optional(
      nullable(
        Type.Object(
          {
            week: Type.Integer({ enum: [1, 2, 3, 4, -1], description: '-1: the last.' }),
            weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1: Monday.' }),
          },
          closed,
        ),
      ),
    ),
    weekdays: Type.Optional(days(7, '1: Monday, 7: Sunday.')),
    months: Type.Optional(days(12, 'Months of the year.')),
    lead_days: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 90, description: 'Days before the nominal day.' }),
    ),
    on_day_off: Type.Optional(Type.String({ enum: [...ON_DAY_OFF] })),
    time: Type.Optional(
      nullable(
        Type.String({
          pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
          description: 'Local time. Default: the setting `recurringTime`.',
        }),
      ),
    ),
    end: Type.Optional(
      nullable(
        Type.Object(
          {
            after: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: 10_000,
                description: 'Number of created invoices.',
              }),
            ),
            on: Type.Optional(Type.String({ format: 'date', description: 'The last day.' })),
          },
          closed,
        ),
      ),
    ),
  },
  { title: 'ScheduleInput', ...closed },
)
export type ScheduleBody = Static<typeof ScheduleInput>

const PeriodInput = Type.Object(
  {
    basis: Type.String({ enum: [...PERIOD_BASES] }),
    offset: Type.Optional(Type.Integer({ minimum: -1, maximum: 1 })),
  },
  { title: 'PeriodInput', ...closed },
)
export type PeriodBody = Static<typeof PeriodInput>

/**
 * Contents as a request: what it leaves out follows the customer, the product and the settings of the day.
 * Days and names of a single invoice are left out.
 */
const { items: someItems, ...rest } = Type.Omit(ContentsInput, [
  'customer_id',
  'issue_date',
  'due_date',
  'delivery_date',
  'period_start',
  'period_end',
  'tax_point_date',
  'deposit_for',
  'external_ids',
]).properties

const items = Type.Array(someItems.items, {
  maxItems: ITEMS_MAX,
  description: 'May be empty only with `include_entries`.',
})

const contentFields = {
  ...rest,
  payment_terms_days: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 3650 }))),
}

export const ContentInput = Type.Object(
  { ...contentFields, items },
  { title: 'RecurringContentInput', ...closed },
)
export type Content = Static<typeof ContentInput>

export const ContentPatch = Type.Object(
  { ...contentFields, items: Type.Optional(items) },
  { title: 'RecurringContentPatch', ...closed },
)
export type ContentPart = Static<typeof ContentPatch>

const addresses = (description: string) =>
  Type.Array(Type.String({ maxLength: 254 }), { maxItems: 5, description })
export const MailInput = Type.Object(
  {
    to: Type.Optional(nullable(addresses('Default: the addresses of the customer.'))),
    cc: Type.Optional(addresses('In copy. Empty: those of the customer.')),
    bcc: Type.Optional(addresses('In blind copy.')),
    notice_days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
        maxItems: 3,
        uniqueItems: true,
        description: 'The customer gets a notice so many days before each invoice.',
      }),
    ),
  },
  { title: 'RecurringMailInput', ...closed },
)
export type MailPart = Static<typeof MailInput>

export const definition = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  customer_id: Type.String({ maxLength: 60 }),
  action: Type.String({ enum: [...ACTIONS] }),
  period: PeriodInput,
  include_entries: Type.Boolean({
    description:
      'Each invoice also bills the open time and expenses of the customer, up to the end of its period.',
  }),
}

export const EXAMPLE = {
  name: 'Hosting Fernweh',
  customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
  action: 'issue',
  schedule: { unit: 'month', every: 1, start_date: '2026-12-31', days: [31] },
  period: { basis: 'calendar', offset: 0 },
  invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49.00' }] },
}

export const RecurringCreate = Type.Object(
  {
    ...definition,
    action: Type.Optional(definition.action),
    period: Type.Optional(PeriodInput),
    include_entries: Type.Optional(definition.include_entries),
    schedule: ScheduleInput,
    invoice: ContentInput,
    mail: Type.Optional(MailInput),
    status: Type.Optional(Type.String({ enum: ['active', 'paused'] })),
    backfill: Type.Optional(
      Type.Boolean({ description: 'Create also the invoices of days before today, at most 36.' }),
    ),
  },
  { title: 'RecurringInvoiceCreate', ...closed, examples: [EXAMPLE] },
)
export type RecurringCreateBody = Static<typeof RecurringCreate>

export const RecurringPut = Type.Object(
  {
    ...Type.Partial(Type.Object(definition)).properties,
    schedule: Type.Optional(ScheduleInput),
    invoice: Type.Optional(ContentInput),
    mail: Type.Optional(MailInput),
  },
  { title: 'RecurringInvoicePut', ...closed, examples: [{ name: 'Hosting', action: 'draft' }] },
)

export const RecurringPatch = Type.Object(
  {
    ...Type.Partial(Type.Object(definition)).properties,
    period: Type.Optional(Type.Partial(PeriodInput, closed)),
    schedule: Type.Optional(Type.Partial(ScheduleInput, closed)),
    invoice: Type.Optional(ContentPatch),
    mail: Type.Optional(MailInput),
  },
  {
    title: 'RecurringInvoicePatch',
    ...closed,
    examples: [{ invoice: { items: EXAMPLE.invoice.items } }],
  },
)
export type RecurringChangeBody = Static<typeof RecurringPatch>

const decimal = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description }))

export const RepriceInput = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 60, description: 'Only this customer.' })),
    product_id: Type.Optional(
      Type.String({ maxLength: 60, description: 'Only the items of this product.' }),
    ),
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 60 }), {
        minItems: 1,
        maxItems: 500,
        description: 'Only these.',
      }),
    ),
    percent: decimal('Percent by which each price rises; negative to lower it.'),
    unit_price: decimal('The new price of each item.'),
    round_to: decimal('Round to a multiple of this amount, e.g. 0.05.'),
    from: Type.String({ format: 'date', description: 'From the first day on or after this one.' }),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Return the changes without storing them.' }),
    ),
  },
  {
    title: 'RepriceInput',
    ...closed,
    examples: [{ percent: '3.5', round_to: '0.05', from: '2027-01-01', dry_run: true }],
  },
)
export type RepriceBody = Static<typeof RepriceInput>

export const FromInvoiceInput = Type.Object(
  { name: Type.Optional(definition.name), schedule: Type.Optional(ScheduleInput) },
  { title: 'RecurringFromInvoice', ...closed, examples: [{ name: 'Hosting Fernweh' }] },
)

export const OccurrenceInput = Type.Object(
  {
    skip: Type.Optional(Type.Boolean()),
    items: Type.Optional(items),
    notes: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
  },
  { title: 'OccurrenceInput', ...closed, examples: [{ skip: true }] },
)
export type OccurrenceBody = Static<typeof OccurrenceInput>
