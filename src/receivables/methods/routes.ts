import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { issue, read } from '../../core/http/access.ts'
import { actorOf } from '../../core/http/actor.ts'
import { etagWith } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { cancelMethod, changeMethod, confirmMethod, resumeMethod, suspendMethod } from './change.ts'
import * as schema from './inner/schema.ts'
import type { PaymentMethod } from './method.ts'
import { listMethods, methodEtag, requireMethod } from './read.ts'
import { createMandate } from './record.ts'
import { methodView } from './view.ts'

export const paymentMethodRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  // Who may issue sees more of it.
  const answersFor = (request: Parameters<WorkOf>[0]) => {
    const view = methodView(actorOf(request))
    return answersOf((it: PaymentMethod) => etagWith(methodEtag(it), view(it)), view)
  }

  app.get('/customers/:id/payment-methods', read(schema.listMethods), async (request) => {
    const { params, query } = request
    return pageView(await listMethods(workOf(request), params.id, query), answersFor(request).entry)
  })

  app.post('/customers/:id/payment-methods', issue(schema.createMethod), async (request, reply) => {
    const made = await createMandate(workOf(request), request.params.id, request.body)
    return answersFor(request).send(request, locate(reply, `/payment-methods/${made.id}`), made)
  })

  app.get('/payment-methods/:id', read(schema.getMethod), async (request, reply) =>
    answersFor(request).send(
      request,
      reply,
      await requireMethod(workOf(request), request.params.id),
    ),
  )

  app.patch('/payment-methods/:id', issue(schema.patchMethod), async (request, reply) => {
    const changed = await changeMethod(workOf(request), changeOf(request), request.body)
    return answersFor(request).send(request, reply, changed)
  })

  app.post('/payment-methods/:id/suspend', issue(schema.suspendMethod), async (request, reply) => {
    const changed = await suspendMethod(workOf(request), changeOf(request), request.body)
    return answersFor(request).send(request, reply, changed)
  })

  for (const [name, described, act] of [
    ['confirm', schema.confirmMethod, confirmMethod],
    ['resume', schema.resumeMethod, resumeMethod],
    ['cancel', schema.cancelMethod, cancelMethod],
  ] as const)
    app.post(`/payment-methods/:id/${name}`, issue(described), async (request, reply) =>
      answersFor(request).send(request, reply, await act(workOf(request), changeOf(request))),
    )
}
