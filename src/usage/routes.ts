import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { session } from '../http/access.ts'
import { callerOf } from '../http/actor.ts'
import { pageView, toPageRequest } from '../http/pagination.ts'
import * as schema from './schema.ts'
import type { UsageService } from './service.ts'
import { companySummaryView, usageView } from './view.ts'

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
