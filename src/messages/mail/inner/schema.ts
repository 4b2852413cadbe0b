import { type Static, Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { deleting, reading } from '../../../core/http/operations.ts'
import {
  ETAG_EXAMPLE,
  entryOf,
  etag,
  listQuery,
  pageOf,
  searched,
} from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'
import { ATTACHMENT_KINDS, CUSTOMER_KINDS, MESSAGE_KINDS, MESSAGE_STATUSES } from '../message.ts'
import { causeOfReply, StepsView } from '../transport/inner/schema.ts'
import { WARNING_CODES } from '../warnings.ts'

const out = nullable(Type.String())
const BoxView = Type.Object({ name: out, address: Type.String() }, { title: 'Mailbox' })
const EXAMPLE = {
  id: 'msg_019aa5d2-7c00-7000-8000-0123456789ab',
  kind: 'invoice',
  subject: { type: 'invoice', id: 'inv_019aa5d2-7c00-7000-8000-0123456789ab' },
  customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  automatic: false,
  status: 'sent',
  from: { name: 'Ink & Stone', address: 'billing@inkandstone.example' },
  reply_to: null,
  recipients: [
    {
      role: 'to',
      name: 'Ida Brandt',
      address: 'accounts@northwind.example',
      state: 'accepted',
      detail: null,
      cause: null,
    },
  ],
  subject_line: 'Rechnung INV-2026-0042 von Ink & Stone',
  text: 'Guten Tag Ida Brandt,\n\nanbei erhalten Sie die Rechnung INV-2026-0042 über 119,00 €.',
  language: 'de',
  attachments: [
    { name: 'INV-2026-0042.pdf', media_type: 'application/pdf', bytes: 48211, sha256: 'ab12…' },
  ],
  warnings: [],
  link: true,
  message_id: '<msg_019aa5d2-7c00-7000-8000-0123456789ab@inkandstone.example>',
  raw_sha256: 'cd34…',
  raw_bytes: 70911,
  send_after: null,
  next_attempt_at: null,
  uncertain: false,
  reason: null,
  cause: null,
  version: 4,
  created_at: '2026-11-21T09:00:00.000Z',
  sent_at: '2026-11-21T09:00:04.000Z',
}

const fields = {
  id: Type.String(),
  kind: Type.Enum([...MESSAGE_KINDS]),
  subject: nullable(
    Type.Object(
      { type: Type.String(), id: Type.String() },
      { description: 'The resource of the message.' },
    ),
  ),
  customer_id: out,
  automatic: Type.Boolean({ description: 'Whether the service sent it automatically.' }),
  status: Type.Enum([...MESSAGE_STATUSES], {
    description: '`sent`: a mail server answered 250 to the data.',
  }),
  from: nullable(BoxView),
  reply_to: nullable(BoxView),
  recipients: Type.Array(
    Type.Object({
      role: Type.Enum(['to', 'cc', 'bcc']),
      name: out,
      address: Type.String(),
      state: Type.Enum(['waiting', 'accepted', 'rejected', 'bounced', 'delayed']),
      detail: nullable(Type.String({ description: 'The words of the mail server.' })),
      cause: causeOfReply,
    }),
  ),
  subject_line: Type.String(),
  text: Type.String(),
  language: Type.String(),
  attachments: Type.Array(
    Type.Object({
      name: Type.String(),
      media_type: out,
      bytes: nullable(Type.Integer({ description: 'Null until the message is built.' })),
      sha256: out,
    }),
  ),
  warnings: Type.Array(Type.String({ description: 'E.g. `attachment_left_out`.' })),
  link: Type.Boolean({ description: 'Whether the message has a link to the document.' }),
  message_id: Type.String(),
  raw_sha256: out,
  raw_bytes: nullable(Type.Integer()),
  send_after: out,
  next_attempt_at: out,
  uncertain: Type.Boolean({
    description: 'The connection broke while the message was sent, so it may have arrived.',
  }),
  reason: nullable(
    Type.String({
      description:
        'Why it failed or was canceled: a code, such as `voided`, or the words of the mail server.',
    }),
  ),
  cause: causeOfReply,
  version: Type.Integer(),
  created_at: Type.String(),
  sent_at: out,
}

const MessageEntry = Type.Object(
  { ...fields, etag },
  { title: 'MessageEntry', examples: [{ ...EXAMPLE, etag: ETAG_EXAMPLE }] },
)
export const MessageView = Type.Object(
  {
    ...fields,
    html: Type.String({
      description: 'HTML of the message with the embedded logo. It loads nothing from other hosts.',
    }),
    attempts: Type.Array(
      Type.Object({
        at: Type.String(),
        outcome: nullable(Type.String({ description: 'Null during the attempt.' })),
        code: nullable(Type.Integer()),
        reply: out,
        cause: causeOfReply,
        steps: StepsView,
      }),
    ),
  },
  { title: 'Message', examples: [{ ...EXAMPLE, html: '<!doctype html>…', attempts: [] }] },
)

const tags = ['E-mail']
const params = Type.Object({ id: Type.String({ description: 'Id of the message.' }) })
const Addresses = Type.Array(Type.String({ minLength: 3, maxLength: 254 }), { maxItems: 20 })

const sendFields = {
  to: Type.Optional(Addresses),
  cc: Type.Optional(Addresses),
  bcc: Type.Optional(Addresses),
  reply_to: Type.Optional(nullable(Type.String({ maxLength: 254 }))),
  subject: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'May have placeholders.' }),
  ),
  body: Type.Optional(
    Type.String({ minLength: 1, maxLength: 5000, description: 'May have placeholders.' }),
  ),
  language: Type.Optional(
    Type.String({ maxLength: 35, description: "BCP 47. Default: the document's." }),
  ),
  attach: Type.Optional(
    Type.Array(Type.Enum([...ATTACHMENT_KINDS]), {
      maxItems: ATTACHMENT_KINDS.length,
      uniqueItems: true,
      description: "Default: by the settings and the customer's e-invoice profile.",
    }),
  ),
  link: Type.Optional(
    Type.Boolean({ description: 'Publish the document and link to it. Default: the settings.' }),
  ),
  send_on: Type.Optional(
    Type.Union([Type.String({ format: 'date' }), Type.String({ format: 'date-time' })], {
      description: 'Do not send it before: a day, at `recurringTime`, or an instant. Default: now.',
    }),
  ),
}
export const SendBody = Type.Object(sendFields, {
  title: 'MessageSend',
  ...closed,
  examples: [{ to: ['accounts@northwind.example'], subject: 'Invoice {number}' }],
})
export type SendBody = Static<typeof SendBody>

