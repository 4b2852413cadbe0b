import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin } from '../../core/http/access.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { exportAudit } from './export.ts'
import * as schema from './inner/schema.ts'

export const auditRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.get('/audit/export', admin(schema.exportAudit), async (request, reply) => {
    const { stream, fileName } = exportAudit(workOf(request))
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(stream)
  })
}
