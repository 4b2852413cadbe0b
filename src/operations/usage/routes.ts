import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { session } from '../../core/http/access.ts'
import { callerOf } from '../../core/http/actor.ts'
import { pageView, toPageRequest } from '../../core/http/pagination.ts'
import * as schema from './inner/schema.ts'
import { companySummaryView, usageView } from './inner/view.ts'
import type { UsageService } from './service.ts'

export const usageRoutes: FastifyPluginAsyncTypebox<{ readonly usage: UsageService }> = async (
  app,
  { usage },
) => {
  app.get('/companies/summary', session(schema.listSummaries), async (request) => {
    const page = toPageRequest(request.query, '-created_at')
    return pageView(await usage.summary(callerOf(request), page), companySummaryView)
  })

  app.get('/companies/:id/usage', session(schema.getUsage), async (request) =>
    usageView(await usage.get(callerOf(request), request.params.id)),
  )
}
