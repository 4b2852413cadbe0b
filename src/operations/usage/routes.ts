import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../company/access/access.ts'
import { listCompanies, requireVisible } from '../../company/access/companies/companies.ts'
import { session } from '../../core/http/access.ts'
import { callerOf } from '../../core/http/actor.ts'
import { pageView, toPageRequest } from '../../core/http/pagination.ts'
import type { WorkFor } from '../../core/record/work.ts'
import type { Db } from '../../platform/database/db.ts'
import * as schema from './inner/schema.ts'
import { companySummaryView, usageView } from './inner/view.ts'
import { getUsage, summarize } from './usage.ts'

export const usageRoutes: FastifyPluginAsyncTypebox<{
  readonly access: Access
  readonly db: Db
  readonly workFor: WorkFor
}> = async (app, { access, db, workFor }) => {
  /** The caller's own companies with their figures. Operators see no figures of the others. */
  app.get('/companies/summary', session(schema.listSummaries), async (request) => {
    const asked = toPageRequest(request.query, '-created_at')
    const page = await listCompanies(access, callerOf(request), asked, { isMine: true })
    return pageView({ ...page, data: await summarize({ db }, page.data) }, companySummaryView)
  })

  app.get('/companies/:id/usage', session(schema.getUsage), async (request) => {
    const caller = callerOf(request)
    const company = await requireVisible(access, caller, request.params.id)
    return usageView(await getUsage(workFor(caller.actor, company)))
  })
}
