import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { anyone } from '../../../core/http/access.ts'
import type { AccessService } from '../service.ts'
import * as schema from './inner/schema.ts'

export const passwordResetRoutes: FastifyPluginAsyncTypebox<{
  readonly access: AccessService
}> = async (app, { access }) => {
  const { passwordResets, cookies } = access
  const { refuseOtherSites: onRequest } = cookies

  app.post(
    '/password-resets/look',
    { ...anyone(schema.lookAtPasswordReset), onRequest },
    async (request, reply) => {
      await passwordResets.look(request.body.token)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/password-resets/accept',
    { ...anyone(schema.acceptPasswordReset), onRequest },
    async (request, reply) => {
      await passwordResets.accept(request.body)
      return reply.code(204).send(null)
    },
  )
}
