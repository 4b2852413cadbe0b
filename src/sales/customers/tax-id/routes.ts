import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { write } from '../../../core/http/access.ts'
import { answersOf, changeOf } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
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
  const { send } = answersOf(customerEtag, customerView)

  app.post('/customers/:id/check-tax-id', write(checkTaxId), async (request, reply) => {
    const customer = await taxIds.check(workOf(request), changeOf(request))
    return send(request, reply, customer)
  })
}
