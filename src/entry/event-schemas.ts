import {
  DEPRECATED_EVENTS,
  EVENT_TYPES,
  EVENTS,
  type EventType,
  type ResourceType,
  resourceTypeOf,
} from '@billwright/rules/events'
import { type TObject, type TProperties, type TSchema, Type } from 'typebox'

/* The schema of each event's data, for docs/events.md, the OpenAPI document and the client. */

const text = (example: string, description?: string) =>
  Type.String({ examples: [example], ...(description === undefined ? {} : { description }) })
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const whole = (example: number) => Type.Integer({ examples: [example] })
const yes = Type.Boolean({ examples: [false] })
const instant = text('2026-11-21T09:05:00.000Z')
const id = (prefix: string) => text(`${prefix}_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10`)
const data = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const PAYMENT = {
  id: id('pay'),
  invoice_id: orNull(id('inv')),
  invoice_number: orNull(text('INV-2026-0042')),
  customer_id: id('cus'),
  amount: text('50.00', 'Negative for a refund.'),
  currency: text('EUR'),
  paid_at: text('2026-11-21'),
  method: orNull(text('transfer')),
  reference: orNull(text('Statement 12/3')),
  automatic: yes,
  discount: text('0.00', 'Discount for early payment.'),
  fee: text('0.00', 'What a bank kept.'),
  write_off: text('0.00', 'A small difference that is written off.'),
  withheld: text('0.00', 'What the customer pays to the tax office for the seller.'),
  credit_note_id: orNull(id('inv')),
  due: text('92.80', 'Amount due of the invoice now.'),
}
const INVOICE = {
  id: id('inv'),
  type: text('invoice', 'invoice or credit_note.'),
  number: orNull(text('INV-2026-0042')),
  status: text('sent'),
  customer_id: id('cus'),
  customer_name: text('Fernweh Books'),
  issue_date: text('2026-11-21'),
  due_date: orNull(text('2026-12-21')),
  currency: text('EUR'),
  total: text('142.80'),
  paid: text('0.00'),
  due: text('142.80'),
  published: yes,
  version: whole(2),
}
const RECURRING = {
  id: id('rec'),
  name: text('Hosting'),
  status: text('active'),
  action: text('issue'),
  customer_id: id('cus'),
  made: whole(3),
  next_date: orNull(text('2026-12-31')),
  version: whole(4),
}

const PROVIDER_PAYMENT = data({
  id: id('ppy'),
  provider_id: id('pvd'),
  checkout_id: id('chk'),
  customer_id: id('cus'),
  ref: orNull(
    text('ch_3example', 'Of the payment, refund or dispute at the provider. Null: none was made.'),
  ),
  amount: text('119.00'),
  currency: text('EUR'),
})

