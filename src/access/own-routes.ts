import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../http/actor.ts'
import { etagOfBytes, sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { sha256 } from '../platform/ids.ts'
import { sourceOf } from './access.ts'
import { peopleOnly } from './errors.ts'
import * as schema from './own-schema.ts'
import type { Person } from './second-factor/second-factors.ts'
import type { AccessService } from './service.ts'
import { enrolmentView, ownSessionView, secondFactorView } from './view.ts'

/** Routes for one's own account. */
export const ownRoutes: FastifyPluginAsyncTypebox<{ access: AccessService }> = async (
  app,
  { access },
) => {
  const { secondFactors, sessions, cookies } = access
  const own = { config: { access: 'session' } } as const
  const personOf = (request: FastifyRequest): Person => ({
    ...sourceOf(request, cookies),
    actor: actorOf(request),
  })
  app.addHook('onRequest', async (request) => {
    if (actorOf(request).kind !== 'user') throw peopleOnly()
  })

  app.get('/me/sessions', { ...own, schema: schema.listSessions }, async (request) => {
    const person = personOf(request)
    const current = sha256(person.session ?? '')
    const data = (await sessions.list(person)).map((it) => ownSessionView(it, current))
    return { data, has_more: false, next_cursor: null }
  })

  app.delete(
    '/me/sessions',
    { ...own, schema: schema.endOtherSessions },
    async (request, reply) => {
      await sessions.endOthers(personOf(request))
      return reply.code(204).send(null)
    },
  )

  app.delete('/me/sessions/:id', { ...own, schema: schema.endSession }, async (request, reply) => {
    await sessions.end(personOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  app.get('/me/totp', { ...own, schema: schema.getSecondFactor }, async (request, reply) => {
    const view = secondFactorView(await secondFactors.status(actorOf(request)))
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.post('/me/totp', { ...own, schema: schema.enrol }, async (request, reply) => {
    const enrolment = await secondFactors.enrol(personOf(request), request.body)
    reply.code(201).header('location', `${API_PREFIX}/me/totp`)
    return enrolmentView(enrolment)
  })

  app.post('/me/totp/confirm', { ...own, schema: schema.confirm }, async (request, reply) => {
    const { codes, session } = await secondFactors.confirm(personOf(request), request.body.code)
    cookies.renew(request, reply, session)
    return { recovery_codes: [...codes] }
  })

  app.post(
    '/me/totp/recovery-codes',
    { ...own, schema: schema.renewCodes },
    async (request, reply) => {
      const { codes, session } = await secondFactors.renewCodes(personOf(request), request.body)
      cookies.renew(request, reply, session)
      return { recovery_codes: [...codes] }
    },
  )

  app.post('/me/totp/disable', { ...own, schema: schema.disable }, async (request, reply) => {
    const { session } = await secondFactors.disable(personOf(request), request.body)
    cookies.renew(request, reply, session)
    return reply.code(204).send(null)
  })
}
