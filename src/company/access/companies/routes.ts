import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { operator, session } from '../../../core/http/access.ts'
import { actorOf, callerOf } from '../../../core/http/actor.ts'
import { pageView, toPageRequest } from '../../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../../core/http/resource.ts'
import type { Access } from '../access.ts'
import { companyView } from '../view.ts'
import {
  changeCompany,
  companyEtag,
  createCompany,
  listCompanies,
  requireVisible,
  setCompanyStatus,
} from './companies.ts'
import * as schema from './schema.ts'

export const companyRoutes: FastifyPluginAsyncTypebox<{ readonly access: Access }> = async (
  app,
  { access },
) => {
  const { send, entry } = answersOf(companyEtag, companyView)
  app.get('/companies', session(schema.listCompanies), async (request) => {
    const { query } = request
    const page = toPageRequest(query, '-created_at')
    const wanted = {
      isMine: query.mine === true,
      isOpenToSupport: query.support === true,
    }
    const listed = await listCompanies(access, callerOf(request), page, wanted)
    return pageView(listed, (it) => ({ ...entry(it), role: it.role }))
  })

  app.post('/companies', operator(schema.createCompany), async (request, reply) => {
    const { name, owner = null } = request.body
    const company = await createCompany(access, actorOf(request), { name, owner })
    return send(request, locate(reply, `/companies/${company.id}`), company)
  })

  app.get('/companies/:id', session(schema.getCompany), async (request, reply) =>
    send(request, reply, await requireVisible(access, callerOf(request), request.params.id)),
  )

  app.patch('/companies/:id', session(schema.changeCompany), async (request, reply) => {
    const company = await changeCompany(access, callerOf(request), changeOf(request), request.body)
    return send(request, reply, company)
  })

  for (const { action, status, operation } of [
    { action: 'suspend', status: 'suspended', operation: schema.suspend },
    { action: 'resume', status: 'active', operation: schema.resume },
  ] as const)
    app.post(`/companies/:id/${action}`, operator(operation), async (request, reply) => {
      const company = await setCompanyStatus(access, changeOf(request), status)
      return send(request, reply, company)
    })
}