/** By resource. */
const DATA: Readonly<Record<ResourceType, TObject>> = {
  invoice: data(INVOICE),
  payment: data(PAYMENT),
  customer: data({
    ...{ id: id('cus'), name: text('Fernweh Books') },
    ...{ archived: yes, version: whole(2) },
  }),
  checkout: data({
    id: id('chk'),
    kind: text('pay', 'pay, or save: the customer only gives a method to keep.'),
    status: text('paid'),
    invoice_ids: Type.Array(Type.String(), {
      examples: [['inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10']],
    }),
    customer_id: id('cus'),
    provider_id: id('pvd'),
    method: orNull(text('card')),
    amount: text('119.00'),
    currency: text('EUR'),
    closed_because: orNull(text('settled_otherwise')),
  }),
  payment_method: data({
    id: id('pmd'),
    customer_id: id('cus'),
    via: text('file', 'file or provider.'),
    kind: text('sepa_debit'),
    status: text('active'),
    consent_sha256: orNull(text('0f3c…', 'Hash of the words to which the customer agreed.')),
  }),
  collection: data({
    id: id('col'),
    invoice_id: id('inv'),
    customer_id: id('cus'),
    payment_method_id: id('pmd'),
    via: text('file'),
    status: text('announced'),
    amount: text('119.00'),
    currency: text('EUR'),
    next_on: orNull(text('2026-12-07')),
    code: orNull(text('AM04', 'Why the last attempt failed.')),
    ended_because: orNull(text('settled_otherwise')),
  }),
  direct_debit_run: data({
    id: id('ddr'),
    status: text('approved'),
    count: whole(12),
    sum: text('1428.00', 'In euros.'),
    refused_because: orNull(text('FF01')),
  }),
  refund: PROVIDER_PAYMENT,
  dispute: PROVIDER_PAYMENT,
  bank_file: data({
    id: id('bkf'),
    format: text('camt.053.001.08'),
    status: text('done'),
    ...{ entries: whole(12), new: whole(10), known: whole(2) },
    ...{ pending: whole(0), suspects: whole(0), replaced: whole(0), version: whole(2) },
  }),
  bank_entry: data({
    id: id('ben'),
    bank_account_id: id('bac'),
    file_id: id('bkf'),
    status: text('booked'),
    reason: orNull(text('outgoing')),
    booking_date: text('2026-11-21'),
    amount: text('50.00', 'Negative for money out.'),
    currency: text('EUR'),
    automatic: yes,
    allocations: Type.Array(
      data({
        kind: text('invoice'),
        invoice_id: orNull(id('inv')),
        payment_id: orNull(id('pay')),
        customer_id: orNull(id('cus')),
        amount: text('50.00'),
        currency: text('EUR'),
      }),
    ),
    version: whole(3),
  }),
  product: data({
    ...{ id: id('prd'), name: text('Atlas'), item_number: orNull(text('A-1')) },
    ...{ archived: yes, version: whole(2) },
  }),
  entry: data({
    id: id('ent'),
    kind: text('time', 'time, expense or item.'),
    customer_id: id('cus'),
    date: text('2026-11-20'),
    external_ids: Type.Array(data({ system: text('timer'), id: text('1001') }), {
      examples: [[{ system: 'timer', id: '1001' }]],
    }),
    version: whole(1),
  }),
  template: data({
    ...{ id: text('own-letterhead'), name: text('Own letterhead') },
    ...{ version: text('1.0.0'), source: text('upload') },
  }),
  recurring: data(RECURRING),
  quote: data({
    id: id('quo'),
    number: orNull(text('Q-2026-0007')),
    status: text('open'),
    revision: whole(1),
    customer_id: id('cus'),
    currency: text('EUR'),
    total: text('142.80'),
    valid_until: orNull(text('2026-12-21')),
    version: whole(2),
  }),
  delivery_note: data({
    ...{ id: id('dln'), number: text('DN-2026-0007'), status: text('issued') },
    ...{ date: text('2026-11-21'), customer_id: id('cus') },
    ...{ quote_id: orNull(id('quo')), invoice_id: orNull(id('inv')), version: whole(1) },
  }),
  reminder: data({
    id: id('rem'),
    invoice_id: id('inv'),
    customer_id: id('cus'),
    level: whole(1),
    n: whole(1),
    message_id: orNull(id('msg')),
  }),
  supplier_invoice: data({
    ...{ id: id('sin'), status: text('accepted'), number: text('R-2026-118') },
    ...{ total: text('142.80'), currency: text('EUR'), version: whole(2) },
  }),
  transmission: data({
    ...{ id: id('trm'), invoice_id: id('inv'), invoice_number: text('INV-2026-0042') },
    ...{ status: text('sent'), recipient: text('9930:DE136695976'), version: whole(2) },
  }),
  import: data({
    ...{ id: id('imp'), kind: text('customers'), rows: whole(250), imported: whole(248) },
    ...{ failed: whole(0), version: whole(3) },
  }),
  support_grant: data({
    ...{ id: id('sup'), access: text('read', 'read or write.') },
    expires_at: instant,
  }),
  limit: data({
    ...{ name: text('customers'), used: whole(412), max: whole(500) },
    percent: whole(82),
  }),
  settings: data({
    version: whole(7),
    changed: Type.Array(Type.String(), { examples: [['companyName']] }),
  }),
  books: data({
    closed_until: orNull(text('2026-09-30', 'The last closed day.')),
    closed_until_before: orNull(text('2026-06-30', 'The last closed day before this change.')),
    note: orNull(
      text('Third quarter filed', 'The note of the closing, or the reason for reopening.'),
    ),
    version: whole(3),
  }),
  webhook: data({
    id: id('whk'),
    description: orNull(text('Shop')),
    status: text('paused'),
    paused_reason: orNull(text('failing')),
    last_success_at: orNull(instant),
    last_failure_at: orNull(instant),
  }),
  message: data({
    id: id('msg'),
    kind: text('invoice'),
    status: text('sent'),
    subject: Type.Unknown(),
    customer_id: orNull(id('cus')),
    reason: orNull(text('invoice_void')),
  }),
}

/** Events whose data differ from those of their resource. */
const OTHER: Partial<Record<EventType, TObject>> = {
  'payment.unassigned': PROVIDER_PAYMENT,
  'customer.credit_changed': data({
    ...{ id: id('cus'), entry_id: id('acc'), kind: text('received') },
    ...{ amount: text('80.00'), balance: text('80.00'), currency: text('EUR') },
    invoice_id: orNull(id('inv')),
  }),
  'invoice.promise_broken': data({
    ...{ id: id('inv'), number: orNull(text('INV-2026-0042')) },
    promised: orNull(text('2026-12-31', 'The day that the customer had named.')),
  }),
  'invoice.charged': data({
    id: id('inv'),
    number: orNull(text('INV-2026-0042')),
    level: whole(2),
    currency: text('EUR'),
    charges: Type.Array(data({ kind: text('fee'), amount: text('40.00') }), {
      examples: [[{ kind: 'fee', amount: '40.00' }]],
    }),
  }),
}

