import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { issue, read } from '../../core/http/access.ts'
import { etagOfBytes, sendWithEtag } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { sendHtml, sendPdf } from '../printing/replies.ts'
import {
  createDeliveryNote,
  deliveryNoteHtml,
  deliveryNotePdf,
  voidDeliveryNote,
} from './change.ts'
import * as schema from './inner/schema.ts'
import { deliveriesView, deliveryNoteEntryView, deliveryNoteView } from './inner/view.ts'
import { deliveryNoteEtag, listDeliveries, listDeliveryNotes, requireDeliveryNote } from './read.ts'

export const deliveryNoteRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const { send } = answersOf(deliveryNoteEtag, deliveryNoteView)

  app.get('/delivery-notes', read(schema.listDeliveryNotes), async (request) =>
    pageView(await listDeliveryNotes(workOf(request), request.query), (it) => ({
      ...deliveryNoteEntryView(it),
      etag: deliveryNoteEtag(it),
    })),
  )

  app.post('/delivery-notes', issue(schema.createDeliveryNote), async (request, reply) => {
    const note = await createDeliveryNote(workOf(request), request.body)
    return send(request, locate(reply, `/delivery-notes/${note.id}`), note)
  })

  app.get('/delivery-notes/:id', read(schema.getDeliveryNote), async (request, reply) =>
    send(request, reply, await requireDeliveryNote(workOf(request), request.params.id)),
  )

  app.post('/delivery-notes/:id/void', issue(schema.voidDeliveryNote), async (request, reply) => {
    return send(request, reply, await voidDeliveryNote(workOf(request), changeOf(request)))
  })

  app.get('/delivery-notes/:id/html', read(schema.getDeliveryNoteHtml), async (request, reply) =>
    sendHtml(reply, await deliveryNoteHtml(workOf(request), request.params.id)),
  )

  app.get('/delivery-notes/:id/pdf', read(schema.getDeliveryNotePdf), async (request, reply) => {
    const { document, number } = await deliveryNotePdf(workOf(request), request.params.id)
    return sendPdf(reply, document, { number })
  })

  for (const [path, name, described] of [
    ['/quotes/:id/deliveries', 'quoteId', schema.getQuoteDeliveries],
    ['/invoices/:id/deliveries', 'invoiceId', schema.getInvoiceDeliveries],
  ] as const)
    app.get(path, read(described), async (request, reply) => {
      const { items, notes } = await listDeliveries(workOf(request), {
        [name]: request.params.id,
      })
      const view = deliveriesView(items, notes)
      return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
    })
}
