import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sourceOf } from '../../../company/access/access.ts'
import type { AccessService } from '../../../company/access/service.ts'
import { admin, anyone } from '../../../core/http/access.ts'
import { sendWithEtag } from '../../../core/http/etag.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { messageView } from '../inner/view.ts'
import { type MessageService, messageEtag } from '../service.ts'
import * as schema from './inner/schema.ts'
import type { AccountMail } from './inner/service.ts'

interface Options {
  readonly workOf: WorkOf
  readonly access: AccessService
  readonly accountMail: AccountMail
  readonly messages: MessageService
}

export const accountMailRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { workOf, access: { cookies }, accountMail, messages },
) => {
  app.post('/invitations/:id/send', admin(schema.sendInvitation), async (request, reply) => {
    const work = workOf(request)
    const message = await accountMail.invite(work, request.params.id)
    locate(reply, `/messages/${message.id}`)
    const detail = await messages.show(work, message)
    return sendWithEtag(request, reply, messageEtag(message), messageView(detail))
  })

  app.post(
    '/password-resets',
    {
      ...anyone(schema.requestPasswordReset, { idempotency: false }),
      onRequest: cookies.refuseOtherSites,
    },
    async (request, reply) => {
      await accountMail.requestReset(request.body, sourceOf(request, cookies))
      return reply.code(202).send({ valid_minutes: 60 })
    },
  )
}
