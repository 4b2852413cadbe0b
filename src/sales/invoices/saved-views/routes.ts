import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../../core/http/access.ts'
import type { Actor } from '../../../core/http/actor.ts'
import { sendWithEtag } from '../../../core/http/etag.ts'
import { pageView } from '../../../core/http/pagination.ts'
import { changeOf, locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { view } from '../../../kernel/fields/field.ts'
import { stampsOf } from '../../../kernel/fields/shapes.ts'
import { createView, deleteView, updateView } from './change.ts'
import { FIELDS, type SavedView } from './inner/fields.ts'
import * as schema from './inner/schema.ts'
import { listViews, requireView, savedViewEtag } from './read.ts'

interface SavedViewRoutesOptions {
  readonly workOf: WorkOf
}

/** Every reader may save their own views. The service asks for more rights before it shares one. */
export const savedViewRoutes: FastifyPluginAsyncTypebox<SavedViewRoutesOptions> = async (
  app,
  { workOf },
) => {
  app.get('/invoice-views', read(schema.listInvoiceViews), async (request) => {
    const work = workOf(request)
    const page = await listViews(work, request.query)
    return pageView(page, (it) => ({ ...savedView(it, work.actor), etag: savedViewEtag(it) }))
  })

  app.post('/invoice-views', read(schema.createInvoiceView), async (request, reply) => {
    const work = workOf(request)
    const made = await createView(work, request.body)
    locate(reply, `/invoice-views/${made.id}`)
    return sendWithEtag(request, reply, savedViewEtag(made), savedView(made, work.actor))
  })

  app.get('/invoice-views/:id', read(schema.getInvoiceView), async (request, reply) => {
    const work = workOf(request)
    const found = await requireView(work, request.params.id)
    return sendWithEtag(request, reply, savedViewEtag(found), savedView(found, work.actor))
  })

  app.put('/invoice-views/:id', read(schema.putInvoiceView), async (request, reply) => {
    const { params, body, headers } = request
    const work = workOf(request)
    const change = { id: params.id, ifMatch: headers['if-match'] }
    const changed = await updateView(work, change, body)
    return sendWithEtag(request, reply, savedViewEtag(changed), savedView(changed, work.actor))
  })

  app.delete('/invoice-views/:id', read(schema.deleteInvoiceView), async (request, reply) => {
    await deleteView(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}

const savedView = (saved: SavedView, actor: Actor) => ({
  id: saved.id,
  ...view(FIELDS, saved),
  filters: saved.filters,
  own: saved.ownerId === actor.id,
  ...stampsOf(saved),
})
