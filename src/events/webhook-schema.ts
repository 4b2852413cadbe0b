import { Type } from 'typebox'
import { CachedHeaders, ConditionalHeaders, NotModified } from '../http/etag.ts'
import { listQuery, pageOf } from '../http/pagination.ts'
import { problems } from '../http/problem.ts'
import { closed } from '../http/shapes.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery.ts'
import { PAUSE_REASONS, WEBHOOK_STATUSES, type WebhookStatus } from './webhook.ts'
import {
  DELIVERY_DETAIL_EXAMPLE,
  DELIVERY_EXAMPLE,
  SECRET_EXAMPLE,
  WEBHOOK_EXAMPLE,
} from './webhook-example.ts'

const URL_LENGTH_MAX = 2_048
const DESCRIPTION_LENGTH_MAX = 500
const TYPE_LENGTH_MAX = 60
const TYPES_MAX = 50

const text = Type.String()
const optional = Type.Union([text, Type.Null()])
const statusName = Type.Unsafe<WebhookStatus>({
  type: 'string',
  enum: [...WEBHOOK_STATUSES],
  description:
    '`enabled`: sent to; `paused`: deliveries are collected and wait; `disabled`: none are collected.',
})

const WEBHOOK_FIELDS = {
  id: text,
  url: text,
  description: optional,
  event_types: Type.Array(text),
  status: statusName,
  paused_reason: Type.Union([Type.String({ enum: [...PAUSE_REASONS] }), Type.Null()], {
    description:
      '`manual`: by hand; `failing`: nothing arrived for three days; `gone`: the receiver ' +
      'answered 410.',
  }),
  paused_at: optional,
  last_success_at: optional,
  last_failure_at: optional,
  previous_secret_until: Type.Union([text, Type.Null()], {
    description: 'After a rotation: until then the former secret signs too.',
  }),
  version: Type.Integer(),
  created_at: text,
  updated_at: text,
}
const WebhookView = Type.Object(WEBHOOK_FIELDS, { title: 'Webhook', examples: [WEBHOOK_EXAMPLE] })
const WithSecretView = Type.Object(
  {
    ...WEBHOOK_FIELDS,
    secret: Type.String({ description: 'Signs what is sent. Shown this once.' }),
  },
  { title: 'WebhookWithSecret', examples: [{ ...WEBHOOK_EXAMPLE, secret: SECRET_EXAMPLE }] },
)

const DELIVERY_FIELDS = {
  id: text,
  webhook_id: text,
  event_id: Type.String({ description: 'The header `webhook-id` of every attempt.' }),
  event_type: text,
  resource: Type.Object({ type: text, id: text }),
  status: Type.String({ enum: [...DELIVERY_STATUSES] }),
  attempt_count: Type.Integer(),
  next_attempt_at: Type.Union([text, Type.Null()], {
    description: 'Not before then. `null` while pending: as soon as those before it are through.',
  }),
  last_http_status: Type.Union([Type.Integer(), Type.Null()]),
  last_error: optional,
  created_at: text,
  finished_at: optional,
}
const DeliveryView = Type.Object(DELIVERY_FIELDS, {
  title: 'WebhookDelivery',
  examples: [DELIVERY_EXAMPLE],
})
const DeliveryDetailView = Type.Object(
  {
    ...DELIVERY_FIELDS,
    body: Type.String({ description: 'What is sent, byte for byte.' }),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: text,
        duration_ms: Type.Integer(),
        http_status: Type.Union([Type.Integer(), Type.Null()]),
        error: optional,
        answer: Type.Union([text, Type.Null()], { description: 'At most its first 1 KB.' }),
      }),
      { description: 'The latest 50.' },
    ),
  },
  { title: 'WebhookDeliveryDetail', examples: [DELIVERY_DETAIL_EXAMPLE] },
)

const FIELDS = {
  url: Type.String({
    minLength: 1,
    maxLength: URL_LENGTH_MAX,
    description: 'https, at a public address, unless the operator allows another.',
    examples: [WEBHOOK_EXAMPLE.url],
  }),
  description: Type.Union([Type.String({ maxLength: DESCRIPTION_LENGTH_MAX }), Type.Null()]),
  event_types: Type.Array(Type.String({ minLength: 1, maxLength: TYPE_LENGTH_MAX }), {
    minItems: 1,
    maxItems: TYPES_MAX,
    uniqueItems: true,
    description:
      'Types, all of a resource as `invoice.*`, or `*`, which is what it is unless told.',
    examples: [WEBHOOK_EXAMPLE.event_types],
  }),
}
const tags = ['Webhooks']
const id = Type.String({ maxLength: 100, description: 'Id of the webhook.' })
const params = Type.Object({ id })
const deliveryParams = Type.Object({
  id,
  delivery_id: Type.String({ maxLength: 100, description: 'Id of the delivery.' }),
})

