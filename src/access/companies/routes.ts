import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf, callerOf } from '../../http/actor.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { API_PREFIX } from '../../http/openapi/document.ts'
import { pageView, toPageRequest } from '../../http/pagination.ts'
import { companyView } from '../view.ts'
import { type Companies, companyEtag } from './companies.ts'
import * as schema from './schema.ts'

export const companyRoutes: FastifyPluginAsyncTypebox<{ readonly companies: Companies }> = async (
  app,
  { companies },
) => {
  const own = { config: { access: 'session' } } as const
  const operator = { config: { access: 'companies' } } as const

  app.get('/companies', { ...own, schema: schema.listCompanies }, async (request) => {
    const { query } = request
    const page = toPageRequest(query, '-created_at')
    const wanted = {
      isMine: query.mine === true,
      isOpenToSupport: query.support === true,
      isCounted: query.include === 'total',
    }
    return pageView(await companies.list(callerOf(request), page, wanted), (it) => ({
      ...companyView(it),
      etag: companyEtag(it),
    }))
  })

  app.post('/companies', { ...operator, schema: schema.createCompany }, async (request, reply) => {
    const { name, owner = null } = request.body
    const company = await companies.create(actorOf(request), { name, owner })
    reply.code(201).header('location', `${API_PREFIX}/companies/${company.id}`)
    return sendWithEtag(request, reply, companyEtag(company), companyView(company))
  })

  app.get('/companies/:id', { ...own, schema: schema.getCompany }, async (request, reply) => {
    const company = await companies.get(callerOf(request), request.params.id)
    return sendWithEtag(request, reply, companyEtag(company), companyView(company))
  })

  app.patch('/companies/:id', { ...own, schema: schema.changeCompany }, async (request, reply) => {
    const target = { id: request.params.id, ifMatch: request.headers['if-match'] }
    const company = await companies.change(callerOf(request), target, request.body)
    return sendWithEtag(request, reply, companyEtag(company), companyView(company))
  })

  for (const { action, status, operation } of [
    { action: 'suspend', status: 'suspended', operation: schema.suspend },
    { action: 'resume', status: 'active', operation: schema.resume },
  ] as const)
    app.post(
      `/companies/:id/${action}`,
      { ...operator, schema: operation },
      async (request, reply) => {
        const target = { id: request.params.id, ifMatch: request.headers['if-match'] }
        const company = await companies.setStatus(target, status)
        return sendWithEtag(request, reply, companyEtag(company), companyView(company))
      },
    )
}
