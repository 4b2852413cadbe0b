import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { view } from '../../fields/field.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { API_PREFIX } from '../../http/openapi/document.ts'
import { pageView } from '../../http/pagination.ts'
import type { WorkOf } from '../../record/work.ts'
import { FIELDS, type Series } from './fields.ts'
import * as schema from './schema.ts'
import { type SeriesService, seriesEtag } from './service.ts'

export interface SeriesRoutesOptions {
  readonly workOf: WorkOf
  readonly series: SeriesService
}

export const seriesRoutes: FastifyPluginAsyncTypebox<SeriesRoutesOptions> = async (
  app,
  { workOf, series },
) => {
  const read = { access: 'read' } as const
  const admin = { access: 'admin' } as const

  app.get('/number-series', { config: read, schema: schema.listNumberSeries }, async (request) => {
    const page = await series.list(workOf(request), request.query)
    return pageView(page, (it) => ({ ...seriesView(it), etag: seriesEtag(it) }))
  })

  app.post(
    '/number-series',
    { config: admin, schema: schema.createNumberSeries },
    async (request, reply) => {
      const made = await series.create(workOf(request), request.body)
      reply.code(201).header('location', `${API_PREFIX}/number-series/${made.id}`)
      return sendWithEtag(request, reply, seriesEtag(made), seriesView(made))
    },
  )

  app.get(
    '/number-series/:id',
    { config: read, schema: schema.getNumberSeries },
    async (request, reply) => {
      const found = await series.require(workOf(request), request.params.id)
      return sendWithEtag(request, reply, seriesEtag(found), seriesView(found))
    },
  )

  app.put(
    '/number-series/:id',
    { config: admin, schema: schema.putNumberSeries },
    async (request, reply) => {
      const { params, body, headers } = request
      const change = { id: params.id, ifMatch: headers['if-match'] }
      const changed = await series.update(workOf(request), change, body)
      return sendWithEtag(request, reply, seriesEtag(changed), seriesView(changed))
    },
  )

  app.delete(
    '/number-series/:id',
    { config: admin, schema: schema.deleteNumberSeries },
    async (request, reply) => {
      const { params, headers } = request
      await series.delete(workOf(request), { id: params.id, ifMatch: headers['if-match'] })
      return reply.code(204).send(null)
    },
  )
}

const seriesView = (series: Series) => ({
  id: series.id,
  ...view(FIELDS, series),
  start: series.start,
  used: series.isUsed,
  version: series.version,
  created_at: series.createdAt,
  updated_at: series.updatedAt,
})