export const listWebhooks = {
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'All endpoints, with their state. Secrets are shown once, when they are created.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(WebhookView), ...problems(401, 403, 422) },
}

export const createWebhook = {
  operationId: 'createWebhook',
  summary: 'Have events sent to an address',
  description:
    'From now on events are sent by Standard Webhooks 1.0. The answer shows the signing secret once.',
  tags,
  body: Type.Object(
    {
      url: FIELDS.url,
      description: Type.Optional(FIELDS.description),
      event_types: Type.Optional(FIELDS.event_types),
    },
    closed,
  ),
  response: { 201: WithSecretView, ...problems(400, 401, 403, 409, 413, 415, 422) },
}

export const getWebhook = {
  operationId: 'getWebhook',
  summary: 'Read a webhook',
  description: 'One endpoint, with its state and the reason for a pause.',
  tags,
  params,
  headers: CachedHeaders,
  response: { 200: WebhookView, 304: NotModified, ...problems(401, 403, 404) },
}

const update = {
  tags,
  params,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      url: Type.Optional(FIELDS.url),
      description: Type.Optional(FIELDS.description),
      event_types: Type.Optional(FIELDS.event_types),
      status: Type.Optional(statusName),
    },
    { ...closed, examples: [{ status: 'paused' }] },
  ),
  response: { 200: WebhookView, ...problems(400, 401, 403, 404, 412, 413, 415, 422) },
}

export const putWebhook = {
  operationId: 'putWebhook',
  summary: 'Change, pause or resume a webhook',
  description: 'Sets the fields it names; the others stay. `status: enabled` resumes.',
  ...update,
}

export const patchWebhook = {
  operationId: 'patchWebhook',
  summary: 'Change parts of a webhook',
  description: 'The same as PUT: fields that are not named stay, and `null` clears a description.',
  ...update,
}

export const deleteWebhook = {
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'With it go its deliveries; what is just being sent may still arrive.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 204: Type.Null({ description: 'Deleted.' }), ...problems(401, 403, 404, 412) },
}

export const rotateSecret = {
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the signing secret',
  description:
    'The answer shows the new secret once. For 24 hours deliveries carry the signatures of both. ' +
    'While four former secrets sign there is no further one (409).',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 200: WithSecretView, ...problems(401, 403, 404, 409, 412) },
}

export const testWebhook = {
  operationId: 'testWebhook',
  summary: 'Send a test and say how it went',
  description:
    'One attempt of type `webhook.test`, also while the webhook is paused or disabled. It is kept ' +
    'among the deliveries.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 200: DeliveryDetailView, ...problems(401, 403, 404, 412) },
}

export const listDeliveries = {
  operationId: 'listWebhookDeliveries',
  summary: 'List what was sent to a webhook',
  description: 'Newest first. Kept for 30 days.',
  tags,
  params,
  querystring: listQuery(
    {
      status: Type.Optional(
        Type.Unsafe<DeliveryStatus>({
          type: 'string',
          enum: [...DELIVERY_STATUSES],
          description: 'Only deliveries of this status.',
        }),
      ),
      event_id: Type.Optional(
        Type.String({ pattern: '^evt_[0-9a-f-]{36}$', description: 'Only of this event.' }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(DeliveryView), ...problems(401, 403, 404, 422) },
}

export const getDelivery = {
  operationId: 'getWebhookDelivery',
  summary: 'Read a delivery and its attempts',
  description: 'One delivery with its body and every attempt: status, duration, answer.',
  tags,
  params: deliveryParams,
  headers: CachedHeaders,
  response: { 200: DeliveryDetailView, 304: NotModified, ...problems(401, 403, 404) },
}

export const redeliver = {
  operationId: 'redeliverWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'Now, with the same `webhook-id` and body, and with all attempts before it; outside the order ' +
    'of its resource. While the webhook is paused it waits.',
  tags,
  params: deliveryParams,
  headers: ConditionalHeaders,
  response: { 200: DeliveryDetailView, ...problems(401, 403, 404, 409, 412) },
}
