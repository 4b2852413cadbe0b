import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/actor.ts'
import { sendWithEtag } from '../http/etag.ts'
import type { Db } from '../platform/database/db.ts'
import { OPERATIONS } from './schema.ts'
import { type SettingsService, settingsEtag } from './service.ts'
import type { Settings } from './settings.ts'
import { settingsView } from './view.ts'

export interface SettingsRoutesOptions {
  readonly db: Db
  readonly settings: SettingsService
}

/** The same under both addresses. */
export const settingsRoutes: FastifyPluginAsyncTypebox<SettingsRoutesOptions> = async (
  app,
  { db, settings },
) => {
  const view = async (current: Settings) =>
    settingsView(current, await settings.logo(db, current.logoId))
  const read = { access: 'read' } as const
  const admin = { access: 'admin' } as const

  for (const { path, ...operations } of OPERATIONS) {
    app.get(path, { config: read, schema: operations.get }, async (request, reply) => {
      const current = await settings.current(db)
      return sendWithEtag(request, reply, settingsEtag(current), await view(current))
    })

    app.put(path, { config: admin, schema: operations.put }, async (request, reply) => {
      const { body, headers } = request
      const change = { actor: actorOf(request), body, ifMatch: headers['if-match'] }
      const current = await settings.change({ ...change, mode: 'put' })
      return sendWithEtag(request, reply, settingsEtag(current), await view(current))
    })

    app.patch(path, { config: admin, schema: operations.patch }, async (request, reply) => {
      const { body, headers } = request
      const change = { actor: actorOf(request), body, ifMatch: headers['if-match'] }
      const current = await settings.change({ ...change, mode: 'patch' })
      return sendWithEtag(request, reply, settingsEtag(current), await view(current))
    })
  }
}
