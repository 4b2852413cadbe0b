import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { namedPut } from '../../core/external-ids/external-ids.ts'
import { read, write } from '../../core/http/access.ts'
import { syncUntil } from '../../core/http/filters.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import { bulkOptions, createBulk, oneByOne } from '../../core/record/bulk.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { createCustomer, deleteCustomer, resumeMail, updateCustomer } from './change.ts'
import { type CustomerChange, CustomerInput } from './input.ts'
import { customerEtag, listCustomers, requireCustomer } from './read.ts'
import * as schema from './schema.ts'
import { customerView } from './view.ts'

interface CustomerRoutesOptions {
  readonly workOf: WorkOf
}

export const customerRoutes: FastifyPluginAsyncTypebox<CustomerRoutesOptions> = async (
  app,
  { workOf },
) => {
  const { send, entry } = answersOf(customerEtag, customerView)
  const creating = {
    meaning: checkedBy(workOf, (work, input: CustomerInput) => createCustomer(work, input)),
  }
  const changing = {
    meaning: checkedBy(workOf, (work, input: CustomerChange, { id }) =>
      updateCustomer(work, { id, input, mode: 'patch', ifMatch: undefined }),
    ),
  }
  const named = namedPut(workOf, 'customer', {
    create: createCustomer,
    update: (work, change, input: CustomerInput) =>
      updateCustomer(work, { ...change, input, mode: 'put' }),
  })

  app.get('/customers', read(schema.listCustomers), async (request) => {
    const work = workOf(request)
    const page = pageView(await listCustomers(work, request.query), entry)
    return { ...page, ...syncUntil(request.query, work.at) }
  })

  app.post('/customers', write(schema.createCustomer, creating), async (request, reply) => {
    const customer = await createCustomer(workOf(request), request.body)
    return send(request, locate(reply, `/customers/${customer.id}`), customer)
  })

  const createMany = createBulk(app, CustomerInput, {
    create: oneByOne(createCustomer),
    view: customerView,
  })
  app.post(
    '/customers/bulk',
    { ...write(schema.createCustomers), ...bulkOptions(app) },
    async (request) => createMany(workOf(request), request.body, request),
  )

  app.get('/customers/:id', read(schema.getCustomer), async (request, reply) =>
    send(request, reply, await requireCustomer(workOf(request), request.params.id)),
  )

  app.put('/customers/:id', write(schema.putCustomer, changing), async (request, reply) => {
    const change = { ...changeOf(request), input: request.body, mode: 'put' } as const
    return send(request, reply, await updateCustomer(workOf(request), change))
  })

  app.put(
    '/customers/external/:system/:id',
    write(schema.putCustomerByExternalId, { meaning: named.meaning }),
    async (request, reply) => {
      const { made, isNew } = await named.put(request)
      return send(request, isNew ? locate(reply, `/customers/${made.id}`) : reply, made)
    },
  )

  app.patch('/customers/:id', write(schema.patchCustomer, changing), async (request, reply) => {
    const change = { ...changeOf(request), input: request.body, mode: 'patch' } as const
    return send(request, reply, await updateCustomer(workOf(request), change))
  })

  app.post('/customers/:id/resume-mail', write(schema.resumeMail), async (request, reply) =>
    send(request, reply, await resumeMail(workOf(request), changeOf(request))),
  )

  app.delete('/customers/:id', write(schema.deleteCustomer), async (request, reply) => {
    await deleteCustomer(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}
