import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getSummary } from './schema.ts'
import type { ReportService } from './service.ts'
import { summaryView } from './view.ts'

export const reportRoutes: FastifyPluginAsyncTypebox<{
  readonly reports: ReportService
}> = async (app, { reports }) => {
  const schema = getSummary
  app.get('/reports/summary', { config: { access: 'read' }, schema }, async () =>
    summaryView(await reports.summary()),
  )
}
