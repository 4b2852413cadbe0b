import { timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { admin, anyone } from '../../../core/http/access.ts'
import { isLoopback } from '../../../core/http/address.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import type { Config } from '../../../platform/config.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { Access } from '../access.ts'
import { domainNotFound } from '../errors.ts'
import { isOwnName } from '../inner/host-guard.ts'
import { domainView } from '../view.ts'
import { addDomain, deleteDomain, findCompanyByHost, listDomains, verifyDomain } from './domains.ts'
import * as schema from './inner/schema.ts'

interface Options {
  readonly access: Access
  readonly workOf: WorkOf
}

export const domainRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { access, workOf }) => {
  app.get('/domains', admin(schema.listDomains), async (request) => {
    const data = (await listDomains(access, workOf(request))).map(domainView)
    return { data, has_more: false, next_cursor: null }
  })

  app.post('/domains', admin(schema.addDomain), async (request, reply) => {
    const { host, links = true } = request.body
    const domain = await addDomain(access, workOf(request), { host, forLinks: links })
    locate(reply, `/domains/${domain.host}`)
    return domainView(domain)
  })

  app.post('/domains/:host/verify', admin(schema.verifyDomain), async (request) =>
    domainView(await verifyDomain(access, workOf(request), request.params.host)),
  )

  app.delete('/domains/:host', admin(schema.deleteDomain), async (request, reply) => {
    await deleteDomain(access, workOf(request), request.params.host)
    return reply.code(204).send(null)
  })
}

const querystring = Type.Object({
  domain: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  secret: Type.Optional(Type.String()),
})

/**
 * `/internal/domain`: a proxy asks whether to request a certificate for a name. It answers programs on
 * this machine and callers with the secret; all others get 404.
 */
export const certificateRoutes: FastifyPluginAsyncTypebox<{
  readonly access: Access
  readonly config: Pick<Config, 'internalSecret' | 'host' | 'publicUrl'>
}> = async (app, { access, config }) => {
  app.get('/internal/domain', anyone({ hide: true, querystring }), async (request, reply) => {
    const { domain, name = domain ?? '', secret } = request.query
    const isAsked = isBeside(request) || isSame(secret, config.internalSecret)
    if (!isAsked) throw domainNotFound()
    // Caddy asks for the name of the service, too, unless it is a public one.
    if (!isOwnName(config, name) && !(await findCompanyByHost(access, name))) throw domainNotFound()
    return reply.header('cache-control', 'no-store').send({ domain: name })
  })
}

/** A forwarded request has one of these headers. */
const isBeside = ({ raw, headers }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

const isSame = (given: string | undefined, secret: string | null): boolean =>
  given !== undefined &&
  secret !== null &&
  timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(secret)))
