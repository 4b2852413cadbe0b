import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { pageView } from '../http/pagination.ts'
import { type Clock, instant } from '../platform/clock.ts'
import type { DeliveryDetail, WebhookDeliveries } from './deliveries/service.ts'
import * as schema from './schema.ts'
import { type WebhookService, type WithSecret, webhookEtag } from './service.ts'
import { deliveryDetailView, deliveryView, webhookView } from './view.ts'
import type { Webhook } from './webhook.ts'

export interface WebhookRoutesOptions {
  readonly clock: Clock
  readonly webhooks: WebhookService
  readonly webhookDeliveries: WebhookDeliveries
}

export const webhookRoutes: FastifyPluginAsyncTypebox<WebhookRoutesOptions> = async (
  app,
  { clock, webhooks, webhookDeliveries: deliveries },
) => {
  const admin = { config: { access: 'admin' } } as const
  const view = (webhook: Webhook) => webhookView(webhook, instant(clock))
  const sendWebhook = (request: FastifyRequest, reply: FastifyReply, webhook: Webhook) =>
    sendWithEtag(request, reply, webhookEtag(webhook), view(webhook))
  const sendWithSecret = (reply: FastifyReply, { webhook, secret }: WithSecret) =>
    reply
      .header('etag', webhookEtag(webhook))
      .header('cache-control', 'no-store')
      .send({ ...view(webhook), secret })

  app.get('/webhooks', { ...admin, schema: schema.listWebhooks }, async ({ query }) =>
    pageView(await webhooks.list(query), view),
  )

  app.post('/webhooks', { ...admin, schema: schema.createWebhook }, async (request, reply) => {
    const created = await webhooks.create(request.body)
    reply.code(201).header('location', `${API_PREFIX}/webhooks/${created.webhook.id}`)
    return sendWithSecret(reply, created)
  })

  app.get('/webhooks/:id', { ...admin, schema: schema.getWebhook }, async (request, reply) =>
    sendWebhook(request, reply, await webhooks.get(request.params.id)),
  )

  app.put('/webhooks/:id', { ...admin, schema: schema.putWebhook }, async (request, reply) => {
    const { params, body: input, headers } = request
    const update = { id: params.id, input, ifMatch: headers['if-match'] }
    return sendWebhook(request, reply, await webhooks.update(update))
  })

  app.patch('/webhooks/:id', { ...admin, schema: schema.patchWebhook }, async (request, reply) => {
    const { params, body: input, headers } = request
    const update = { id: params.id, input, ifMatch: headers['if-match'] }
    return sendWebhook(request, reply, await webhooks.update(update))
  })

  app.delete(
    '/webhooks/:id',
    { ...admin, schema: schema.deleteWebhook },
    async ({ params, headers }, reply) => {
      await webhooks.remove(params.id, headers['if-match'])
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/webhooks/:id/secret',
    { ...admin, schema: schema.rotateSecret },
    async ({ params, headers }, reply) =>
      sendWithSecret(reply, await webhooks.rotateSecret(params.id, headers['if-match'])),
  )

  app.post('/webhooks/:id/test', { ...admin, schema: schema.testWebhook }, async (request, reply) =>
    sendDelivery(
      request,
      reply,
      await deliveries.test(request.params.id, request.headers['if-match']),
    ),
  )

  app.get(
    '/webhooks/:id/deliveries',
    { ...admin, schema: schema.listDeliveries },
    async ({ params, query }) => pageView(await deliveries.list(params.id, query), deliveryView),
  )

  app.get(
    '/webhooks/:id/deliveries/:delivery_id',
    { ...admin, schema: schema.getDelivery },
    async (request, reply) => {
      const { id, delivery_id: deliveryId } = request.params
      return sendDelivery(request, reply, await deliveries.get(id, deliveryId))
    },
  )

  app.post(
    '/webhooks/:id/deliveries/:delivery_id/redeliver',
    { ...admin, schema: schema.redeliver },
    async (request, reply) => {
      const { id, delivery_id: deliveryId } = request.params
      return sendDelivery(
        request,
        reply,
        await deliveries.redeliver(id, deliveryId, request.headers['if-match']),
      )
    },
  )
}

const sendDelivery = (
  request: FastifyRequest,
  reply: FastifyReply,
  { delivery, attempts }: DeliveryDetail,
) =>
  sendWithEtag(
    request,
    reply,
    etagOf(delivery.id, delivery.version),
    deliveryDetailView(delivery, attempts),
  )
