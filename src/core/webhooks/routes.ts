import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admin } from '../http/access.ts'
import { etagOf, sendWithEtag } from '../http/etag.ts'
import { storedInstant } from '../http/filters.ts'
import { pageView } from '../http/pagination.ts'
import { answersOf, changeOf, locate } from '../http/resource.ts'
import type { ReadWork, WorkOf } from '../record/work.ts'
import {
  type DeliveryDetail,
  getDelivery,
  listDeliveries,
  redeliver,
  redeliverFailed,
  testWebhook,
} from './deliveries/deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  requireWebhook,
  rotateSecret,
  updateWebhook,
  type WithSecret,
  webhookEtag,
} from './endpoints.ts'
import * as schema from './inner/schema.ts'
import { deliveryDetailView, deliveryView, webhookView } from './inner/view.ts'
import type { Webhook } from './inner/webhook.ts'

export const webhookRoutes: FastifyPluginAsyncTypebox<{ readonly workOf: WorkOf }> = async (
  app,
  { workOf },
) => {
  app.get('/webhooks', admin(schema.listWebhooks), async (request) => {
    const work = workOf(request)
    const page = await listWebhooks(work, request.query)
    return pageView(page, (it) => ({ ...webhookView(it, work.at), etag: webhookEtag(it) }))
  })

  app.post('/webhooks', admin(schema.createWebhook), async (request, reply) => {
    const work = workOf(request)
    const created = await createWebhook(work, request.body)
    locate(reply, `/webhooks/${created.webhook.id}`)
    return sendWithSecret(reply, work, created)
  })

  app.get('/webhooks/:id', admin(schema.getWebhook), async (request, reply) => {
    const work = workOf(request)
    return sendWebhook(request, reply, work, await requireWebhook(work, request.params.id))
  })

  app.put('/webhooks/:id', admin(schema.putWebhook), async (request, reply) => {
    const work = workOf(request)
    const update = { ...changeOf(request), input: request.body }
    return sendWebhook(request, reply, work, await updateWebhook(work, update))
  })

  app.patch('/webhooks/:id', admin(schema.patchWebhook), async (request, reply) => {
    const work = workOf(request)
    const update = { ...changeOf(request), input: request.body }
    return sendWebhook(request, reply, work, await updateWebhook(work, update))
  })

  app.delete('/webhooks/:id', admin(schema.deleteWebhook), async (request, reply) => {
    await deleteWebhook(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.post('/webhooks/:id/secret', admin(schema.rotateSecret), async (request, reply) => {
    const work = workOf(request)
    return sendWithSecret(reply, work, await rotateSecret(work, changeOf(request)))
  })

  app.post('/webhooks/:id/test', admin(schema.testWebhook), async (request, reply) =>
    sendDelivery(request, reply, await testWebhook(workOf(request), changeOf(request))),
  )

  app.post('/webhooks/redeliver', admin(schema.redeliverFailed), async (request) => {
    const { webhook_id: webhookId, event_types: types, created_from, created_to } = request.body
    const { queued, hasMore } = await redeliverFailed(workOf(request), {
      webhookId,
      types,
      createdFrom: storedInstant(created_from),
      createdTo: storedInstant(created_to),
    })
    return { queued, has_more: hasMore }
  })

  app.get('/webhooks/:id/deliveries', admin(schema.listDeliveries), async (request) =>
    pageView(await listDeliveries(workOf(request), request.params.id, request.query), (it) => ({
      ...deliveryView(it),
      etag: deliveryEtag(it),
    })),
  )

  app.get(
    '/webhooks/:id/deliveries/:delivery_id',
    admin(schema.getDelivery),
    async (request, reply) => {
      const { id, delivery_id } = request.params
      return sendDelivery(request, reply, await getDelivery(workOf(request), id, delivery_id))
    },
  )

  app.post(
    '/webhooks/:id/deliveries/:delivery_id/redeliver',
    admin(schema.redeliver),
    async (request, reply) => {
      const { id: webhookId, delivery_id: id } = request.params
      const target = { webhookId, id, ifMatch: request.headers['if-match'] }
      return sendDelivery(request, reply, await redeliver(workOf(request), target))
    },
  )
}

const sendWebhook = (
  request: FastifyRequest,
  reply: FastifyReply,
  { at }: ReadWork,
  webhook: Webhook,
) => sendWithEtag(request, reply, webhookEtag(webhook), webhookView(webhook, at))

const sendWithSecret = (reply: FastifyReply, { at }: ReadWork, { webhook, secret }: WithSecret) =>
  reply
    .header('etag', webhookEtag(webhook))
    .header('cache-control', 'no-store')
    .send({ ...webhookView(webhook, at), secret })

const deliveryEtag = ({ id, version }: DeliveryDetail['delivery']): string => etagOf(id, version)

const { send: sendDelivery } = answersOf(
  ({ delivery }: DeliveryDetail) => deliveryEtag(delivery),
  ({ delivery, attempts }) => deliveryDetailView(delivery, attempts),
)
