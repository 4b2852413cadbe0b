import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../../company/access/access.ts'
import { sourceOf } from '../../../company/access/access.ts'
import { type Directory, firstCompany } from '../../../core/companies/directory.ts'
import { admin, anyone } from '../../../core/http/access.ts'
import { sendWithEtag } from '../../../core/http/etag.ts'
import { locate } from '../../../core/http/resource.ts'
import { SERVICE, type WorkFor, type WorkOf } from '../../../core/record/work.ts'
import { messageView } from '../inner/view.ts'
import { messageDetail, messageEtag } from '../messages.ts'
import * as schema from './inner/schema.ts'
import { requestReset, sendInvitation } from './inner/service.ts'

interface Options {
  readonly workOf: WorkOf
  readonly workFor: WorkFor
  readonly directory: Directory
  readonly access: Access
}

export const accountMailRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { workOf, workFor, directory, access },
) => {
  app.post('/invitations/:id/send', admin(schema.sendInvitation), async (request, reply) => {
    const work = workOf(request)
    const message = await sendInvitation(work, access, request.params.id)
    locate(reply, `/messages/${message.id}`)
    const detail = await messageDetail(work, message)
    return sendWithEtag(request, reply, messageEtag(message), messageView(detail))
  })

  app.post(
    '/password-resets',
    {
      ...anyone(schema.requestPasswordReset, { idempotency: false }),
      onRequest: access.cookies.refuseOtherSites,
    },
    async (request, reply) => {
      const work = workFor(SERVICE, await firstCompany(directory))
      const source = sourceOf(request, access.cookies)
      await requestReset(work, access, { request: request.body, source })
      return reply.code(202).send({ valid_minutes: 60 })
    },
  )
}
