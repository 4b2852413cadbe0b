import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendWithEtag } from '../../http/etag.ts'
import type { WorkOf } from '../../record/work.ts'
import { checkTaxId } from '../schema.ts'
import { customerEtag } from '../service.ts'
import { customerView } from '../view.ts'
import type { TaxIdService } from './service.ts'

export interface TaxIdRoutesOptions {
  readonly workOf: WorkOf
  readonly taxIds: TaxIdService
}

export const taxIdRoutes: FastifyPluginAsyncTypebox<TaxIdRoutesOptions> = async (
  app,
  { workOf, taxIds },
) => {
  app.post(
    '/customers/:id/check-tax-id',
    { config: { access: 'write' }, schema: checkTaxId },
    async (request, reply) => {
      const { params, headers } = request
      const change = { id: params.id, ifMatch: headers['if-match'] }
      const customer = await taxIds.check(workOf(request), change)
      return sendWithEtag(request, reply, customerEtag(customer), customerView(customer))
    },
  )
}