export const StatementSendBody = Type.Object(
  {
    ...sendFields,
    from: Type.Optional(Type.String({ format: 'date', description: 'First day.' })),
    until: Type.Optional(Type.String({ format: 'date', description: 'Last day. Default: today.' })),
    currency: Type.Optional(Type.String({ maxLength: 3 })),
  },
  { title: 'StatementSend', ...closed, examples: [{ from: '2026-01-01' }] },
)
export type StatementSendBody = Static<typeof StatementSendBody>

const PreviewView = Type.Object(
  {
    subject_line: Type.String(),
    text: Type.String(),
    subject: Type.String({
      description:
        'The subject line, ready to edit and send. A draft has the placeholder `{number}`.',
    }),
    body: Type.String({
      description:
        'The text, ready to edit and send: with the placeholder `{link}`, for a draft also `{number}`, and without the signature.',
    }),
    html: Type.String({ description: 'HTML of the message. It loads nothing from other hosts.' }),
    language: Type.String(),
    link: Type.Boolean({ description: 'Whether the message has a link to the document.' }),
    attach: Type.Array(Type.String({ description: 'E.g. `pdf`.' })),
    from: nullable(BoxView),
    recipients: Type.Array(Type.Object({ role: Type.String(), name: out, address: Type.String() })),
    attachments: Type.Array(
      Type.Object({ name: Type.String(), media_type: Type.String(), bytes: Type.Integer() }),
    ),
    warnings: Type.Array(
      Type.Object(
        {
          code: Type.Enum([...WARNING_CODES]),
          detail: Type.String(),
          params: Type.Object(
            { value: Type.Optional(Type.String()) },
            { description: 'The domain or address that `detail` names.' },
          ),
        },
        { title: 'MessageWarning' },
      ),
    ),
  },
  {
    title: 'MessagePreview',
    examples: [
      {
        subject_line: 'Invoice INV-7 from Ink & Stone',
        text: 'Hello,\n\nHere is invoice INV-7 for €119.00.',
        subject: 'Invoice INV-7 from Ink & Stone',
        body: 'Hello,\n\nHere is invoice INV-7 for €119.00.',
        html: '<!doctype html>…',
        language: 'en',
        link: false,
        attach: ['pdf'],
        from: { name: 'Ink & Stone', address: 'billing@inkandstone.example' },
        recipients: [{ role: 'to', name: null, address: 'accounts@northwind.example' }],
        attachments: [{ name: 'INV-7.pdf', media_type: 'application/pdf', bytes: 48211 }],
        warnings: [],
      },
    ],
  },
)

