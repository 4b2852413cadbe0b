import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { write } from '../../../core/http/access.ts'
import { answersOf, changeOf } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { customerEtag } from '../read.ts'
import { checkTaxId as checkTaxIdSchema } from '../schema.ts'
import { customerView } from '../view.ts'
import { checkTaxId } from './check.ts'

interface TaxIdRoutesOptions {
  readonly workOf: WorkOf
}

export const taxIdRoutes: FastifyPluginAsyncTypebox<TaxIdRoutesOptions> = async (
  app,
  { workOf },
) => {
  const { send } = answersOf(customerEtag, customerView)

  app.post('/customers/:id/check-tax-id', write(checkTaxIdSchema), async (request, reply) => {
    const customer = await checkTaxId(workOf(request), changeOf(request))
    return send(request, reply, customer)
  })
}
