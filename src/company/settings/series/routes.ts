import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, read } from '../../../core/http/access.ts'
import { pageView } from '../../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { view } from '../../../kernel/fields/field.ts'
import { stampsOf } from '../../../kernel/fields/shapes.ts'
import { createSeries, deleteSeries, updateSeries } from './change.ts'
import { FIELDS, type Series } from './inner/fields.ts'
import * as schema from './inner/schema.ts'
import { listSeries, requireSeries, seriesEtag } from './read.ts'

interface SeriesRoutesOptions {
  readonly workOf: WorkOf
}

export const seriesRoutes: FastifyPluginAsyncTypebox<SeriesRoutesOptions> = async (
  app,
  { workOf },
) => {
  const { send, entry } = answersOf(seriesEtag, seriesView)
  app.get('/number-series', read(schema.listNumberSeries), async (request) => {
    const page = await listSeries(workOf(request), request.query)
    return pageView(page, entry)
  })

  app.post('/number-series', admin(schema.createNumberSeries), async (request, reply) => {
    const made = await createSeries(workOf(request), request.body)
    return send(request, locate(reply, `/number-series/${made.id}`), made)
  })

  app.get('/number-series/:id', read(schema.getNumberSeries), async (request, reply) =>
    send(request, reply, await requireSeries(workOf(request), request.params.id)),
  )

  app.put('/number-series/:id', admin(schema.putNumberSeries), async (request, reply) => {
    const change = changeOf(request)
    return send(request, reply, await updateSeries(workOf(request), change, request.body))
  })

  app.delete('/number-series/:id', admin(schema.deleteNumberSeries), async (request, reply) => {
    await deleteSeries(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}

const seriesView = (series: Series) => ({
  id: series.id,
  ...view(FIELDS, series),
  start: series.start,
  used: series.isUsed,
  ...stampsOf(series),
})