const sending = {
  tags,
  response: { 201: MessageView },
}
const previewing = {
  tags,
  response: {
    200: PreviewView,
    ...problems(504),
  },
}
const documentParams = Type.Object({ id: Type.String({ description: 'Id of the document.' }) })
const customerParams = Type.Object({ id: Type.String({ description: 'Id of the customer.' }) })
const paymentParams = Type.Object({
  id: Type.String({ description: 'Id of the invoice.' }),
  payment_id: Type.String({ description: 'Id of the payment.' }),
})

export const sendInvoice = {
  operationId: 'sendInvoice',
  summary: 'Send an invoice or credit note',
  description:
    'Writes a message to the outbox. The service sends it at once, or on `send_on`. Only for issued documents.',
  params: documentParams,
  headers: ConditionalHeaders,
  body: Type.Optional(SendBody),
  ...sending,
}

export const previewInvoice = {
  operationId: 'previewInvoiceMessage',
  summary: 'Preview the message of an invoice',
  description: 'Stores nothing. The link is a sample until the document is published.',
  params: documentParams,
  body: Type.Optional(SendBody),
  ...previewing,
}

export const sendQuote = {
  operationId: 'sendQuote',
  summary: 'Send a quote',
  description: 'Opens a draft first. The message has the link on which the customer answers.',
  params: documentParams,
  headers: ConditionalHeaders,
  body: Type.Optional(SendBody),
  ...sending,
}

export const previewQuote = {
  operationId: 'previewQuoteMessage',
  summary: 'Preview the message of a quote',
  description: 'Stores nothing. Number and link are missing until the quote is open.',
  params: documentParams,
  body: Type.Optional(SendBody),
  ...previewing,
}

export const sendDeliveryNote = {
  operationId: 'sendDeliveryNote',
  summary: 'Send a delivery note',
  description:
    'With its PDF and no link. It goes to the contacts for orders, else to those for billing.',
  params: documentParams,
  body: Type.Optional(SendBody),
  ...sending,
}

export const previewDeliveryNote = {
  operationId: 'previewDeliveryNoteMessage',
  summary: 'Preview the message of a delivery note',
  description: 'Stores nothing.',
  params: documentParams,
  body: Type.Optional(SendBody),
  ...previewing,
}

export const sendStatement = {
  operationId: 'sendStatement',
  summary: 'Send a statement of account',
  description: 'The service prints the statement when it sends the message.',
  params: customerParams,
  body: Type.Optional(StatementSendBody),
  ...sending,
}

export const previewStatement = {
  operationId: 'previewStatementMessage',
  summary: 'Preview the message of a statement',
  description: 'Stores nothing.',
  params: customerParams,
  body: Type.Optional(StatementSendBody),
  ...previewing,
}

