import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { session } from '../../core/http/access.ts'
import { actorOf } from '../../core/http/actor.ts'
import { etagOfBytes, sendWithEtag } from '../../core/http/etag.ts'
import { locate } from '../../core/http/resource.ts'
import { sha256 } from '../../platform/ids.ts'
import { sourceOf } from './access.ts'
import { peopleOnly } from './errors.ts'
import * as schema from './inner/own-schema.ts'
import type { Person } from './inner/second-factor/second-factors.ts'
import type { AccessService } from './service.ts'
import { enrolmentView, ownSessionView, secondFactorView } from './view.ts'

/** Routes for one's own account. */
export const ownRoutes: FastifyPluginAsyncTypebox<{ access: AccessService }> = async (
  app,
  { access },
) => {
  const { secondFactors, sessions, cookies } = access
  const personOf = (request: FastifyRequest): Person => ({
    ...sourceOf(request, cookies),
    actor: actorOf(request),
  })
  app.addHook('onRequest', async (request) => {
    if (actorOf(request).kind !== 'user') throw peopleOnly()
  })

  app.get('/me/sessions', session(schema.listSessions), async (request) => {
    const person = personOf(request)
    const current = sha256(person.session ?? '')
    const data = (await sessions.list(person)).map((it) => ownSessionView(it, current))
    return { data, has_more: false, next_cursor: null }
  })

  app.delete('/me/sessions', session(schema.endOtherSessions), async (request, reply) => {
    await sessions.endOthers(personOf(request))
    return reply.code(204).send(null)
  })

  app.delete('/me/sessions/:id', session(schema.endSession), async (request, reply) => {
    await sessions.end(personOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  app.get('/me/totp', session(schema.getSecondFactor), async (request, reply) => {
    const view = secondFactorView(await secondFactors.status(actorOf(request)))
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.post('/me/totp', session(schema.enrol), async (request, reply) => {
    const enrolment = await secondFactors.enrol(personOf(request), request.body)
    locate(reply, `/me/totp`)
    return enrolmentView(enrolment)
  })

  app.post('/me/totp/confirm', session(schema.confirm), async (request, reply) => {
    const { codes, session } = await secondFactors.confirm(personOf(request), request.body.code)
    cookies.renew(request, reply, session)
    return { recovery_codes: [...codes] }
  })

  app.post('/me/totp/recovery-codes', session(schema.renewCodes), async (request, reply) => {
    const { codes, session } = await secondFactors.renewCodes(personOf(request), request.body)
    cookies.renew(request, reply, session)
    return { recovery_codes: [...codes] }
  })

  app.post('/me/totp/disable', session(schema.disable), async (request, reply) => {
    const { session } = await secondFactors.disable(personOf(request), request.body)
    cookies.renew(request, reply, session)
    return reply.code(204).send(null)
  })
}
