import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../http/access.ts'
import { pageView } from '../http/pagination.ts'
import type { WorkOf } from '../record/work.ts'
import type { Matter } from './matter.ts'
import * as schema from './schema.ts'
import type { AttentionService } from './service.ts'

export interface AttentionRoutesOptions {
  readonly workOf: WorkOf
  readonly attention: AttentionService
}

export const attentionRoutes: FastifyPluginAsyncTypebox<AttentionRoutesOptions> = async (
  app,
  { workOf, attention },
) => {
  app.get('/attention', read(schema.listAttention), async (request) =>
    pageView(await attention.list(workOf(request), request.query), matterView),
  )
}

const matterView = ({ resource, ...matter }: Matter) => ({ ...matter, resource: { ...resource } })