export const sendReceipt = {
  operationId: 'sendReceipt',
  summary: 'Send a receipt for a payment',
  description: 'Thanks for the payment and states the amount still due.',
  params: paymentParams,
  body: Type.Optional(SendBody),
  ...sending,
}

export const previewReceipt = {
  operationId: 'previewReceiptMessage',
  summary: 'Preview a receipt',
  description: 'Stores nothing.',
  params: paymentParams,
  body: Type.Optional(SendBody),
  ...previewing,
}

const BULK_MAX = 100

export const sendInvoices = {
  operationId: 'sendInvoices',
  summary: 'Send several invoices',
  description: 'Sends each separately: one failure does not stop the others.',
  tags,
  body: Type.Object(
    { ids: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: BULK_MAX }) },
    { title: 'InvoicesSend', ...closed, examples: [{ ids: [EXAMPLE.subject.id] }] },
  ),
  response: {
    200: Type.Object(
      {
        data: Type.Array(
          Type.Object({
            id: Type.String(),
            message_id: nullable(Type.String({ description: 'Id of the message.' })),
            problem: nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
          }),
        ),
      },
      {
        title: 'InvoicesSent',
        examples: [{ data: [{ id: EXAMPLE.subject.id, message_id: EXAMPLE.id, problem: null }] }],
      },
    ),
  },
}

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const listMessages = {
  operationId: 'listMessages',
  summary: 'List messages',
  description: 'Newest first.',
  tags,
  querystring: listQuery(
    {
      status: Type.Optional(Type.Enum([...MESSAGE_STATUSES], { description: 'Of the message.' })),
      kind: Type.Optional(Type.Enum([...MESSAGE_KINDS], { description: 'E.g. `invoice`.' })),
      customer_id: Type.Optional(
        Type.String({ maxLength: 60, description: 'Messages to this customer.' }),
      ),
      subject_id: Type.Optional(
        Type.String({ maxLength: 60, description: 'Messages about this document.' }),
      ),
      q: searched('Text in the subject line, a name or an address.'),
      from: day('First day they were written, in UTC.'),
      to: day('Last day they were written, in UTC.'),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(MessageEntry) },
}

export const getMessage = {
  operationId: 'getMessage',
  summary: 'Read a message',
  description: 'With the dialogue of its attempts.',
  tags,
  params,
  ...reading(MessageView),
}

export const getRaw = {
  operationId: 'getRawMessage',
  summary: 'Download a message',
  description: 'The exact bytes that were sent (`message/rfc822`). They contain the link.',
  tags,
  params,
  response: {
    200: {
      description: 'The message.',
      content: { 'message/rfc822': { schema: Type.String({ format: 'binary' }) } },
    },
  },
}

const change = {
  tags,
  params,
  headers: ConditionalHeaders,
}

export const cancelMessage = {
  operationId: 'cancelMessage',
  summary: 'Cancel a message',
  description: 'Only while it is queued.',
  ...change,
  response: { 200: MessageView },
}

export const retryMessage = {
  operationId: 'retryMessage',
  summary: 'Retry a message',
  description: 'Sends a failed message again, with the same bytes and Message-ID.',
  ...change,
  response: { 200: MessageView },
}

export const resendMessage = {
  operationId: 'resendMessage',
  summary: 'Send a message again',
  description: 'A new message with the same text, recipients and documents.',
  tags,
  params,
  response: { 201: MessageView },
}

export const BounceBody = Type.Object(
  {
    message_id: Type.String({ maxLength: 300, description: 'The header Message-ID.' }),
    recipient: Type.String({ maxLength: 254 }),
    state: Type.Enum(['bounced', 'delayed']),
    code: Type.Optional(nullable(Type.String({ pattern: '^[245]\\.\\d{1,3}\\.\\d{1,3}$' }))),
    detail: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  },
  {
    title: 'MessageBounce',
    ...closed,
    examples: [
      {
        message_id: EXAMPLE.message_id,
        recipient: 'accounts@northwind.example',
        state: 'bounced',
        code: '5.1.1',
        detail: 'No such user',
      },
    ],
  },
)
export type BounceBody = Static<typeof BounceBody>

/** Bytes; the route's parser has checked their number. */
const Report = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })

