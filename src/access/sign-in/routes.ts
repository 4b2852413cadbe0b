import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../http/actor.ts'
import { etagOfBytes, sendWithEtag } from '../../http/etag.ts'
import { API_PREFIX } from '../../http/openapi/document.ts'
import { sourceOf } from '../access.ts'
import type { AccessService } from '../service.ts'
import { challengeView, currentView, sessionView, waysView } from '../view.ts'
import * as schema from './schema.ts'
import type { Admission, SignedIn } from './sign-in.ts'

const SESSION_URL = `${API_PREFIX}/session`

const own = { config: { access: 'session' } } as const
// A repeated answer would tell a person who signed in again meanwhile that they are signed out.
const ownUnkept = { config: { access: 'session', idempotency: false } } as const
const forBrowsers = { config: { access: 'public' } } as const

/** Signing in and out. */
export const signInRoutes: FastifyPluginAsyncTypebox<{ access: AccessService }> = async (
  app,
  { access },
) => {
  const { signIn, oidc, setup, cookies } = access
  const open = { ...forBrowsers, onRequest: cookies.refuseOtherSites } as const

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

  app.get('/auth', { ...forBrowsers, schema: schema.listWays }, async (request, reply) => {
    const view = waysView(oidc.label)
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.get('/auth/oidc', { ...forBrowsers, schema: schema.beginOidc }, async (request, reply) => {
    const { location, flow } = await oidc.begin()
    cookies.saveFlow(request, reply, flow)
    return reply.redirect(location)
  })

  app.get(
    '/auth/oidc/callback',
    { ...forBrowsers, schema: schema.finishOidc },
    async (request, reply) => {
      const query = new URL(request.url, 'http://localhost').search
      const flow = cookies.flowOf(request)
      const forward = await oidc.finish({ ...sourceOf(request, cookies), query, flow })
      cookies.clearFlow(request, reply)
      cookies.save(request, reply, forward.cookies)
      return reply.redirect(forward.location)
    },
  )

  app.post('/session', { ...open, schema: schema.signIn }, async (request, reply) =>
    sendAdmission(
      request,
      reply,
      await signIn.signIn({ ...request.body, ...sourceOf(request, cookies) }),
    ),
  )

  app.post(
    '/session/second-factor',
    { ...open, schema: schema.answerChallenge },
    async (request, reply) =>
      sendSession(
        request,
        reply,
        await signIn.answer({ ...request.body, ...sourceOf(request, cookies) }),
      ),
  )

  app.get('/session', { ...own, schema: schema.getSession }, async (request, reply) => {
    const { company } = request
    const actor = actorOf(request)
    const current = await signIn.current(actor, cookies.sessionOf(request))
    const role = await signIn.roleIn(actor, company)
    const own = actor.kind === 'user' ? await signIn.countCompanies(actor.id) : 1
    const view = currentView(current, { company, role }, own)
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.delete('/session', { ...ownUnkept, schema: schema.signOut }, async (request, reply) => {
    await signIn.signOut(cookies.sessionOf(request) ?? '')
    cookies.clear(request, reply)
    return reply.code(204).send(null)
  })

  app.post('/setup', { ...open, schema: schema.setUp }, async (request, reply) => {
    const { company_name: companyName = null, name = null, ...given } = request.body
    const owner = { ...given, name, companyName }
    return sendSession(request, reply, await setup.complete(owner, sourceOf(request, cookies)))
  })
}
