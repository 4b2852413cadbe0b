import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { anyone, session } from '../../../core/http/access.ts'
import { actorOf } from '../../../core/http/actor.ts'
import { etagOfBytes, sendWithEtag } from '../../../core/http/etag.ts'
import { API_PREFIX } from '../../../core/http/openapi/document.ts'
import { sourceOf } from '../access.ts'
import type { AccessService } from '../service.ts'
import { challengeView, currentView, sessionView, waysView } from '../view.ts'
import * as schema from './inner/schema.ts'
import type { Admission, SignedIn } from './inner/sign-in.ts'

const SESSION_URL = `${API_PREFIX}/session`

// A repeated answer would tell a person who signed in again meanwhile that they are signed out.
const unkept = { idempotency: false } as const

/** Signing in and out. */
export const signInRoutes: FastifyPluginAsyncTypebox<{ access: AccessService }> = async (
  app,
  { access },
) => {
  const { signIn, oidc, setup, cookies } = access
  const { refuseOtherSites: onRequest } = cookies

  const sendSession = async (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) => {
    const { user } = signedIn
    const companies = await signIn.countCompanies(user.id)
    const view = sessionView(signedIn, await signIn.standingOf(user), companies)
    cookies.save(request, reply, signedIn.cookies)
    return reply.code(201).header('location', SESSION_URL).send(view)
  }
  const sendAdmission = (request: FastifyRequest, reply: FastifyReply, admission: Admission) =>
    admission.challenge
      ? reply.code(202).send(challengeView(admission.challenge))
      : sendSession(request, reply, admission)

  app.get('/auth', anyone(schema.listWays), async (request, reply) => {
    const view = waysView(oidc.label)
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.get('/auth/oidc', anyone(schema.beginOidc), async (request, reply) => {
    const { location, flow } = await oidc.begin()
    cookies.saveFlow(request, reply, flow)
    return reply.redirect(location)
  })

  app.get('/auth/oidc/callback', anyone(schema.finishOidc), async (request, reply) => {
    const query = new URL(request.url, 'http://localhost').search
    const flow = cookies.flowOf(request)
    const forward = await oidc.finish({ ...sourceOf(request, cookies), query, flow })
    cookies.clearFlow(request, reply)
    cookies.save(request, reply, forward.cookies)
    return reply.redirect(forward.location)
  })

  app.post('/session', { ...anyone(schema.signIn), onRequest }, async (request, reply) =>
    sendAdmission(
      request,
      reply,
      await signIn.signIn({ ...request.body, ...sourceOf(request, cookies) }),
    ),
  )

  app.post(
    '/session/second-factor',
    { ...anyone(schema.answerChallenge), onRequest },
    async (request, reply) =>
      sendSession(
        request,
        reply,
        await signIn.answer({ ...request.body, ...sourceOf(request, cookies) }),
      ),
  )

  app.get('/session', session(schema.getSession), async (request, reply) => {
    const { company } = request
    const actor = actorOf(request)
    const current = await signIn.current(actor, cookies.sessionOf(request))
    const role = await signIn.roleIn(actor, company)
    const own = actor.kind === 'user' ? await signIn.countCompanies(actor.id) : 1
    const view = currentView(current, { company, role }, own)
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.delete('/session', session(schema.signOut, unkept), async (request, reply) => {
    await signIn.signOut(cookies.sessionOf(request) ?? '')
    cookies.clear(request, reply)
    return reply.code(204).send(null)
  })

  app.post('/setup/look', { ...anyone(schema.lookAtSetup), onRequest }, async (request, reply) => {
    await setup.checkToken(request.body.token)
    return reply.code(204).send(null)
  })

  app.post('/setup', { ...anyone(schema.setUp), onRequest }, async (request, reply) => {
    const { company_name: companyName = null, name = null, ...given } = request.body
    const owner = { ...given, name, companyName }
    return sendSession(request, reply, await setup.complete(owner, sourceOf(request, cookies)))
  })
}