/** Data of events besides the data of their resource, or with another example. */
const MORE: Partial<Record<EventType, TProperties>> = {
  'invoice.created': { status: text('draft') },
  'invoice.paid': { status: text('paid') },
  'invoice.voided': { status: text('void') },
  'quote.accepted': { status: text('accepted') },
  'quote.declined': { status: text('declined') },
  'delivery_note.voided': { status: text('void') },
  'invoice.payment_recorded': { payment: Type.Optional(data(PAYMENT)) },
  'invoice.overdue': { overdue: yes },
  'recurring.attention': {
    code: text('customer_archived'),
    date: Type.Optional(text('2026-12-31')),
  },
  'recurring.upcoming': { date: text('2026-12-31'), run_at: instant, days: whole(3) },
  'support_grant.used': { method: text('GET'), path: text('/api/v1/invoices') },
  'recurring.run': {
    date: text('2026-12-31'),
    outcome: text('made'),
    invoice_id: orNull(id('inv')),
  },
}

/** `invoice.payment_recorded` → `InvoicePaymentRecordedEvent`. */
const titleOf = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((it) => `${it.charAt(0).toUpperCase()}${it.slice(1)}`)
    .join('')}Event`

interface CatalogueEntry {
  readonly type: EventType
  readonly meaning: string
  readonly data: TObject
  /** The body of a webhook request. */
  readonly body: TObject
}

export const CATALOGUE: readonly CatalogueEntry[] = EVENT_TYPES.map((type) => {
  const resource = resourceTypeOf(type)
  const { properties } = OTHER[type] ?? DATA[resource]
  const of = data({ ...properties, ...MORE[type] })
  const body = Type.Object(
    {
      id: id('evt'),
      type: Type.Literal(type, { examples: [type] }),
      timestamp: instant,
      company: id('com'),
      resource: Type.Object({
        type: Type.Literal(resource, { examples: [resource] }),
        id: properties.id ?? text(resource),
      }),
      data: of,
      omitted: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Fields of `data` that were too long. Read the resource.',
        }),
      ),
    },
    { title: titleOf(type), description: EVENTS[type] },
  )
  return { type, meaning: EVENTS[type], data: of, body }
})

/** The member `webhooks` of the OpenAPI document. */
export const webhookOperations = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    CATALOGUE.map(({ type, meaning, body }) => [
      type,
      {
        post: {
          operationId: `on${titleOf(type)}`,
          summary: meaning.replace(/[.:;].*$/, ''),
          ...(DEPRECATED_EVENTS.includes(type) ? { deprecated: true } : {}),
          description: `${meaning} Signed according to Standard Webhooks 1.0.`,
          tags: ['Webhooks'],
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: {
            '2XX': { description: 'Taken.' },
            '4XX': { description: 'Retried later; 410 disables the webhook.' },
          },
        },
      },
    ]),
  )

/** docs/events.md. */
export function cataloguePage(): string {
  const sections = CATALOGUE.map(({ type, meaning, data }) => {
    const rows = Object.entries<TSchema>(data.properties).map(([name, schema]) => {
      return `| \`${name}\` | \`${JSON.stringify(exampleOf(schema)) ?? ''}\` | ${noteOf(schema)} |`
    })
    const table = ['| Field | Example | |', '|---|---|---|', ...rows].join('\n')
    return `## ${type}\n\n${meaning}\n\n${table}\n`
  })
  return `${HEAD}\n${sections.join('\n')}`
}

/** The description of a field, which a field that can be null has inside. */
function noteOf(schema: TSchema): string {
  const { description, anyOf } = schema as {
    readonly description?: string
    readonly anyOf?: readonly TSchema[]
  }
  return description ?? (anyOf?.[0] ? noteOf(anyOf[0]) : '')
}

/** The example of a field, or of its parts. */
export function exampleOf(schema: TSchema): unknown {
  const { examples, anyOf, properties } = schema as {
    readonly examples?: readonly unknown[]
    readonly anyOf?: readonly TSchema[]
    readonly properties?: TProperties
  }
  if (examples) return examples[0]
  if (anyOf?.[0]) return exampleOf(anyOf[0])
  if (!properties) return undefined
  return Object.fromEntries(
    Object.entries<TSchema>(properties).map(([name, part]) => [name, exampleOf(part)]),
  )
}

const HEAD = `# Events

Choose the events that your program follows. This page lists every event type with the fields of its \`data\`;
\`node scripts/event-catalogue.ts\` generates it from the schemas. [Webhooks](webhooks.md) send events to your URL, and
\`GET /events\` [lists them](api.md#events). We may add types and fields at any time, so ignore those that you do not know.

One change may cause several events: recording the last payment is \`payment.recorded\`, \`invoice.payment_recorded\` and
\`invoice.paid\`. Use one of them.
`
