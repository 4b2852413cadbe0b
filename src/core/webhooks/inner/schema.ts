import { Type } from 'typebox'
import { closed, STAMPS } from '../../../kernel/fields/shapes.ts'
import { ConditionalHeaders } from '../../http/etag.ts'
import { createdBetween } from '../../http/filters.ts'
import { changing, deleting, reading } from '../../http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../http/pagination.ts'
import { REDELIVERED_MAX } from '../deliveries/deliveries.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from '../deliveries/inner/delivery.ts'
import {
  DELIVERY_DETAIL_EXAMPLE,
  DELIVERY_EXAMPLE,
  SECRET_EXAMPLE,
  WEBHOOK_EXAMPLE,
} from './example.ts'
import { PAUSE_REASONS, WEBHOOK_STATUSES, type WebhookStatus } from './webhook.ts'

const URL_LENGTH_MAX = 2_048
const DESCRIPTION_LENGTH_MAX = 500
const TYPE_LENGTH_MAX = 60
const TYPES_MAX = 50

const text = Type.String()
const optional = Type.Union([text, Type.Null()])
const errorCode = Type.Union([text, Type.Null()], {
  description:
    'Why it failed: `receiver_status`, `receiver_redirect`, `receiver_gone`, `interrupted`, `failed`, or the ' +
    'code of the outbound request, such as `upstream_timeout`.',
})
const statusName = Type.Unsafe<WebhookStatus>({
  type: 'string',
  enum: [...WEBHOOK_STATUSES],
  description:
    '`enabled`: deliveries are sent. `paused`: they wait. `disabled`: no deliveries are stored.',
})

const WEBHOOK_FIELDS = {
  id: text,
  url: text,
  description: optional,
  event_types: Type.Array(text),
  status: statusName,
  paused_reason: Type.Union([Type.String({ enum: [...PAUSE_REASONS] }), Type.Null()], {
    description:
      '`manual`: paused by a person. `failing`: no delivery succeeded for three days. `gone`: the receiver answered 410.',
  }),
  paused_at: optional,
  last_success_at: optional,
  last_failure_at: optional,
  previous_secret_until: Type.Union([text, Type.Null()], {
    description: 'After a rotation, the old secret signs too until this time.',
  }),
  ...STAMPS,
}
const WebhookView = Type.Object(WEBHOOK_FIELDS, { title: 'Webhook', examples: [WEBHOOK_EXAMPLE] })
const WithSecretView = Type.Object(
  {
    ...WEBHOOK_FIELDS,
    secret: Type.String({ description: 'Signs the deliveries. Shown only once.' }),
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
    description:
      'Not before this time. `null` while pending: as soon as the previous ones are done.',
  }),
  last_http_status: Type.Union([Type.Integer(), Type.Null()]),
  last_error: optional,
  last_error_code: errorCode,
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
    body: Type.String({ description: 'The exact body of the request.' }),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: text,
        duration_ms: Type.Integer(),
        http_status: Type.Union([Type.Integer(), Type.Null()]),
        error: optional,
        error_code: errorCode,
        answer: Type.Union([text, Type.Null()], { description: 'The first 1 KB.' }),
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
    description: 'A public https URL, unless the operator allows others.',
    examples: [WEBHOOK_EXAMPLE.url],
  }),
  description: Type.Union([Type.String({ maxLength: DESCRIPTION_LENGTH_MAX }), Type.Null()]),
  event_types: Type.Array(Type.String({ minLength: 1, maxLength: TYPE_LENGTH_MAX }), {
    minItems: 1,
    maxItems: TYPES_MAX,
    uniqueItems: true,
    description: 'Types, all types of a resource (`invoice.*`), or `*` (default).',
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
  description: 'All webhooks with their state. Secrets are shown only when you create them.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(WebhookView)) },
}

export const createWebhook = {
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Sends events to your URL from now on, following Standard Webhooks 1.0. Only this response contains the signing secret.',
  tags,
  body: Type.Object(
    {
      url: FIELDS.url,
      description: Type.Optional(FIELDS.description),
      event_types: Type.Optional(FIELDS.event_types),
    },
    {
      ...closed,
      examples: [
        {
          url: WEBHOOK_EXAMPLE.url,
          description: WEBHOOK_EXAMPLE.description,
          event_types: WEBHOOK_EXAMPLE.event_types,
        },
      ],
    },
  ),
  response: { 201: WithSecretView },
}

export const getWebhook = {
  operationId: 'getWebhook',
  summary: 'Read a webhook',
  description: 'One webhook with its state and the reason if it is paused.',
  tags,
  params,
  ...reading(WebhookView),
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
  response: { 200: WebhookView },
}

export const putWebhook = {
  operationId: 'putWebhook',
  summary: 'Change, pause or resume a webhook',
  description:
    'Replaces the fields you send; other fields keep their value. `status: enabled` resumes.',
  ...update,
}

export const patchWebhook = {
  operationId: 'patchWebhook',
  summary: 'Patch a webhook',
  description: 'Same as PUT: omitted fields keep their value, and `null` clears the description.',
  ...update,
}

export const deleteWebhook = {
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Also deletes its deliveries. A delivery in progress may still arrive.',
  tags,
  params,
  ...deleting,
}

export const rotateSecret = {
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the signing secret',
  description:
    'Only this response contains the new secret. For 24 hours, deliveries carry signatures with both secrets. Refused with 409 while four old secrets are still active.',
  tags,
  params,
  ...changing(WithSecretView),
}

export const testWebhook = {
  operationId: 'testWebhook',
  summary: 'Send a test delivery',
  description:
    'Makes one attempt of type `webhook.test` and returns the result, even if the webhook is paused or disabled. The delivery is stored.',
  tags,
  params,
  ...changing(DeliveryDetailView),
}

export const listDeliveries = {
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Newest first. Deliveries are kept for 30 days.',
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
        Type.String({
          pattern: '^evt_[0-9a-f-]{36}$',
          description: 'Only deliveries of this event.',
        }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(DeliveryView)) },
}

