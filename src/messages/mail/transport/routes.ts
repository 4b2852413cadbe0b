import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentSettings } from '../../../company/settings/read.ts'
import { admin } from '../../../core/http/access.ts'
import { etagWith, sendWithEtag } from '../../../core/http/etag.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { dkimView, transportView } from '../inner/view.ts'
import * as schema from './inner/schema.ts'
import {
  checkTransport,
  deleteTransport,
  findPace,
  getTransport,
  mailFromOf,
  mailSenderOf,
  makeDkim,
  putTransport,
  testTransport,
  transportEtag,
} from './transport.ts'

export const transportRoutes: FastifyPluginAsyncTypebox<{ readonly workOf: WorkOf }> = async (
  app,
  { workOf },
) => {
  const transportOf = async (request: FastifyRequest) => {
    const work = workOf(request)
    const current = await currentSettings(work)
    const { stored, source } = await getTransport(work)
    const view = transportView({
      stored,
      source,
      from: (await mailSenderOf(work, mailFromOf(work, current)))?.from ?? null,
      pace: await findPace(work),
      isPaused: current.mailPaused,
      environment: work.app.config.mail,
    })
    return { stored, view }
  }
  const sendTransport = async (request: FastifyRequest, reply: FastifyReply) => {
    const { view } = await transportOf(request)
    // The sender and the pace change without a new version.
    return sendWithEtag(request, reply, etagWith(transportEtag(view), view), view)
  }

  app.get('/mail-transport', admin(schema.getTransport), sendTransport)

  app.put('/mail-transport', admin(schema.putTransport), async (request, reply) => {
    const change = { body: request.body, ifMatch: request.headers['if-match'] }
    await putTransport(workOf(request), change)
    return sendTransport(request, reply)
  })

  app.delete('/mail-transport', admin(schema.deleteTransport), async (request, reply) => {
    await deleteTransport(workOf(request), request.headers['if-match'])
    return reply.code(204).send(null)
  })

  app.post('/mail-transport/test', admin(schema.testTransport), async (request) => {
    const { reply, steps } = await testTransport(workOf(request), request.body.to)
    return { reply, steps: [...steps] }
  })

  app.get('/mail-transport/check', admin(schema.checkTransport), async (request) => ({
    data: [...(await checkTransport(workOf(request)))],
  }))

  app.post('/mail-transport/dkim', admin(schema.makeDkim), async (request) =>
    dkimView(await makeDkim(workOf(request), request.body)),
  )
}
