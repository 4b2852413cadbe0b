import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../../core/http/access.ts'
import { sendWithEtag } from '../../../core/http/etag.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { sha256 } from '../../../platform/ids.ts'
import { customerStatementView } from '../../../receivables/balances/customer-statement-view.ts'
import { readCustomerStatement } from '../../../receivables/balances/read-customer-statement.ts'
import { sendHtml, sendPdf } from '../replies.ts'
import * as schema from './inner/schema.ts'
import { statementHtml, statementPdf } from './print.ts'

export const statementRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.get('/customers/:id/statement', read(schema.getStatement), async (request, reply) => {
    const { params, query } = request
    const view = customerStatementView(
      await readCustomerStatement(workOf(request), params.id, query),
    )
    const etag = `"${sha256(JSON.stringify(view)).slice(0, 32)}"`
    return sendWithEtag(request, reply, etag, view)
  })

  app.get(
    '/customers/:id/statement/html',
    read(schema.getStatementHtml),
    async (request, reply) => {
      const { params, query } = request
      const html = await statementHtml(workOf(request), params.id, query)
      return sendHtml(reply, html)
    },
  )

  app.get('/customers/:id/statement/pdf', read(schema.getStatementPdf), async (request, reply) => {
    const { params, query } = request
    const pdf = await statementPdf(workOf(request), params.id, query)
    return sendPdf(reply, pdf, { number: 'statement' })
  })
}
