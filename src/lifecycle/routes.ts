import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { companyEtag } from '../access/companies/companies.ts'
import { companyView } from '../access/view.ts'
import { companyNotFound } from '../companies/errors.ts'
import { sendWithEtag } from '../http/etag.ts'
import type { WorkOf } from '../record/work.ts'
import * as schema from './schema.ts'
import type { LifecycleService } from './service.ts'

export const lifecycleRoutes: FastifyPluginAsyncTypebox<{
  readonly lifecycle: LifecycleService
  readonly workOf: WorkOf
}> = async (app, { lifecycle, workOf }) => {
  app.post(
    '/companies/:id/export',
    { config: { access: 'admin', idempotency: false }, schema: schema.exportCompany },
    async (request, reply) => {
      const { entry } = workOf(request)
      if (entry.id !== request.params.id) throw companyNotFound()
      const { stream, fileName } = lifecycle.export(entry, request.body.passphrase)
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(stream)
    },
  )

  for (const { method, path, operation, run } of [
    { method: 'DELETE', path: '', operation: schema.deleteCompany, run: lifecycle.delete },
    { method: 'POST', path: '/restore', operation: schema.restoreCompany, run: lifecycle.restore },
  ] as const)
    app.route({
      method,
      url: `/companies/:id${path}`,
      config: { access: 'companies', idempotency: 'installation' },
      schema: operation,
      handler: async (request, reply) => {
        const target = { id: request.params.id, ifMatch: request.headers['if-match'] }
        const company = await run(target)
        return sendWithEtag(request, reply, companyEtag(company), companyView(company))
      },
    })
}
