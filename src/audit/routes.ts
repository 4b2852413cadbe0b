import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as schema from './schema.ts'
import type { AuditService } from './service.ts'

export const auditRoutes: FastifyPluginAsyncTypebox<{ audit: AuditService }> = async (
  app,
  { audit },
) => {
  app.get(
    '/audit/export',
    { config: { access: 'admin' }, schema: schema.exportAudit },
    async (_request, reply) => {
      const { stream, fileName } = audit.export()
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(stream)
    },
  )
}
