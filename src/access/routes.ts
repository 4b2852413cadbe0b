import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/actor.ts'
import { sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { pageView, toPageRequest } from '../http/pagination.ts'
import type { WorkOf } from '../record/work.ts'
import { sourceOf } from './access.ts'
import { companyRoutes } from './companies/routes.ts'
import { domainRoutes } from './domains/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { keyEtag } from './keys/api-key.ts'
import { ownRoutes } from './own-routes.ts'
import { passwordResetRoutes } from './password-resets/routes.ts'
import { userEtag } from './people/user.ts'
import * as schema from './schema.ts'
import type { AccessService } from './service.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { keyView, newKeyView, userView } from './view.ts'

const NEWEST_FIRST = '-created_at'

const admin = { config: { access: 'admin' } } as const
const own = { config: { access: 'session' } } as const

export interface AccessRoutesOptions {
  readonly access: AccessService
  readonly workOf: WorkOf
}

export const accessRoutes: FastifyPluginAsyncTypebox<AccessRoutesOptions> = async (
  app,
  { access, workOf },
) => {
  const { keys, people, secondFactors, cookies } = access
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // People, keys and sessions are in tables of the installation.
  app.addHook('onRoute', (route) => {
    if (route.config?.idempotency === false) return
    route.config = { ...route.config, idempotency: 'installation' }
  })
  await app.register(signInRoutes, { access })
  await app.register(ownRoutes, { access })
  await app.register(passwordResetRoutes, { access })
  await app.register(invitationRoutes, { access, workOf })
  await app.register(supportRoutes, { support: access.support, workOf })
  await app.register(domainRoutes, { domains: access.domains, workOf })
  await app.register(companyRoutes, { companies: access.companies })

  app.get('/api-keys', { ...admin, schema: schema.listKeys }, async (request) =>
    pageView(
      await keys.list(
        workOf(request),
        { revoked: request.query.revoked === true },
        toPageRequest(request.query, NEWEST_FIRST),
        request.query.include === 'total',
      ),
      (it) => ({ ...keyView(it), etag: keyEtag(it) }),
    ),
  )

  app.post('/api-keys', { ...admin, schema: schema.createKey }, async (request, reply) => {
    const { name, scopes, expires_at: expiresAt = null } = request.body
    const created = await keys.create(workOf(request), { name, scopes, expiresAt })
    reply.code(201).header('location', `${API_PREFIX}/api-keys/${created.key.id}`)
    // Unlike other resources: only this answer shows the key.
    reply.header('etag', keyEtag(created.key))
    return newKeyView(created)
  })

  app.post(
    '/api-keys/logins',
    { ...admin, schema: schema.confirmLogin },
    async (request, reply) => {
      const { secret_hash: secretHash, expires_at: expiresAt = null, ...given } = request.body
      const key = await keys.confirmLogin(workOf(request), { ...given, secretHash, expiresAt })
      reply.code(201).header('location', `${API_PREFIX}/api-keys/${key.id}`)
      return sendWithEtag(request, reply, keyEtag(key), keyView(key))
    },
  )

  app.get('/api-keys/:id', { ...admin, schema: schema.getKey }, async (request, reply) => {
    const key = await keys.get(workOf(request), request.params.id)
    return sendWithEtag(request, reply, keyEtag(key), keyView(key))
  })

  app.patch('/api-keys/:id', { ...admin, schema: schema.changeKey }, async (request, reply) => {
    const { expires_at: expiresAt, ...changes } = request.body
    const target = { id: request.params.id, ifMatch: request.headers['if-match'] }
    const key = await keys.change(workOf(request), target, { ...changes, expiresAt })
    return sendWithEtag(request, reply, keyEtag(key), keyView(key))
  })

  app.delete('/api-keys/:id', { ...admin, schema: schema.revokeKey }, async (request, reply) => {
    await keys.revoke(workOf(request), request.params.id, request.headers['if-match'])
    return reply.code(204).send(null)
  })

  app.get('/users', { ...admin, schema: schema.listUsers }, async (request) =>
    pageView(
      await people.list(
        workOf(request),
        toPageRequest(request.query, NEWEST_FIRST),
        request.query.include === 'total',
      ),
      (it) => ({ ...userView(it), etag: userEtag(it) }),
    ),
  )

  app.post('/users', { ...admin, schema: schema.createUser }, async (request, reply) => {
    const { email, password, role, name = null } = request.body
    const user = await people.create(workOf(request), { email, password, role, name })
    reply.code(201).header('location', `${API_PREFIX}/users/${user.id}`)
    return sendWithEtag(request, reply, userEtag(user), userView(user))
  })

  app.get('/users/:id', { ...admin, schema: schema.getUser }, async (request, reply) => {
    const user = await people.get(workOf(request), request.params.id)
    return sendWithEtag(request, reply, userEtag(user), userView(user))
  })

  app.patch('/users/:id', { ...own, schema: schema.changeUser }, async (request, reply) => {
    const { current_password: currentPassword, ...changes } = request.body
    const requester = {
      ...sourceOf(request, cookies),
      actor: actorOf(request),
      ifMatch: request.headers['if-match'],
    }
    const { user, session } = await people.change(workOf(request), requester, {
      id: request.params.id,
      changes: { ...changes, currentPassword },
    })
    cookies.renew(request, reply, session)
    return sendWithEtag(request, reply, userEtag(user), userView(user))
  })

  app.delete('/users/:id', { ...admin, schema: schema.deleteUser }, async (request, reply) => {
    await people.delete(workOf(request), request.params.id, request.headers['if-match'])
    return reply.code(204).send(null)
  })

  app.delete(
    '/users/:id/totp',
    { ...admin, schema: schema.resetSecondFactor },
    async (request, reply) => {
      const ifMatch = request.headers['if-match']
      await secondFactors.reset(workOf(request), request.params.id, ifMatch)
      return reply.code(204).send(null)
    },
  )
}
