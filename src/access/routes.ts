import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../http/actor.ts'
import { sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi.ts'
import { pageView, toPageRequest } from '../http/pagination.ts'
import type { Source } from './access.ts'
import * as schema from './schema.ts'
import type { AccessService } from './service.ts'
import { userEtag } from './user.ts'
import { currentView, keyView, newKeyView, sessionView, userView } from './view.ts'

const NEWEST_FIRST = '-created_at'
const SESSION_URL = `${API_PREFIX}/session`

const admin = { config: { access: 'admin' } } as const
const own = { config: { access: 'session' } } as const
// Bodies with a password and answers with a key are not kept, not even as a hash.
const adminUnkept = { config: { access: 'admin', idempotency: false } } as const
const ownUnkept = { config: { access: 'session', idempotency: false } } as const

export const accessRoutes: FastifyPluginAsyncTypebox<{ access: AccessService }> = async (
  app,
  { access },
) => {
  const { keys, people, signIn, setup, cookies } = access
  const open = { config: { access: 'public' }, onRequest: cookies.refuseOtherSites } as const
  const sourceOf = (request: FastifyRequest): Source => ({
    address: request.ip,
    device: cookies.deviceOf(request),
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/api-keys', { ...admin, schema: schema.listKeys }, async ({ query }) =>
    pageView(
      await keys.list(
        { revoked: query.revoked === true },
        toPageRequest(query, NEWEST_FIRST),
        query.include === 'total',
      ),
      keyView,
    ),
  )

  app.post('/api-keys', { ...adminUnkept, schema: schema.createKey }, async (request, reply) => {
    const { name, scopes, expires_at: expiresAt = null } = request.body
    const created = await keys.create(actorOf(request), { name, scopes, expiresAt })
    reply.code(201).header('location', `${API_PREFIX}/api-keys/${created.key.id}`)
    return newKeyView(created)
  })

  app.get('/api-keys/:id', { ...admin, schema: schema.getKey }, async ({ params }) =>
    keyView(await keys.get(params.id)),
  )

  app.delete('/api-keys/:id', { ...admin, schema: schema.revokeKey }, async ({ params }, reply) => {
    await keys.revoke(params.id)
    return reply.code(204).send(null)
  })

  app.get('/users', { ...admin, schema: schema.listUsers }, async ({ query }) =>
    pageView(
      await people.list(toPageRequest(query, NEWEST_FIRST), query.include === 'total'),
      userView,
    ),
  )

  app.post('/users', { ...adminUnkept, schema: schema.createUser }, async (request, reply) => {
    const { email, password, role, name = null } = request.body
    const user = await people.create(actorOf(request), { email, password, role, name })
    reply.code(201).header('location', `${API_PREFIX}/users/${user.id}`)
    return sendWithEtag(request, reply, userEtag(user), userView(user))
  })

  app.get('/users/:id', { ...admin, schema: schema.getUser }, async (request, reply) => {
    const user = await people.get(request.params.id)
    return sendWithEtag(request, reply, userEtag(user), userView(user))
  })

  app.patch('/users/:id', { ...ownUnkept, schema: schema.changeUser }, async (request, reply) => {
    const { current_password: currentPassword, ...changes } = request.body
    const requester = {
      ...sourceOf(request),
      actor: actorOf(request),
      session: cookies.sessionOf(request),
      ifMatch: request.headers['if-match'],
    }
    const user = await people.change(requester, request.params.id, { ...changes, currentPassword })
    return sendWithEtag(request, reply, userEtag(user), userView(user))
  })

  app.delete('/users/:id', { ...admin, schema: schema.deleteUser }, async (request, reply) => {
    await people.delete(actorOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  app.post('/session', { ...open, schema: schema.signIn }, async (request, reply) => {
    const signedIn = await signIn.signIn({ ...request.body, ...sourceOf(request) })
    cookies.save(request, reply, signedIn.cookies)
    reply.code(201).header('location', SESSION_URL)
    return sessionView(signedIn)
  })

  app.get('/session', { ...own, schema: schema.getSession }, async (request) =>
    currentView(await signIn.current(actorOf(request), cookies.sessionOf(request))),
  )

  app.delete('/session', { ...ownUnkept, schema: schema.signOut }, async (request, reply) => {
    await signIn.signOut(cookies.sessionOf(request) ?? '')
    cookies.clear(request, reply)
    return reply.code(204).send(null)
  })

  app.post('/setup', { ...open, schema: schema.setUp }, async (request, reply) => {
    const { company_name: companyName = null, name = null, ...given } = request.body
    const signedIn = await setup.complete({ ...given, name, companyName }, sourceOf(request))
    cookies.save(request, reply, signedIn.cookies)
    reply.code(201).header('location', SESSION_URL)
    return sessionView(signedIn)
  })
}
