import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { companyEtag } from '../access/companies/companies.ts'
import { companyView } from '../access/view.ts'
import { companyNotFound } from '../companies/errors.ts'
import { admin, operator } from '../http/access.ts'
import { answersOf, changeOf } from '../http/resource.ts'
import type { WorkOf } from '../record/work.ts'
import * as schema from './schema.ts'
import type { LifecycleService } from './service.ts'

export const lifecycleRoutes: FastifyPluginAsyncTypebox<{
  readonly lifecycle: LifecycleService
  readonly workOf: WorkOf
}> = async (app, { lifecycle, workOf }) => {
  const { send } = answersOf(companyEtag, companyView)
  app.post(
    '/companies/:id/export',
    admin(schema.exportCompany, { idempotency: false }),
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
      ...operator(operation, { idempotency: 'installation' }),
      handler: async (request, reply) => {
        const company = await run(changeOf(request))
        return send(request, reply, company)
      },
    })
}
