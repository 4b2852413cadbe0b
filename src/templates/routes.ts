import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../http/actor.ts'
import { sendWithEtag } from '../http/etag.ts'
import * as schema from './schema.ts'
import type { Installed, InstallWish, TemplateService } from './service.ts'
import { templateEtag } from './template.ts'
import { templateEntryView, templateView } from './view.ts'

const ASSET_POLICY = "default-src 'none'; sandbox"

export const templateRoutes: FastifyPluginAsyncTypebox<{
  readonly templates: TemplateService
  readonly apiPrefix: string
}> = async (app, { templates, apiPrefix }) => {
  const read = { config: { access: 'read' } } as const
  const admin = { config: { access: 'admin' } } as const

  const sendTemplate = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { template, content }: Pick<Installed, 'template' | 'content'>,
  ) => {
    const activeId = await templates.activeId()
    const etag = templateEtag(template, activeId)
    return sendWithEtag(request, reply, etag, templateView(template, content, activeId))
  }

  const sendInstalled = (request: FastifyRequest, reply: FastifyReply, installed: Installed) => {
    const { template, created } = installed
    if (created) reply.code(201).header('location', `${apiPrefix}/templates/${template.id}`)
    return sendTemplate(request, reply, installed)
  }

  const wishOf = (
    request: FastifyRequest & { readonly query: { readonly strict?: boolean } },
  ): InstallWish => ({ actor: actorOf(request), strict: request.query.strict ?? false })

  app.get('/templates', { ...read, schema: schema.listTemplates }, async () => {
    const active = await templates.activeId()
    const data = (await templates.list()).map((template) => templateEntryView(template, active))
    return { data, has_more: false, next_cursor: null }
  })

  app.get('/templates/:id', { ...read, schema: schema.getTemplate }, async (request, reply) =>
    sendTemplate(request, reply, await templates.get(request.params.id)),
  )

  app.post('/templates', { ...admin, schema: schema.createTemplate }, async (request, reply) => {
    const installed = await templates.create(request.body, wishOf(request))
    return sendInstalled(request, reply, installed)
  })

  app.post(
    '/templates/install-from-manifest',
    { ...admin, schema: schema.installTemplate },
    async (request, reply) => {
      const installed = await templates.installFromManifest(request.body.url, wishOf(request))
      return sendInstalled(request, reply, installed)
    },
  )

  app.post(
    '/templates/load-from-file',
    { ...admin, schema: schema.loadTemplate },
    async (request, reply) => {
      const installed = await templates.loadFromFile(request.body, wishOf(request))
      return sendInstalled(request, reply, installed)
    },
  )

  app.delete(
    '/templates/:id',
    { ...admin, schema: schema.deleteTemplate },
    async (request, reply) => {
      const { params, headers } = request
      const ifMatch = headers['if-match']
      await templates.delete({ actor: actorOf(request), id: params.id, ifMatch })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/_template-assets/:id/:version/*',
    { config: { access: 'public' }, schema: schema.getAsset },
    async ({ params }, reply) => {
      const asset = await templates.asset(params.id, params.version, params['*'])
      return reply
        .type(asset.mediaType)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', ASSET_POLICY)
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(Buffer.from(asset.bytes))
    },
  )
}
