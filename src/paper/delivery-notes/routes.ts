import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { issue, read } from '../../core/http/access.ts'
import { etagOfBytes, sendWithEtag } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { sendHtml, sendPdf } from '../printing/replies.ts'
import * as schema from './inner/schema.ts'
import { deliveriesView, deliveryNoteEntryView, deliveryNoteView } from './inner/view.ts'
import { type DeliveryNoteService, deliveryNoteEtag } from './service.ts'

export const deliveryNoteRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly deliveryNotes: DeliveryNoteService
}> = async (app, { workOf, deliveryNotes }) => {
  const { send } = answersOf(deliveryNoteEtag, deliveryNoteView)

  app.get('/delivery-notes', read(schema.listDeliveryNotes), async (request) =>
    pageView(await deliveryNotes.list(workOf(request), request.query), (it) => ({
      ...deliveryNoteEntryView(it),
      etag: deliveryNoteEtag(it),
    })),
  )

  app.post('/delivery-notes', issue(schema.createDeliveryNote), async (request, reply) => {
    const note = await deliveryNotes.create(workOf(request), request.body)
    return send(request, locate(reply, `/delivery-notes/${note.id}`), note)
  })

  app.get('/delivery-notes/:id', read(schema.getDeliveryNote), async (request, reply) =>
    send(request, reply, await deliveryNotes.get(workOf(request), request.params.id)),
  )

  app.post('/delivery-notes/:id/void', issue(schema.voidDeliveryNote), async (request, reply) => {
    return send(request, reply, await deliveryNotes.void(workOf(request), changeOf(request)))
  })

  app.get('/delivery-notes/:id/html', read(schema.getDeliveryNoteHtml), async (request, reply) =>
    sendHtml(reply, await deliveryNotes.html(workOf(request), request.params.id)),
  )

  app.get('/delivery-notes/:id/pdf', read(schema.getDeliveryNotePdf), async (request, reply) => {
    const { document, number } = await deliveryNotes.pdf(workOf(request), request.params.id)
    return sendPdf(reply, document, { number })
  })

  for (const [path, name, described] of [
    ['/quotes/:id/deliveries', 'quoteId', schema.getQuoteDeliveries],
    ['/invoices/:id/deliveries', 'invoiceId', schema.getInvoiceDeliveries],
  ] as const)
    app.get(path, read(described), async (request, reply) => {
      const { items, notes } = await deliveryNotes.deliveries(workOf(request), {
        [name]: request.params.id,
      })
      const view = deliveriesView(items, notes)
      return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
    })
}
