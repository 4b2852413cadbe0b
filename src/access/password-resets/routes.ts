import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { anyone } from '../../http/access.ts'
import type { AccessService } from '../service.ts'
import { acceptPasswordReset } from './schema.ts'

export const passwordResetRoutes: FastifyPluginAsyncTypebox<{
  readonly access: AccessService
}> = async (app, { access }) => {
  const { passwordResets, cookies } = access
  app.post(
    '/password-resets/accept',
    { ...anyone(acceptPasswordReset), onRequest: cookies.refuseOtherSites },
    async (request, reply) => {
      await passwordResets.accept(request.body)
      return reply.code(204).send(null)
    },
  )
}
