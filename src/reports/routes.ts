import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { WorkOf } from '../record/work.ts'
import { getSummary } from './schema.ts'
import type { ReportService } from './service.ts'
import { summaryView } from './view.ts'

export const reportRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly reports: ReportService
}> = async (app, { workOf, reports }) => {
  const schema = getSummary
  app.get('/reports/summary', { config: { access: 'read' }, schema }, async (request) =>
    summaryView(await reports.summary(workOf(request))),
  )
}
