import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import type { WorkOf } from '../../core/record/work.ts'
import type { Matter } from './inner/matter.ts'
import * as schema from './inner/schema.ts'
import { listAttention } from './matters.ts'

interface AttentionRoutesOptions {
  readonly workOf: WorkOf
}

export const attentionRoutes: FastifyPluginAsyncTypebox<AttentionRoutesOptions> = async (
  app,
  { workOf },
) => {
  app.get('/attention', read(schema.listAttention), async (request) =>
    pageView(await listAttention(workOf(request), request.query), matterView),
  )
}

const matterView = ({ resource, ...matter }: Matter) => ({ ...matter, resource: { ...resource } })
