import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { anyone, session } from '../../../core/http/access.ts'
import { actorOf } from '../../../core/http/actor.ts'
import { etagOfBytes, sendWithEtag } from '../../../core/http/etag.ts'
import { API_PREFIX } from '../../../core/http/openapi/document.ts'
import type { Access } from '../access.ts'
import { sourceOf } from '../access.ts'
import { beginOidc, finishOidc, oidcLabel } from '../oidc/inner/sign-in.ts'
import { checkSetupToken, completeSetup } from '../set-up/inner/set-up.ts'
import { challengeView, currentView, sessionView, waysView } from '../view.ts'
import * as schema from './inner/schema.ts'
import type { Admission, SignedIn } from './inner/sign-in.ts'
import {
  answerChallenge,
  countOwnCompanies,
  currentSignIn,
  roleIn,
  signIn,
  signOut,
  standingOfUser,
} from './inner/sign-in.ts'

const SESSION_URL = `${API_PREFIX}/session`

// A repeated answer would tell a person who signed in again meanwhile that they are signed out.
const unkept = { idempotency: false } as const

/** Signing in and out. */
export const signInRoutes: FastifyPluginAsyncTypebox<{ access: Access }> = async (
  app,
  { access },
) => {
  const { cookies } = access
  const { refuseOtherSites: onRequest } = cookies

  const sendSession = async (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) => {
    const { user } = signedIn
    const companies = await countOwnCompanies(access, user.id)
    const view = sessionView(signedIn, await standingOfUser(access, user), companies)
    cookies.save(request, reply, signedIn.cookies)
    return reply.code(201).header('location', SESSION_URL).send(view)
  }
  const sendAdmission = (request: FastifyRequest, reply: FastifyReply, admission: Admission) =>
    admission.challenge
      ? reply.code(202).send(challengeView(admission.challenge))
      : sendSession(request, reply, admission)

  app.get('/auth', anyone(schema.listWays), async (request, reply) => {
    const view = waysView(oidcLabel(access))
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.get('/auth/oidc', anyone(schema.beginOidc), async (request, reply) => {
    const { location, flow } = await beginOidc(access)
    cookies.saveFlow(request, reply, flow)
    return reply.redirect(location)
  })

  app.get('/auth/oidc/callback', anyone(schema.finishOidc), async (request, reply) => {
    const query = new URL(request.url, 'http://localhost').search
    const flow = cookies.flowOf(request)
    const forward = await finishOidc(access, { ...sourceOf(request, cookies), query, flow })
    cookies.clearFlow(request, reply)
    cookies.save(request, reply, forward.cookies)
    return reply.redirect(forward.location)
  })

  app.post('/session', { ...anyone(schema.signIn), onRequest }, async (request, reply) =>
    sendAdmission(
      request,
      reply,
      await signIn(access, { ...request.body, ...sourceOf(request, cookies) }),
    ),
  )

  app.post(
    '/session/second-factor',
    { ...anyone(schema.answerChallenge), onRequest },
    async (request, reply) =>
      sendSession(
        request,
        reply,
        await answerChallenge(access, { ...request.body, ...sourceOf(request, cookies) }),
      ),
  )

  app.get('/session', session(schema.getSession), async (request, reply) => {
    const { company } = request
    const actor = actorOf(request)
    const current = await currentSignIn(access, actor, cookies.sessionOf(request))
    const role = await roleIn(access, actor, company)
    const own = actor.kind === 'user' ? await countOwnCompanies(access, actor.id) : 1
    const view = currentView(current, { company, role }, own)
    return sendWithEtag(request, reply, etagOfBytes(JSON.stringify(view)), view)
  })

  app.delete('/session', session(schema.signOut, unkept), async (request, reply) => {
    await signOut(access, cookies.sessionOf(request) ?? '')
    cookies.clear(request, reply)
    return reply.code(204).send(null)
  })

  app.post('/setup/look', { ...anyone(schema.lookAtSetup), onRequest }, async (request, reply) => {
    await checkSetupToken(access, request.body.token)
    return reply.code(204).send(null)
  })

  app.post('/setup', { ...anyone(schema.setUp), onRequest }, async (request, reply) => {
    const { company_name: companyName = null, name = null, ...given } = request.body
    const owner = { ...given, name, companyName }
    return sendSession(
      request,
      reply,
      await completeSetup(access, owner, sourceOf(request, cookies)),
    )
  })
}
