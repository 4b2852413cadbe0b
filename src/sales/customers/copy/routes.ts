import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../../company/access/access.ts'
import { write } from '../../../core/http/access.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { copyCustomer } from './inner/copy.ts'
import * as schema from './inner/schema.ts'

interface Options {
  readonly workOf: WorkOf
  readonly access: Access
}

export const copyRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { workOf, access }) => {
  app.post(
    '/customers/:id/copy',
    // It writes in another company, where no key of this one is kept; copying twice is refused.
    write(schema.copyCustomer, { idempotency: false }),
    async (request, reply) => {
      const copy = { id: request.params.id, company: request.body.company }
      const made = await copyCustomer(access, workOf(request), copy)
      locate(reply, `/customers/${made.id}`)
      return made
    },
  )
}
