import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin } from '../../../core/http/access.ts'
import { pageView, toPageRequest } from '../../../core/http/pagination.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import type { Access } from '../access.ts'
import { supportGrantView } from '../view.ts'
import * as schema from './inner/schema.ts'
import { grantSupport, listSupportGrants, revokeSupport } from './support.ts'

interface Options {
  readonly access: Access
  readonly workOf: WorkOf
}

export const supportRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { access, workOf },
) => {
  app.get('/support-grants', admin(schema.listGrants), async (request) => {
    const page = toPageRequest(request.query, '-created_at')
    return pageView(await listSupportGrants(workOf(request), page), supportGrantView)
  })

  app.post('/support-grants', admin(schema.createGrant), async (request, reply) => {
    const { access: level, expires_at: expiresAt } = request.body
    const grant = await grantSupport(access, workOf(request), { access: level, expiresAt })
    locate(reply, `/support-grants/${grant.id}`)
    return supportGrantView(grant)
  })

  app.delete('/support-grants/:id', admin(schema.revokeGrant), async (request, reply) => {
    await revokeSupport(access, workOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}
