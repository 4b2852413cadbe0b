import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import type { WorkOf } from '../../core/record/work.ts'
import * as schema from './inner/schema.ts'
import { withheldCsv, withheldView } from './inner/view.ts'
import { readWithheld, type WithheldQuery } from './read-withheld.ts'
import type { PeriodLength } from './withheld.ts'

export const bookReportRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.get('/reports/withheld', read(schema.listWithheld), async (request) =>
    withheldView(await readWithheld(workOf(request), queryOf(request.query))),
  )

  app.get('/reports/withheld/export', read(schema.exportWithheld), async (request, reply) => {
    const report = await readWithheld(workOf(request), queryOf(request.query))
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="withheld-${report.year}.csv"`)
      .header('cache-control', 'private, no-store')
      .send(withheldCsv(report))
  })
}

const queryOf = ({
  year,
  by,
}: {
  readonly year?: number
  readonly by?: string
}): WithheldQuery => ({
  year: year?.toString(),
  by: by as PeriodLength | undefined,
})
