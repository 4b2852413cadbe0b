import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, session } from '../../core/http/access.ts'
import { actorOf } from '../../core/http/actor.ts'
import { pageView, toPageRequest } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import type { Access } from './access.ts'
import { sourceOf } from './access.ts'
import { companyRoutes } from './companies/routes.ts'
import { domainRoutes } from './domains/routes.ts'
import * as schema from './inner/schema.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { keyEtag } from './keys/api-key.ts'
import {
  changeApiKey,
  confirmLogin,
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
} from './keys/keys.ts'
import { ownRoutes } from './own-routes.ts'
import { passwordResetRoutes } from './password-resets/routes.ts'
import { changePerson, createPerson, deletePerson, getPerson, listPeople } from './people/people.ts'
import { userEtag } from './people/user.ts'
import { resetSecondFactor } from './second-factor/second-factors.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { keyView, newKeyView, userView } from './view.ts'

const NEWEST_FIRST = '-created_at'

interface AccessRoutesOptions {
  readonly access: Access
  readonly workOf: WorkOf
}

export const accessRoutes: FastifyPluginAsyncTypebox<AccessRoutesOptions> = async (
  app,
  { access, workOf },
) => {
  const { cookies } = access
  const apiKeys = answersOf(keyEtag, keyView)
  const users = answersOf(userEtag, userView)
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
  await app.register(supportRoutes, { access, workOf })
  await app.register(domainRoutes, { access, workOf })
  await app.register(companyRoutes, { access })

  app.get('/api-keys', admin(schema.listKeys), async (request) => {
    const filter = { revoked: request.query.revoked === true }
    const page = toPageRequest(request.query, NEWEST_FIRST)
    return pageView(await listApiKeys(workOf(request), filter, page), apiKeys.entry)
  })

  app.post('/api-keys', admin(schema.createKey), async (request, reply) => {
    const { name, scopes, expires_at: expiresAt = null } = request.body
    const created = await createApiKey(access, workOf(request), { name, scopes, expiresAt })
    locate(reply, `/api-keys/${created.key.id}`)
    // Unlike other resources: only this answer shows the key.
    reply.header('etag', keyEtag(created.key))
    return newKeyView(created)
  })

  app.post('/api-keys/logins', admin(schema.confirmLogin), async (request, reply) => {
    const { secret_hash: secretHash, expires_at: expiresAt = null, ...given } = request.body
    const key = await confirmLogin(access, workOf(request), { ...given, secretHash, expiresAt })
    return apiKeys.send(request, locate(reply, `/api-keys/${key.id}`), key)
  })

  app.get('/api-keys/:id', admin(schema.getKey), async (request, reply) =>
    apiKeys.send(request, reply, await getApiKey(workOf(request), request.params.id)),
  )

  app.patch('/api-keys/:id', admin(schema.changeKey), async (request, reply) => {
    const { expires_at: expiresAt, ...changes } = request.body
    const key = await changeApiKey(access, workOf(request), changeOf(request), {
      ...changes,
      expiresAt,
    })
    return apiKeys.send(request, reply, key)
  })

  app.delete('/api-keys/:id', admin(schema.revokeKey), async (request, reply) => {
    await revokeApiKey(access, workOf(request), request.params.id, request.headers['if-match'])
    return reply.code(204).send(null)
  })

  app.get('/users', admin(schema.listUsers), async (request) => {
    const page = toPageRequest(request.query, NEWEST_FIRST)
    return pageView(await listPeople(workOf(request), page), users.entry)
  })

  app.post('/users', admin(schema.createUser), async (request, reply) => {
    const { email, password, role, name = null } = request.body
    const user = await createPerson(access, workOf(request), { email, password, role, name })
    return users.send(request, locate(reply, `/users/${user.id}`), user)
  })

  app.get('/users/:id', admin(schema.getUser), async (request, reply) =>
    users.send(request, reply, await getPerson(workOf(request), request.params.id)),
  )

  app.patch('/users/:id', session(schema.changeUser), async (request, reply) => {
    const { current_password: currentPassword, ...changes } = request.body
    const requester = {
      ...sourceOf(request, cookies),
      actor: actorOf(request),
      ifMatch: request.headers['if-match'],
    }
    const { user, session } = await changePerson(access, workOf(request), requester, {
      id: request.params.id,
      changes: { ...changes, currentPassword },
    })
    cookies.renew(request, reply, session)
    return users.send(request, reply, user)
  })

  app.delete('/users/:id', admin(schema.deleteUser), async (request, reply) => {
    await deletePerson(access, workOf(request), request.params.id, request.headers['if-match'])
    return reply.code(204).send(null)
  })

  app.delete('/users/:id/totp', admin(schema.resetSecondFactor), async (request, reply) => {
    const ifMatch = request.headers['if-match']
    await resetSecondFactor(access, workOf(request), request.params.id, ifMatch)
    return reply.code(204).send(null)
  })
}
