import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin } from '../../core/http/access.ts'
import { etagWith } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { ReadWork, WorkOf } from '../../core/record/work.ts'
import {
  changeProvider,
  createProvider,
  deleteProvider,
  listProviders,
  providerEtag,
  registerHook,
  requireProvider,
  testProvider,
} from './change.ts'
import * as schema from './inner/schema.ts'
import type { Provider } from './provider.ts'
import { hookUrlOf, providerView, testView } from './view.ts'

export const providerRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  // The last hook and the address of hooks change without a new version.
  const answersFor = (work: ReadWork) => {
    const view = providerView(work)
    return answersOf((it: Provider) => etagWith(providerEtag(it), view(it)), view)
  }

  app.get('/payment-providers', admin(schema.listProviders), async (request) => {
    const work = workOf(request)
    return pageView(await listProviders(work, request.query), answersFor(work).entry)
  })

  app.post('/payment-providers', admin(schema.createProvider), async (request, reply) => {
    const work = workOf(request)
    const made = await createProvider(work, request.body)
    return answersFor(work).send(request, locate(reply, `/payment-providers/${made.id}`), made)
  })

  app.get('/payment-providers/:id', admin(schema.getProvider), async (request, reply) => {
    const work = workOf(request)
    return answersFor(work).send(request, reply, await requireProvider(work, request.params.id))
  })

  app.patch('/payment-providers/:id', admin(schema.patchProvider), async (request, reply) => {
    const work = workOf(request)
    const changed = await changeProvider(work, changeOf(request), request.body)
    return answersFor(work).send(request, reply, changed)
  })

  app.delete('/payment-providers/:id', admin(schema.deleteProvider), async (request, reply) => {
    await deleteProvider(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.post('/payment-providers/:id/test', admin(schema.testProvider), async (request) =>
    testView(await testProvider(workOf(request), request.params.id)),
  )

  app.post('/payment-providers/:id/register-hook', admin(schema.registerHook), async (request) => {
    const work = workOf(request)
    const { provider, isRegistered } = await registerHook(work, request.params.id)
    return { registered: isRegistered, hook_url: hookUrlOf(work, provider) }
  })
}
