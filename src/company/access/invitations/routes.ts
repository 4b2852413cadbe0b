import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, anyone } from '../../../core/http/access.ts'
import { pageView, toPageRequest } from '../../../core/http/pagination.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import type { Access } from '../access.ts'
import { sourceOf } from '../access.ts'
import { invitationView, joinedView, offerView } from '../view.ts'
import * as schema from './inner/schema.ts'
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  lookAtInvitation,
  withdrawInvitation,
} from './invitations.ts'

interface Options {
  readonly access: Access
  readonly workOf: WorkOf
}

export const invitationRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { access, workOf },
) => {
  const { cookies } = access
  const { refuseOtherSites: onRequest } = cookies

  app.get('/invitations', admin(schema.listInvitations), async (request) => {
    const page = toPageRequest(request.query, '-created_at')
    return pageView(await listInvitations(workOf(request), page), invitationView)
  })

  app.post('/invitations', admin(schema.createInvitation), async (request, reply) => {
    const { invitation, token } = await createInvitation(access, workOf(request), request.body)
    locate(reply, `/invitations/${invitation.id}`)
    return { ...invitationView(invitation), token }
  })

  app.delete('/invitations/:id', admin(schema.deleteInvitation), async (request, reply) => {
    await withdrawInvitation(access, workOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  app.post(
    '/invitations/look',
    { ...anyone(schema.lookAtInvitation), onRequest },
    async (request) => {
      const { session } = sourceOf(request, cookies)
      return offerView(await lookAtInvitation(access, { ...request.body, session }))
    },
  )

  app.post(
    '/invitations/accept',
    { ...anyone(schema.acceptInvitation), onRequest },
    async (request, reply) => {
      const { name = null, password = null, other_account: isOther = false } = request.body
      const joined = await acceptInvitation(access, {
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
