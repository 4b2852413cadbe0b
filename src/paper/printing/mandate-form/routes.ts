import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../../core/http/access.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { proposeMandate } from '../../../receivables/methods/propose.ts'
import { sendHtml, sendPdf } from '../replies.ts'
import * as schema from './inner/schema.ts'
import { mandateFormHtml, mandateFormPdf } from './print.ts'

export const mandateFormRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.get('/customers/:id/mandate-form', read(schema.getProposal), async (request) => {
    const it = await proposeMandate(workOf(request), request.params.id, request.query)
    return {
      ...{ reference: it.reference, scheme: it.scheme, type: it.type },
      account_holder: it.accountHolder,
      ...{ creditor_id: it.creditorId, creditor_name: it.creditorName },
    }
  })

  app.get('/customers/:id/mandate-form/html', read(schema.getFormHtml), async (request, reply) => {
    const { params, query } = request
    return sendHtml(reply, await mandateFormHtml(workOf(request), params.id, query))
  })

  app.get('/customers/:id/mandate-form/pdf', read(schema.getFormPdf), async (request, reply) => {
    const { params, query } = request
    const pdf = await mandateFormPdf(workOf(request), params.id, query)
    return sendPdf(reply, pdf, { number: 'mandate' })
  })
}
