import { type Static, Type } from 'typebox'
import { ConditionalHeaders } from '../../../../core/http/etag.ts'
import { deleting, reading } from '../../../../core/http/operations.ts'
import { problems } from '../../../../core/http/problem.ts'
import { closed, nullable } from '../../../../kernel/fields/shapes.ts'
import { MAIL_CAUSES } from '../../cause.ts'
import { CHECK_CODES } from '../check-words.ts'
import { checkRow } from './check.ts'

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) })
const secret = (description: string) => Type.Optional(text(4096, description))

export const causeOfReply = nullable(
  Type.Enum([...MAIL_CAUSES], {
    description:
      'What the words beside it mean, by the status code (RFC 3463) or reply code in them.',
  }),
)

const Password = Type.Object(
  {
    kind: Type.Literal('password'),
    username: text(254),
    password: secret('Omitted: the stored one stays.'),
  },
  { title: 'MailPassword', ...closed },
)
const OAuth2 = Type.Object(
  {
    kind: Type.Literal('oauth2'),
    username: text(254),
    client_id: text(300),
    client_secret: secret('Omitted: the stored one stays.'),
    token_url: text(500, 'Where access tokens are fetched.'),
    refresh_token: secret('Omitted: the stored one stays.'),
  },
  { title: 'MailOAuth2', ...closed },
)

export const TransportBody = Type.Object(
  {
    host: text(253, 'Name of the mail server.'),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    security: Type.Enum(['tls', 'starttls', 'none'], {
      description: '`none` only for hosts in OUTBOUND_ALLOW.',
    }),
    auth: Type.Optional(nullable(Type.Union([Password, OAuth2]))),
    envelope_from: Type.Optional(
      nullable(
        Type.String({ maxLength: 254, description: 'Bounces go there. Default: the sender.' }),
      ),
    ),
  },
  {
    title: 'MailTransportInput',
    ...closed,
    examples: [
      {
        host: 'smtp.example.org',
        port: 465,
        security: 'tls',
        auth: { kind: 'password', username: 'billing@example.org', password: 'a long secret' },
      },
    ],
  },
)
export type TransportBody = Static<typeof TransportBody>

const DkimView = Type.Object(
  {
    domain: Type.String(),
    selector: Type.String(),
    name: Type.String({ description: 'Name of the DNS record.' }),
    record: Type.String({ description: 'Value of the TXT record.' }),
  },
  {
    title: 'MailDkim',
    examples: [
      {
        domain: 'example.org',
        selector: 'bw1',
        name: 'bw1._domainkey.example.org',
        record: 'v=DKIM1; k=rsa; p=MIIB…',
      },
    ],
  },
)

const TransportView = Type.Object(
  {
    source: nullable(
      Type.Enum(['settings', 'environment', 'demo'], {
        description: '`environment`: SMTP_URL, read-only. Null: no mail server is set up.',
      }),
    ),
    host: nullable(Type.String()),
    port: nullable(Type.Integer()),
    security: nullable(Type.String()),
    auth: nullable(
      Type.Object({
        kind: Type.String(),
        username: Type.String(),
        client_id: Type.Optional(Type.String()),
        token_url: Type.Optional(Type.String()),
        has_secret: Type.Boolean(),
      }),
    ),
    envelope_from: nullable(Type.String()),
    from: nullable(
      Type.Object(
        { name: nullable(Type.String()), address: Type.String() },
        { description: 'The sender of messages.' },
      ),
    ),
    dkim: nullable(DkimView),
    outbox: Type.Object({
      paused: Type.Boolean({ description: 'The setting `mailPaused`.' }),
      waits_until: nullable(
        Type.String({ description: 'The mail server failed. Nothing is sent before this time.' }),
      ),
      failing_since: nullable(Type.String()),
      last_error: nullable(Type.String()),
      last_error_cause: causeOfReply,
    }),
    version: Type.Integer(),
    updated_at: Type.String(),
  },
  {
    title: 'MailTransport',
    examples: [
      {
        source: 'settings',
        host: 'smtp.example.org',
        port: 465,
        security: 'tls',
        auth: { kind: 'password', username: 'billing@example.org', has_secret: true },
        envelope_from: null,
        from: { name: 'Ink & Stone', address: 'billing@example.org' },
        dkim: null,
        outbox: {
          paused: false,
          waits_until: null,
          failing_since: null,
          last_error: null,
          last_error_cause: null,
        },
        version: 1,
        updated_at: '2026-11-21T09:00:00.000Z',
      },
    ],
  },
)

