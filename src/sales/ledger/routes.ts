import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { listAccountEntries } from './account.ts'
import { getAccount } from './schema.ts'
import { balancesView, entryView } from './view.ts'

export const accountRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const schema = getAccount
  app.get('/customers/:id/account', read(schema), async (request) => {
    const { id } = request.params
    const page = await listAccountEntries(workOf(request), id, request.query)
    return { customer_id: id, balances: balancesView(page.balances), ...pageView(page, entryView) }
  })
}
