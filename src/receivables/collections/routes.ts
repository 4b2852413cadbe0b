import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { issue, read, write } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { acknowledgeCollection, cancelCollection, retryCollection } from './end.ts'
import * as schema from './inner/schema.ts'
import { announceCollection } from './notice.ts'
import { collectInvoice, previewCollection } from './plan.ts'
import { collectionEtag, listCollections, requireCollection } from './read.ts'
import { collectionPreview, collectionView } from './view.ts'

export const collectionRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const { send, entry } = answersOf(collectionEtag, collectionView)

  app.post('/invoices/:id/collect', issue(schema.collect), async (request, reply) => {
    const made = await collectInvoice(workOf(request), request.params.id, request.body)
    return send(request, locate(reply, `/collections/${made.id}`), made)
  })

  app.get('/collections', read(schema.listCollections), async (request) =>
    pageView(await listCollections(workOf(request), request.query), entry),
  )

  app.get('/collections/preview', read(schema.previewCollection), async (request) =>
    collectionPreview(await previewCollection(workOf(request), request.query)),
  )

  app.get('/collections/:id', read(schema.getCollection), async (request, reply) =>
    send(request, reply, await requireCollection(workOf(request), request.params.id)),
  )

  app.post('/collections/:id/announce', issue(schema.announce), async (request, reply) => {
    const changed = await announceCollection(workOf(request), changeOf(request), request.body)
    return send(request, reply, changed)
  })

  for (const [name, described, act] of [
    ['cancel', schema.cancel, cancelCollection],
    ['retry', schema.retry, retryCollection],
  ] as const)
    app.post(`/collections/:id/${name}`, issue(described), async (request, reply) =>
      send(request, reply, await act(workOf(request), changeOf(request))),
    )

  app.post('/collections/:id/acknowledge', write(schema.acknowledge), async (request, reply) =>
    send(request, reply, await acknowledgeCollection(workOf(request), request.params.id)),
  )
}
