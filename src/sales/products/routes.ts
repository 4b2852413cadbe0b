import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { namedPut } from '../../core/external-ids/external-ids.ts'
import { read, write } from '../../core/http/access.ts'
import { syncUntil } from '../../core/http/filters.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import { bulkOptions, createBulk, oneByOne } from '../../core/record/bulk.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { createProduct, deleteProduct, quotePrice, updateProduct } from './change.ts'
import {
  createCustomerPrice,
  deleteCustomerPrice,
  updateCustomerPrice,
} from './customer-prices/change.ts'
import {
  customerPriceEtag,
  listCustomerPrices,
  requireCustomerPrice,
} from './customer-prices/read.ts'
import { type ProductChange, ProductInput } from './input.ts'
import { listProducts, productEtag, requireProduct } from './read.ts'
import * as schema from './schema.ts'
import { customerPriceView, productView, quotationView } from './view.ts'

interface ProductRoutesOptions {
  readonly workOf: WorkOf
}

export const productRoutes: FastifyPluginAsyncTypebox<ProductRoutesOptions> = async (
  app,
  { workOf },
) => {
  const { send, entry } = answersOf(productEtag, productView)
  const prices = answersOf(customerPriceEtag, customerPriceView)
  const creating = {
    meaning: checkedBy(workOf, (work, input: ProductInput) => createProduct(work, input)),
  }
  const changing = {
    meaning: checkedBy(workOf, (work, input: ProductChange, { id }) =>
      updateProduct(work, { id, input, mode: 'patch', ifMatch: undefined }),
    ),
  }
  const named = namedPut(workOf, 'product', {
    create: createProduct,
    update: (work, change, input: ProductInput) =>
      updateProduct(work, { ...change, input, mode: 'put' }),
  })

  app.get('/products', read(schema.listProducts), async (request) => {
    const work = workOf(request)
    const page = pageView(await listProducts(work, request.query), entry)
    return { ...page, ...syncUntil(request.query, work.at) }
  })

  app.post('/products', write(schema.createProduct, creating), async (request, reply) => {
    const product = await createProduct(workOf(request), request.body)
    return send(request, locate(reply, `/products/${product.id}`), product)
  })

  const createMany = createBulk(app, ProductInput, {
    create: oneByOne(createProduct),
    view: productView,
  })
  app.post(
    '/products/bulk',
    { ...write(schema.createProducts), ...bulkOptions(app) },
    async (request) => createMany(workOf(request), request.body, request),
  )

  app.get('/products/:id', read(schema.getProduct), async (request, reply) =>
    send(request, reply, await requireProduct(workOf(request), request.params.id)),
  )

  app.put('/products/:id', write(schema.putProduct, changing), async (request, reply) => {
    const change = { ...changeOf(request), input: request.body, mode: 'put' } as const
    return send(request, reply, await updateProduct(workOf(request), change))
  })

  app.put(
    '/products/external/:system/:id',
    write(schema.putProductByExternalId, { meaning: named.meaning }),
    async (request, reply) => {
      const { made, isNew } = await named.put(request)
      return send(request, isNew ? locate(reply, `/products/${made.id}`) : reply, made)
    },
  )

  app.patch('/products/:id', write(schema.patchProduct, changing), async (request, reply) => {
    const change = { ...changeOf(request), input: request.body, mode: 'patch' } as const
    return send(request, reply, await updateProduct(workOf(request), change))
  })

  app.delete('/products/:id', write(schema.deleteProduct), async (request, reply) => {
    await deleteProduct(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.get('/products/:id/price', read(schema.getProductPrice), async (request) =>
    quotationView(await quotePrice(workOf(request), request.params.id, request.query)),
  )

  app.get('/customers/:id/prices', read(schema.listCustomerPrices), async (request) => {
    const page = await listCustomerPrices(workOf(request), request.params.id, request.query)
    return pageView(page, prices.entry)
  })

  app.post('/customers/:id/prices', write(schema.createCustomerPrice), async (request, reply) => {
    const { id } = request.params
    const price = await createCustomerPrice(workOf(request), id, request.body)
    return prices.send(request, locate(reply, `/customers/${id}/prices/${price.id}`), price)
  })

  app.get(
    '/customers/:id/prices/:price_id',
    read(schema.getCustomerPrice),
    async (request, reply) => {
      const { id, price_id } = request.params
      return prices.send(request, reply, await requireCustomerPrice(workOf(request), id, price_id))
    },
  )

  app.put(
    '/customers/:id/prices/:price_id',
    write(schema.putCustomerPrice),
    async (request, reply) => {
      const change = priceOf(request)
      const price = await updateCustomerPrice(workOf(request), change, request.body)
      return prices.send(request, reply, price)
    },
  )

  app.delete(
    '/customers/:id/prices/:price_id',
    write(schema.deleteCustomerPrice),
    async (request, reply) => {
      await deleteCustomerPrice(workOf(request), priceOf(request))
      return reply.code(204).send(null)
    },
  )
}

const priceOf = (request: FastifyRequest<{ Params: { id: string; price_id: string } }>) => ({
  customerId: request.params.id,
  id: request.params.price_id,
  ifMatch: request.headers['if-match'],
})
