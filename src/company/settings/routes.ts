import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admin, read } from '../../core/http/access.ts'
import { sendWithEtag } from '../../core/http/etag.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { changeSettings, checkSettings } from './change.ts'
import { OPERATIONS } from './inner/schema.ts'
import { settingsView } from './inner/view.ts'
import { currentSettings, logoAsDataUrl, settingsEtag } from './read.ts'
import type { Settings } from './settings.ts'

interface SettingsRoutesOptions {
  readonly workOf: WorkOf
}

/** Serves `/settings` and `/admin/settings`. */
export const settingsRoutes: FastifyPluginAsyncTypebox<SettingsRoutesOptions> = async (
  app,
  { workOf },
) => {
  const changing = {
    meaning: (request: FastifyRequest, body: unknown) =>
      checkSettings(workOf(request), body as object),
  }

  const send = async (request: FastifyRequest, reply: FastifyReply, current: Settings) => {
    const work = workOf(request)
    const logo = await logoAsDataUrl(work, current.logoId)
    return sendWithEtag(request, reply, settingsEtag(work, current), settingsView(current, logo))
  }

  for (const { path, ...operations } of OPERATIONS) {
    app.get(path, read(operations.get), async (request, reply) =>
      send(request, reply, await currentSettings(workOf(request))),
    )

    app.put(path, admin(operations.put, changing), async (request, reply) => {
      const { body, headers } = request
      const change = { body, mode: 'put', ifMatch: headers['if-match'] } as const
      return send(request, reply, await changeSettings(workOf(request), change))
    })

    app.patch(path, admin(operations.patch, changing), async (request, reply) => {
      const { body, headers } = request
      const change = { body, mode: 'patch', ifMatch: headers['if-match'] } as const
      return send(request, reply, await changeSettings(workOf(request), change))
    })
  }
}
