import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { versionFromLink } from '../../core/companies/company.ts'
import { admin, anyone, read } from '../../core/http/access.ts'
import { sendWithEtag } from '../../core/http/etag.ts'
import { changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import {
  activeTemplateId,
  createTemplate,
  deleteTemplate,
  type Installed,
  type InstallOptions,
  installFromManifest,
  loadTemplateFile,
} from './change.ts'
import * as schema from './inner/schema.ts'
import { templateEntryView, templateView } from './inner/view.ts'
import { getTemplate, listTemplates, readAsset } from './read.ts'
import { assetNotFound, templateEtag } from './template.ts'

const ASSET_POLICY = "default-src 'none'; sandbox"

export const templateRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const sendTemplate = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { template, content }: Pick<Installed, 'template' | 'content'>,
  ) => {
    const activeId = await activeTemplateId(workOf(request))
    const etag = templateEtag(template, activeId)
    return sendWithEtag(request, reply, etag, templateView(template, content, activeId))
  }

  const sendInstalled = (request: FastifyRequest, reply: FastifyReply, installed: Installed) => {
    const { template, created } = installed
    if (created) locate(reply, `/templates/${template.id}`)
    return sendTemplate(request, reply, installed)
  }

  const optionsOf = (query: { readonly strict?: boolean }): InstallOptions => ({
    strict: query.strict ?? false,
  })

  app.get('/templates', read(schema.listTemplates), async (request) => {
    const work = workOf(request)
    const active = await activeTemplateId(work)
    const installed = await listTemplates(work)
    const data = installed.map((template) => ({
      ...templateEntryView(template, active),
      etag: templateEtag(template, active),
    }))
    return { data, has_more: false, next_cursor: null }
  })

  app.get('/templates/:id', read(schema.getTemplate), async (request, reply) =>
    sendTemplate(request, reply, await getTemplate(workOf(request), request.params.id)),
  )

  app.post('/templates', admin(schema.createTemplate), async (request, reply) => {
    const { body, query } = request
    const installed = await createTemplate(workOf(request), body, optionsOf(query))
    return sendInstalled(request, reply, installed)
  })

  app.post(
    '/templates/install-from-manifest',
    admin(schema.installTemplate),
    async (request, reply) => {
      const { body, query } = request
      const options = optionsOf(query)
      const installed = await installFromManifest(workOf(request), body.url, options)
      return sendInstalled(request, reply, installed)
    },
  )

  app.post('/templates/load-from-file', admin(schema.loadTemplate), async (request, reply) => {
    const { body, query } = request
    const installed = await loadTemplateFile(workOf(request), body, optionsOf(query))
    return sendInstalled(request, reply, installed)
  })

  app.delete('/templates/:id', admin(schema.deleteTemplate), async (request, reply) => {
    await deleteTemplate(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.get('/_template-assets/:id/:version/*', anyone(schema.getAsset), async (request, reply) => {
    const { id, version, '*': path } = request.params
    // The router leaves out a slash at the end, which names another file.
    if (/^[^?#]*\/(?:[?#]|$)/.test(request.url)) throw assetNotFound()
    const work = workOf(request)
    const named = { id, version: versionFromLink(version), path }
    const asset = await readAsset(work, named)
    return reply
      .type(asset.mediaType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', ASSET_POLICY)
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(Buffer.from(asset.bytes))
  })
}
