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
import { type CustomerPriceService, customerPriceEtag } from './customer-prices/service.ts'
import { type ProductChange, ProductInput } from './input.ts'
import type { Product } from './product.ts'
import * as schema from './schema.ts'
import { type ProductService, productEtag } from './service.ts'
import { customerPriceView, productView, quotationView } from './view.ts'

export interface ProductRoutesOptions {
  readonly workOf: WorkOf
  readonly products: ProductService
  readonly customerPrices: CustomerPriceService
}

export const productRoutes: FastifyPluginAsyncTypebox<ProductRoutesOptions> = async (
  app,
  { workOf, products, customerPrices },
) => {
  const read = { access: 'read' } as const
  const write = { access: 'write' } as const
  const creating = {
    ...write,
    meaning: checkedBy(workOf, (work, input: ProductInput) => products.create(work, input)),
  }
  const changing = {
    ...write,
    meaning: checkedBy(workOf, (work, input: ProductChange, { id }) =>
      products.update(work, { id, input, mode: 'patch', ifMatch: undefined }),
    ),
  }
  const putNamed = (work: ReadWork | Work, { ifMatch, ...named }: NamedPut<ProductInput>) =>
    createOrUpdate(
      work,
      { kind: 'product', ...named },
      {
        create: products.create,
        update: (work, id, input) => products.update(work, { id, input, mode: 'put', ifMatch }),
      },
    )
  const putting = {
    ...write,
    meaning: checkedBy(workOf, (work, input: ProductInput, named: ExternalIds[number]) =>
      putNamed(work, { named, input }),
    ),
  }

  app.get('/products', { config: read, schema: schema.listProducts }, async (request) => {
    const entry = (it: Product) => ({ ...productView(it), etag: productEtag(it) })
    const work = workOf(request)
    const page = pageView(await products.list(work, request.query), entry)
    return { ...page, ...syncUntil(request.query, work.at) }
  })

  app.post(
    '/products',
    { config: creating, schema: schema.createProduct },
    async (request, reply) => {
      const product = await products.create(workOf(request), request.body)
      reply.code(201).header('location', `${API_PREFIX}/products/${product.id}`)
      return sendWithEtag(request, reply, productEtag(product), productView(product))
    },
  )

  const createMany = createBulk(app, ProductInput, {
    create: oneByOne(products.create),
    view: productView,
  })
  app.post(
    '/products/bulk',
    { config: write, schema: schema.createProducts, ...bulkOptions(app) },
    async (request) => createMany(workOf(request), request.body, request),
  )

  app.get('/products/:id', { config: read, schema: schema.getProduct }, async (request, reply) => {
    const product = await products.require(workOf(request), request.params.id)
    return sendWithEtag(request, reply, productEtag(product), productView(product))
  })

  app.put(
    '/products/:id',
    { config: changing, schema: schema.putProduct },
    async (request, reply) => {
      const { params, body: input, headers } = request
      const change = { id: params.id, ifMatch: headers['if-match'] }
      const product = await products.update(workOf(request), { ...change, input, mode: 'put' })
      return sendWithEtag(request, reply, productEtag(product), productView(product))
    },
  )

  app.put(
    '/products/external/:system/:id',
    { config: putting, schema: schema.putProductByExternalId },
    async (request, reply) => {
      const { params: named, body: input, headers } = request
      const put = { named, input, ifMatch: headers['if-match'] }
      const { made, isNew } = await putNamed(workOf(request), put)
      if (isNew) reply.code(201).header('location', `${API_PREFIX}/products/${made.id}`)
      return sendWithEtag(request, reply, productEtag(made), productView(made))
    },
  )

  app.patch(
    '/products/:id',
    { config: changing, schema: schema.patchProduct },
    async (request, reply) => {
      const { params, body: input, headers } = request
      const change = { id: params.id, ifMatch: headers['if-match'] }
      const product = await products.update(workOf(request), { ...change, input, mode: 'patch' })
      return sendWithEtag(request, reply, productEtag(product), productView(product))
    },
  )

  app.delete(
    '/products/:id',
    { config: write, schema: schema.deleteProduct },
    async (request, reply) => {
      const { params, headers } = request
      await products.delete(workOf(request), { id: params.id, ifMatch: headers['if-match'] })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/products/:id/price',
    { config: read, schema: schema.getProductPrice },
    async (request) =>
      quotationView(await products.price(workOf(request), request.params.id, request.query)),
  )

  app.get(
    '/customers/:id/prices',
    { config: read, schema: schema.listCustomerPrices },
    async (request) => {
      const page = await customerPrices.list(workOf(request), request.params.id, request.query)
      return pageView(page, (it) => ({ ...customerPriceView(it), etag: customerPriceEtag(it) }))
    },
  )

  app.post(
    '/customers/:id/prices',
    { config: write, schema: schema.createCustomerPrice },
    async (request, reply) => {
      const { id } = request.params
      const price = await customerPrices.create(workOf(request), id, request.body)
      reply.code(201).header('location', `${API_PREFIX}/customers/${id}/prices/${price.id}`)
      return sendWithEtag(request, reply, customerPriceEtag(price), customerPriceView(price))
    },
  )

  app.get(
    '/customers/:id/prices/:price_id',
    { config: read, schema: schema.getCustomerPrice },
    async (request, reply) => {
      const { id, price_id } = request.params
      const price = await customerPrices.require(workOf(request), id, price_id)
      return sendWithEtag(request, reply, customerPriceEtag(price), customerPriceView(price))
    },
  )

  app.put(
    '/customers/:id/prices/:price_id',
    { config: write, schema: schema.putCustomerPrice },
    async (request, reply) => {
      const { params, body, headers } = request
      const change = { customerId: params.id, id: params.price_id, ifMatch: headers['if-match'] }
      const price = await customerPrices.update(workOf(request), change, body)
      return sendWithEtag(request, reply, customerPriceEtag(price), customerPriceView(price))
    },
  )

  app.delete(
    '/customers/:id/prices/:price_id',
    { config: write, schema: schema.deleteCustomerPrice },
    async (request, reply) => {
      const { params, headers } = request
      const change = { customerId: params.id, id: params.price_id, ifMatch: headers['if-match'] }
      await customerPrices.delete(workOf(request), change)
      return reply.code(204).send(null)
    },
  )
}