export const getDelivery = {
  operationId: 'getWebhookDelivery',
  summary: 'Read a delivery and its attempts',
  description: 'One delivery with its body and every attempt: status, duration, response.',
  tags,
  params: deliveryParams,
  ...reading(DeliveryDetailView),
}

export const redeliver = {
  operationId: 'redeliverWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'Sends the delivery now, out of order, with the same `webhook-id` and body and all attempts again. If the webhook is paused, the delivery waits.',
  tags,
  params: deliveryParams,
  ...changing(DeliveryDetailView),
}

export const redeliverFailed = {
  operationId: 'redeliverWebhookDeliveries',
  summary: 'Send failed deliveries again',
  description: `Sends failed deliveries again, the oldest first, at most ${REDELIVERED_MAX} at once: repeat the request while \`has_more\` is true. Those of one resource stay in order. Each has the same \`webhook-id\` and body and all attempts again. Tests are not repeated. While a webhook is paused, its deliveries wait. Without \`webhook_id\`, disabled webhooks are skipped.`,
  tags,
  body: Type.Object(
    {
      webhook_id: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only of this webhook. Default: all.' }),
      ),
      event_types: Type.Optional({
        ...FIELDS.event_types,
        description: 'Only these types, all types of a resource (`invoice.*`), or `*` (default).',
      }),
      ...createdBetween,
    },
    {
      title: 'WebhookRedelivery',
      ...closed,
      examples: [{ webhook_id: WEBHOOK_EXAMPLE.id, created_from: '2026-11-20T00:00:00Z' }],
    },
  ),
  response: {
    200: Type.Object(
      {
        queued: Type.Integer({ description: 'Deliveries that are sent again.' }),
        has_more: Type.Boolean({ description: 'More failed deliveries match.' }),
      },
      { title: 'WebhookRedelivered', examples: [{ queued: 12, has_more: false }] },
    ),
  },
}
