import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { anyone } from '../../../core/http/access.ts'
import type { Access } from '../access.ts'
import * as schema from './inner/schema.ts'
import { acceptReset, lookAtReset } from './password-resets.ts'

export const passwordResetRoutes: FastifyPluginAsyncTypebox<{
  readonly access: Access
}> = async (app, { access }) => {
  const { cookies } = access
  const { refuseOtherSites: onRequest } = cookies

  app.post(
    '/password-resets/look',
    { ...anyone(schema.lookAtPasswordReset), onRequest },
    async (request, reply) => {
      await lookAtReset(access, request.body.token)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/password-resets/accept',
    { ...anyone(schema.acceptPasswordReset), onRequest },
    async (request, reply) => {
      await acceptReset(access, request.body)
      return reply.code(204).send(null)
    },
  )
}
