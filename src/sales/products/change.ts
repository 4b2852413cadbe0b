import { isDeepStrictEqual } from 'node:util'
import { isCurrency, parseMicro } from '@billwright/money'
import type { EventType } from '@billwright/rules/events'
import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { newId } from '../../platform/ids.ts'
import { requireCustomer } from '../customers/read.ts'
import * as customerPrices from './customer-prices/inner/repository.ts'
import { EMPTY_PRODUCT } from './fields.ts'
import { changeProduct } from './inner/content.ts'
import { priceMissing } from './inner/errors.ts'
import { type Fillable, type FillContext, fillItems } from './inner/fill.ts'
import { type FoundPrice, findPrice, type PriceQuestion } from './inner/price.ts'
import * as repository from './inner/repository.ts'
import type { ProductChange, ProductInput } from './input.ts'
import type { Product } from './product.ts'
import { type PriceQuery, productEtag, type Quotation } from './read.ts'

export function createProduct(work: ReadWork, input: ProductInput): Promise<Product> {
  return transaction(work, async (work) => {
    const current = await currentSettings(work)
    const today = dayOf(work.at, current.timeZone)
    const before = { ...EMPTY_PRODUCT, tax: null, prices: [] }
    const content = changeProduct({ before, input, mode: 'put', settings: current, today })
    const own = { id: newId('prd'), version: 1, createdAt: work.at, updatedAt: work.at }
    const product = { ...content, ...own }
    await repository.insertProduct(work, product)
    record(work, 'product.created', product)
    return product
  })
}

export function updateProduct(
  work: ReadWork,
  {
    id,
    ifMatch,
    input,
    mode,
  }: VersionedRef & { readonly input: ProductChange; readonly mode: Mode },
): Promise<Product> {
  return transaction(work, async (work) => {
    const before = await repository.lockProduct(work, id)
    checkIfMatch(ifMatch, productEtag(before))
    const current = await currentSettings(work)
    const today = dayOf(work.at, current.timeZone)
    const content = changeProduct({ before, input, mode, settings: current, today })
    if (isDeepStrictEqual({ ...before, ...content }, before)) return before
    const version = before.version + 1
    const updatedAt = laterOf(work.at, before.updatedAt)
    const after = { ...before, ...content, version, updatedAt }
    await repository.saveProduct(work, before, after)
    record(work, 'product.updated', after)
    return after
  })
}

/** 409 `product_in_use` while any invoice or draft uses the product. */
export function deleteProduct(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const product = await repository.lockProduct(work, id)
    checkIfMatch(ifMatch, productEtag(product))
    await repository.deleteProduct(work, id)
    record(work, 'product.deleted', product)
  })
}

/** The price that an item would get; missing parameters have the defaults of a new invoice. */
export async function quotePrice(
  work: ReadWork,
  id: string,
  query: PriceQuery,
): Promise<Quotation> {
  const product = await repository.requireProduct(work, id)
  const current = await currentSettings(work)
  const { customer_id: customerId = null } = query
  const customer = customerId === null ? null : await requireCustomer(work, customerId)
  const currency = query.currency?.toUpperCase() ?? customer?.currency ?? current.currency
  if (!isCurrency(currency)) throw unknownCurrency()
  const question = {
    currency,
    quantityMicro: parseMicro(query.quantity ?? '1'),
    day: query.date ?? dayOf(work.at, current.timeZone),
  }
  const found = await priceFor(work, product, { ...question, customerId })
  if (!found) throw priceMissing(currency)
  return { ...question, product, customerId, found }
}

/**
 * The items of a request; values that it omits come from their products.
 *
 * @throws AppError `invalid_request` with `unknown_product` or `price_missing` at the items
 */
export async function fillFromProducts<Item extends Fillable>(
  scope: CompanyDb,
  items: readonly Item[],
  context: FillContext,
): Promise<Item[]> {
  const ids = [...new Set(items.flatMap(({ product_id: id }) => (id ? [id] : [])))]
  if (ids.length === 0) return [...items]
  const products = await repository.findProducts(scope, ids)
  const own = await customerPrices.findCustomerPrices(scope, context.customerId, ids)
  const { items: filled, faults } = fillItems(items, {
    ...context,
    products: new Map(products.map((product) => [product.id, product])),
    customerPrices: own,
  })
  if (faults.length > 0) throw invalidRequest(faults)
  return [...filled]
}

/** The price of one unit for a customer, currency, quantity and day. */
async function priceFor(
  scope: CompanyDb,
  product: Product,
  { customerId, ...question }: PriceQuestion & { readonly customerId: string | null },
): Promise<FoundPrice | undefined> {
  const own =
    customerId === null
      ? []
      : await customerPrices.findCustomerPrices(scope, customerId, [product.id])
  return findPrice(product.prices, own, question)
}

const unknownCurrency = () =>
  invalidRequest([
    {
      pointer: '?currency',
      code: 'unknown_currency',
      message: 'Unknown currency: use an ISO 4217 code such as EUR.',
    },
  ])

const record = (
  work: Work,
  type: EventType,
  { id, name, itemNumber, archived, version }: Product,
) =>
  recordEvent(work, {
    type,
    resourceId: id,
    data: { id, name, item_number: itemNumber, archived, version },
  })
