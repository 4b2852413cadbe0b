import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { session } from '../../core/http/access.ts'
import { actorOf } from '../../core/http/actor.ts'
import { etagOfBytes, sendWithEtag } from '../../core/http/etag.ts'
import { locate } from '../../core/http/resource.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Access } from './access.ts'
import { sourceOf } from './access.ts'
import { peopleOnly } from './errors.ts'
import * as schema from './inner/own-schema.ts'
import type { Person } from './second-factor/second-factors.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  enrolSecondFactor,
  renewRecoveryCodes,
  secondFactorStatus,
} from './second-factor/second-factors.ts'
import { endOtherSessions, endSession, listOwnSessions } from './sign-in/inner/sessions.ts'
import { enrolmentView, ownSessionView, secondFactorView } from './view.ts'

/** Routes for one's own account. */
export const ownRoutes: FastifyPluginAsyncTypebox<{ access: Access }> = async (app, { access }) => {
  const { cookies } = access
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
    const data = (await listOwnSessions(access, person)).map((it) => ownSessionView(it, current))
    return { data, has_more: false, next_cursor: null }
  })

  app.delete('/me/sessions', session(schema.endOtherSessions), async (request, reply) => {
    await endOtherSessions(access, personOf(request))
    return reply.code(204).send(null)
  })

  app.delete('/me/sessions/:id', session(schema.endSession), async (request, reply) => {
    await endSession(access, personOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  app.get('/me/totp', session(schema.getSecondFactor), async (request, reply) => {
    const view = secondFactorView(await secondFactorStatus(access, actorOf(request)))
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.post('/me/totp', session(schema.enrol), async (request, reply) => {
    const enrolment = await enrolSecondFactor(access, personOf(request), request.body)
    locate(reply, `/me/totp`)
    return enrolmentView(enrolment)
  })

  app.post('/me/totp/confirm', session(schema.confirm), async (request, reply) => {
    const { codes, session } = await confirmSecondFactor(
      access,
      personOf(request),
      request.body.code,
    )
    cookies.renew(request, reply, session)
    return { recovery_codes: [...codes] }
  })

  app.post('/me/totp/recovery-codes', session(schema.renewCodes), async (request, reply) => {
    const { codes, session } = await renewRecoveryCodes(access, personOf(request), request.body)
    cookies.renew(request, reply, session)
    return { recovery_codes: [...codes] }
  })

  app.post('/me/totp/disable', session(schema.disable), async (request, reply) => {
    const { session } = await disableSecondFactor(access, personOf(request), request.body)
    cookies.renew(request, reply, session)
    return reply.code(204).send(null)
  })
}
