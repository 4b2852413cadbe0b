import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import { valuesOf } from '../../core/http/filters.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { getSummary, listBalances } from './inner/schema.ts'
import { balanceView, summaryView } from './inner/view.ts'
import { readBalances, readSummary } from './read.ts'

export const reportRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const schema = getSummary
  app.get('/reports/summary', read(schema), async (request) =>
    summaryView(await readSummary(workOf(request))),
  )

  app.get('/reports/balances', read(listBalances), async (request) => {
    const ids = valuesOf(request.query.customer_ids)
    return { data: (await readBalances(workOf(request), ids)).map(balanceView) }
  })
}
