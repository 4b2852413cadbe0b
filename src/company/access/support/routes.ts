import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin } from '../../../core/http/access.ts'
import { pageView, toPageRequest } from '../../../core/http/pagination.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { supportGrantView } from '../view.ts'
import * as schema from './inner/schema.ts'
import type { Support } from './inner/support.ts'

interface Options {
  readonly support: Support
  readonly workOf: WorkOf
}

export const supportRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { support, workOf },
) => {
  app.get('/support-grants', admin(schema.listGrants), async (request) => {
    const page = toPageRequest(request.query, '-created_at')
    return pageView(await support.list(workOf(request), page), supportGrantView)
  })

  app.post('/support-grants', admin(schema.createGrant), async (request, reply) => {
    const { access, expires_at: expiresAt } = request.body
    const grant = await support.create(workOf(request), { access, expiresAt })
    locate(reply, `/support-grants/${grant.id}`)
    return supportGrantView(grant)
  })

  app.delete('/support-grants/:id', admin(schema.revokeGrant), async (request, reply) => {
    await support.revoke(workOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}