const tags = ['E-mail']

export const getTransport = {
  operationId: 'getMailTransport',
  summary: 'Read the mail server',
  description: 'The server that sends your messages. Secrets are never shown.',
  tags,
  ...reading(TransportView),
}

export const putTransport = {
  operationId: 'putMailTransport',
  summary: 'Set the mail server',
  description: 'The service then sends waiting messages. Omitted secrets keep their value.',
  tags,
  headers: ConditionalHeaders,
  body: TransportBody,
  response: { 200: TransportView },
}

export const deleteTransport = {
  operationId: 'deleteMailTransport',
  summary: 'Delete the mail server',
  description:
    'Also deletes its secrets and the DKIM key. Messages wait until you set a mail server again.',
  tags,
  ...deleting,
}

const StepView = Type.Object({
  command: Type.String(),
  reply: Type.String(),
  ms: Type.Integer(),
})
export const StepsView = Type.Array(StepView)

export const testTransport = {
  operationId: 'testMailTransport',
  summary: 'Send a test message',
  description:
    'Sends a real message now and returns the dialogue. 200 only if the server accepted it.',
  tags,
  body: Type.Object(
    { to: text(254) },
    { title: 'MailTest', ...closed, examples: [{ to: 'me@example.org' }] },
  ),
  response: {
    200: Type.Object(
      { reply: Type.String(), steps: StepsView },
      { title: 'MailTestResult', examples: [{ reply: '250 Accepted', steps: [] }] },
    ),
    ...problems(502),
  },
}

export const checkTransport = {
  operationId: 'checkMailTransport',
  summary: 'Check the DNS records of the sender',
  description: 'Looks up SPF, DKIM, DMARC and MX of the sender in DNS.',
  tags,
  response: {
    200: Type.Object(
      {
        data: Type.Array(
          Type.Object({
            name: Type.Enum(['from', 'mx', 'spf', 'dmarc', 'dkim', 'tls']),
            state: Type.Enum(['ok', 'warn', 'fail', 'unknown']),
            code: Type.Enum([...CHECK_CODES], { description: 'What was found, for programs.' }),
            params: Type.Object(
              {
                from: Type.Optional(Type.String()),
                domain: Type.Optional(Type.String()),
                envelope: Type.Optional(Type.String()),
                record: Type.Optional(Type.String()),
              },
              { description: 'What the sentence names, for sentences in your own language.' },
            ),
            detail: Type.String({ description: 'The same as an English sentence.' }),
          }),
        ),
      },
      {
        title: 'MailCheck',
        examples: [{ data: [checkRow('spf', 'ok', 'spf', { domain: 'example.org' })] }],
      },
    ),
  },
}

export const makeDkim = {
  operationId: 'createMailDkimKey',
  summary: 'Create a DKIM key',
  description:
    'For your own mail server. Add the record to DNS. The service signs messages as soon as it finds the record.',
  tags,
  body: Type.Object(
    {
      domain: text(253),
      selector: Type.String({ pattern: '^[A-Za-z0-9-]{1,63}$' }),
    },
    { title: 'MailDkimInput', ...closed, examples: [{ domain: 'example.org', selector: 'bw1' }] },
  ),
  response: { 200: DkimView },
}
