import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../company/access/access.ts'
import { sourceOf } from '../../company/access/access.ts'
import {
  companyEtag,
  requireDeletable,
  requireRestorable,
} from '../../company/access/companies/companies.ts'
import { companyView } from '../../company/access/view.ts'
import { companyNotFound } from '../../core/companies/errors.ts'
import { admin, session } from '../../core/http/access.ts'
import { callerOf } from '../../core/http/actor.ts'
import { answersOf, changeOf } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import * as schema from './inner/schema.ts'
import type { Lifecycle } from './lifecycle.ts'
import { deleteCompany, exportCompany, restoreCompany } from './lifecycle.ts'

export const lifecycleRoutes: FastifyPluginAsyncTypebox<{
  readonly access: Access
  readonly lifecycle: Lifecycle
  readonly workOf: WorkOf
}> = async (app, { access, lifecycle, workOf }) => {
  const { cookies } = access
  const { send } = answersOf(companyEtag, companyView)
  app.post(
    '/companies/:id/export',
    admin(schema.exportCompany, { idempotency: false }),
    async (request, reply) => {
      const { company } = workOf(request)
      if (company.id !== request.params.id) throw companyNotFound()
      const { stream, fileName } = exportCompany(lifecycle, company, request.body.passphrase)
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(stream)
    },
  )

  const once = { idempotency: 'installation' } as const

  app.delete('/companies/:id', session(schema.deleteCompany, once), async (request, reply) => {
    const { password } = request.body
    const source = sourceOf(request, cookies)
    await requireDeletable(access, callerOf(request), request.params.id, { password, source })
    return send(request, reply, await deleteCompany(lifecycle, changeOf(request)))
  })

  app.post(
    '/companies/:id/restore',
    session(schema.restoreCompany, once),
    async (request, reply) => {
      await requireRestorable(access, callerOf(request), request.params.id)
      return send(request, reply, await restoreCompany(lifecycle, changeOf(request)))
    },
  )
}
