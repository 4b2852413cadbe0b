import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, anyone } from '../../../core/http/access.ts'
import { pageView, toPageRequest } from '../../../core/http/pagination.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { sourceOf } from '../access.ts'
import type { AccessService } from '../service.ts'
import { invitationView, joinedView, offerView } from '../view.ts'
import * as schema from './inner/schema.ts'

interface Options {
  readonly access: AccessService
  readonly workOf: WorkOf
}

export const invitationRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { access, workOf },
) => {
  const { invitations, cookies } = access
  const { refuseOtherSites: onRequest } = cookies

  app.get('/invitations', admin(schema.listInvitations), async (request) => {
    const page = toPageRequest(request.query, '-created_at')
    return pageView(await invitations.list(workOf(request), page), invitationView)
  })

  app.post('/invitations', admin(schema.createInvitation), async (request, reply) => {
    const { invitation, token } = await invitations.create(workOf(request), request.body)
    locate(reply, `/invitations/${invitation.id}`)
    return { ...invitationView(invitation), token }
  })

  app.delete('/invitations/:id', admin(schema.deleteInvitation), async (request, reply) => {
    await invitations.delete(workOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  app.post(
    '/invitations/look',
    { ...anyone(schema.lookAtInvitation), onRequest },
    async (request) => {
      const { session } = sourceOf(request, cookies)
      return offerView(await invitations.look({ ...request.body, session }))
    },
  )

  app.post(
    '/invitations/accept',
    { ...anyone(schema.acceptInvitation), onRequest },
    async (request, reply) => {
      const { name = null, password = null, other_account: isOther = false } = request.body
      const joined = await invitations.accept({
        ...sourceOf(request, cookies),
        token: request.body.token,
        name,
        password,
        isOtherAccount: isOther,
      })
      if (joined.signedIn) cookies.save(request, reply, joined.signedIn.cookies)
      return joinedView(joined)
    },
  )
}
