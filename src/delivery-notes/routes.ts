import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendHtml, sendPdf } from '../documents/replies.ts'
import { etagOfBytes, sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { pageView } from '../http/pagination.ts'
import type { WorkOf } from '../record/work.ts'
import type { DeliveryNote } from './delivery-note.ts'
import * as schema from './schema.ts'
import { type DeliveryNoteService, deliveryNoteEtag } from './service.ts'
import { deliveriesView, deliveryNoteEntryView, deliveryNoteView } from './view.ts'

export const deliveryNoteRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly deliveryNotes: DeliveryNoteService
}> = async (app, { workOf, deliveryNotes }) => {
  const read = { config: { access: 'read' } } as const
  const issue = { config: { access: 'issue' } } as const

  const send = (request: FastifyRequest, reply: FastifyReply, note: DeliveryNote) =>
    sendWithEtag(request, reply, deliveryNoteEtag(note), deliveryNoteView(note))

  app.get('/delivery-notes', { ...read, schema: schema.listDeliveryNotes }, async (request) =>
    pageView(await deliveryNotes.list(workOf(request), request.query), (it) => ({
      ...deliveryNoteEntryView(it),
      etag: deliveryNoteEtag(it),
    })),
  )

  app.post(
    '/delivery-notes',
    { ...issue, schema: schema.createDeliveryNote },
    async (request, reply) => {
      const note = await deliveryNotes.create(workOf(request), request.body)
      reply.code(201).header('location', `${API_PREFIX}/delivery-notes/${note.id}`)
      return send(request, reply, note)
    },
  )

  app.get(
    '/delivery-notes/:id',
    { ...read, schema: schema.getDeliveryNote },
    async (request, reply) =>
      send(request, reply, await deliveryNotes.get(workOf(request), request.params.id)),
  )

  app.post(
    '/delivery-notes/:id/void',
    { ...issue, schema: schema.voidDeliveryNote },
    async (request, reply) => {
      const change = { id: request.params.id, ifMatch: request.headers['if-match'] }
      return send(request, reply, await deliveryNotes.void(workOf(request), change))
    },
  )

  app.get(
    '/delivery-notes/:id/html',
    { ...read, schema: schema.getDeliveryNoteHtml },
    async (request, reply) =>
      sendHtml(reply, await deliveryNotes.html(workOf(request), request.params.id)),
  )

  app.get(
    '/delivery-notes/:id/pdf',
    { ...read, schema: schema.getDeliveryNotePdf },
    async (request, reply) => {
      const { document, number } = await deliveryNotes.pdf(workOf(request), request.params.id)
      return sendPdf(reply, document, { number })
    },
  )

  for (const [path, name, described] of [
    ['/quotes/:id/deliveries', 'quoteId', schema.getQuoteDeliveries],
    ['/invoices/:id/deliveries', 'invoiceId', schema.getInvoiceDeliveries],
  ] as const)
    app.get(path, { ...read, schema: described }, async (request, reply) => {
      const { items, notes } = await deliveryNotes.deliveries(workOf(request), {
        [name]: request.params.id,
      })
      const view = deliveriesView(items, notes)
      return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
    })
}
