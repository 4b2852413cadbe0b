import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createOrUpdate, type NamedPut } from '../external-ids/external-ids.ts'
import type { ExternalIds } from '../external-ids/field.ts'
import { sendWithEtag } from '../http/etag.ts'
import { syncUntil } from '../http/filters.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { pageView } from '../http/pagination.ts'
import { bulkOptions, createBulk, oneByOne } from '../record/bulk.ts'
import { checkedBy } from '../record/transaction.ts'
import type { ReadWork, Work, WorkOf } from '../record/work.ts'
import type { Customer } from './customer.ts'
import { type CustomerChange, CustomerInput } from './input.ts'
import * as schema from './schema.ts'
import { type CustomerService, customerEtag } from './service.ts'
import { customerView } from './view.ts'

export interface CustomerRoutesOptions {
  readonly workOf: WorkOf
  readonly customers: CustomerService
}

export const customerRoutes: FastifyPluginAsyncTypebox<CustomerRoutesOptions> = async (
  app,
  { workOf, customers },
) => {
  const read = { access: 'read' } as const
  const write = { access: 'write' } as const
  const creating = {
    ...write,
    meaning: checkedBy(workOf, (work, input: CustomerInput) => customers.create(work, input)),
  }
  const changing = {
    ...write,
    meaning: checkedBy(workOf, (work, input: CustomerChange, { id }) =>
      customers.update(work, { id, input, mode: 'patch', ifMatch: undefined }),
    ),
  }
  const putNamed = (work: ReadWork | Work, { ifMatch, ...named }: NamedPut<CustomerInput>) =>
    createOrUpdate(
      work,
      { kind: 'customer', ...named },
      {
        create: customers.create,
        update: (work, id, input) => customers.update(work, { id, input, mode: 'put', ifMatch }),
      },
    )
  const putting = {
    ...write,
    meaning: checkedBy(workOf, (work, input: CustomerInput, named: ExternalIds[number]) =>
      putNamed(work, { named, input }),
    ),
  }

  app.get('/customers', { config: read, schema: schema.listCustomers }, async (request) => {
    const work = workOf(request)
    const entry = (it: Customer) => ({ ...customerView(it), etag: customerEtag(it) })
    const page = pageView(await customers.list(work, request.query), entry)
    return { ...page, ...syncUntil(request.query, work.at) }
  })

  app.post(
    '/customers',
    { config: creating, schema: schema.createCustomer },
    async (request, reply) => {
      const customer = await customers.create(workOf(request), request.body)
      reply.code(201).header('location', `${API_PREFIX}/customers/${customer.id}`)
      return sendWithEtag(request, reply, customerEtag(customer), customerView(customer))
    },
  )

  const createMany = createBulk(app, CustomerInput, {
    create: oneByOne(customers.create),
    view: customerView,
  })
  app.post(
    '/customers/bulk',
    { config: write, schema: schema.createCustomers, ...bulkOptions(app) },
    async (request) => createMany(workOf(request), request.body, request),
  )

  app.get(
    '/customers/:id',
    { config: read, schema: schema.getCustomer },
    async (request, reply) => {
      const customer = await customers.require(workOf(request), request.params.id)
      return sendWithEtag(request, reply, customerEtag(customer), customerView(customer))
    },
  )

  app.put(
    '/customers/:id',
    { config: changing, schema: schema.putCustomer },
    async (request, reply) => {
      const { params, body: input, headers } = request
      const change = { id: params.id, ifMatch: headers['if-match'] }
      const customer = await customers.update(workOf(request), { ...change, input, mode: 'put' })
      return sendWithEtag(request, reply, customerEtag(customer), customerView(customer))
    },
  )

  app.put(
    '/customers/external/:system/:id',
    { config: putting, schema: schema.putCustomerByExternalId },
    async (request, reply) => {
      const { params: named, body: input, headers } = request
      const put = { named, input, ifMatch: headers['if-match'] }
      const { made, isNew } = await putNamed(workOf(request), put)
      if (isNew) reply.code(201).header('location', `${API_PREFIX}/customers/${made.id}`)
      return sendWithEtag(request, reply, customerEtag(made), customerView(made))
    },
  )

  app.patch(
    '/customers/:id',
    { config: changing, schema: schema.patchCustomer },
    async (request, reply) => {
      const { params, body: input, headers } = request
      const change = { id: params.id, ifMatch: headers['if-match'] }
      const customer = await customers.update(workOf(request), { ...change, input, mode: 'patch' })
      return sendWithEtag(request, reply, customerEtag(customer), customerView(customer))
    },
  )

  app.delete(
    '/customers/:id',
    { config: write, schema: schema.deleteCustomer },
    async (request, reply) => {
      const { params, headers } = request
      const change = { id: params.id, ifMatch: headers['if-match'] }
      await customers.delete(workOf(request), change)
      return reply.code(204).send(null)
    },
  )
}