export const REPORT_BYTES_MAX = 1_000_000

const BounceResult = Type.Object(
  { matched: Type.Boolean({ description: 'Whether a recipient of a message was found.' }) },
  { title: 'BounceResult', examples: [{ matched: true }] },
)

export const reportBounce = {
  operationId: 'reportBounce',
  summary: 'Report a bounce',
  description: "From a provider's webhook. An unknown Message-ID changes nothing.",
  tags,
  body: BounceBody,
  response: { 202: BounceResult },
}

export const reportDelivery = {
  operationId: 'reportDelivery',
  summary: 'Report a delivery status report',
  description:
    'The report of a mail server, as `message/rfc822` (≤ 1 MB). An unknown Message-ID changes nothing.',
  tags,
  body: { content: { 'message/rfc822': { schema: Report } } },
  response: { 202: BounceResult },
}

const TemplateView = Type.Object(
  {
    kind: Type.Enum([...CUSTOMER_KINDS]),
    language: Type.String(),
    subject: Type.String(),
    body: Type.String(),
    built_in: Type.Boolean({ description: '`false`: your own text.' }),
    version: Type.Integer(),
    updated_at: out,
  },
  {
    title: 'MessageTemplate',
    examples: [
      {
        kind: 'invoice',
        language: 'en',
        subject: '{document} {number} from {company_name}',
        body: '{salutation}\n\nHere is invoice {number} for {total}.',
        built_in: true,
        version: 0,
        updated_at: null,
      },
    ],
  },
)
const TemplateInput = Type.Object(
  {
    subject: Type.String({ minLength: 1, maxLength: 200 }),
    body: Type.String({ minLength: 1, maxLength: 5000 }),
  },
  {
    title: 'MessageTemplateInput',
    ...closed,
    examples: [
      { subject: 'Invoice {number}', body: '{salutation}\n\nHere is your invoice.\n\n{link}' },
    ],
  },
)
export type TemplateInput = Static<typeof TemplateInput>
const templateParams = Type.Object({
  kind: Type.String({ description: 'E.g. `invoice`.' }),
  language: Type.String({ description: 'E.g. `de`.' }),
})

export const listTemplates = {
  operationId: 'listMessageTemplates',
  summary: 'List message templates',
  description: 'The texts of each kind in each language, yours or the built-in ones.',
  tags,
  response: {
    200: Type.Object({
      data: Type.Array(entryOf(TemplateView)),
      placeholders: Type.Array(Type.String({ description: 'Names to use in braces.' })),
    }),
  },
}

export const putTemplate = {
  operationId: 'putMessageTemplate',
  summary: 'Set a message template',
  description: 'Your texts replace the built-in ones, for messages written from now on.',
  tags,
  params: templateParams,
  headers: ConditionalHeaders,
  body: TemplateInput,
  response: { 200: TemplateView },
}

export const deleteTemplate = {
  operationId: 'deleteMessageTemplate',
  summary: 'Restore a built-in message template',
  description: 'Deletes your texts.',
  tags,
  params: templateParams,
  ...deleting,
}

export const previewTemplate = {
  operationId: 'previewMessageTemplate',
  summary: 'Preview a message template',
  description: 'With sample data. Shows texts in the body without storing them.',
  tags,
  params: templateParams,
  body: Type.Optional(TemplateInput),
  response: {
    200: Type.Object(
      { subject_line: Type.String(), text: Type.String(), html: Type.String() },
      {
        title: 'MessageTemplatePreview',
        examples: [{ subject_line: 'Invoice INV-7', text: 'Hello', html: '<!doctype html>…' }],
      },
    ),
  },
}
