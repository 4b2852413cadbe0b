import { isDeepStrictEqual } from 'node:util'
import { isCurrency, parseMicro } from '@billwright/money'
import { currentSettings } from '../../company/settings/service.ts'
import type { Metadata } from '../../core/external-ids/metadata.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import { storedInstant } from '../../core/http/filters.ts'
import { searchForm, searchWords } from '../../core/http/folding.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { EventType } from '../../core/record/event.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { findShared, rarestFirst } from '../../platform/database/words.ts'
import { newId } from '../../platform/ids.ts'
import { requireCustomer } from '../customers/service.ts'
import * as customerPrices from './customer-prices/inner/repository.ts'
import { EMPTY_PRODUCT } from './fields.ts'
import { changeProduct } from './inner/content.ts'
import { priceMissing } from './inner/errors.ts'
import { type Fillable, type FillContext, fillItems } from './inner/fill.ts'
import { type FoundPrice, findPrice, type PriceQuestion } from './inner/price.ts'
import * as repository from './inner/repository.ts'
import type { ProductChange, ProductInput } from './input.ts'
import type { Product } from './product.ts'

const WORDS_MAX = 10

export interface ProductQuery extends PageQueryInput {
  readonly q?: string
  readonly kind?: string
  readonly archived?: boolean
  readonly external_id?: string
  readonly metadata?: Metadata
  readonly created_from?: string
  readonly created_to?: string
  readonly updated_since?: string
}

export interface PriceQuery {
  readonly customer_id?: string
  readonly currency?: string
  readonly quantity?: string
  readonly date?: string
}

/** A price, and its conditions. */
export interface Quotation extends PriceQuestion {
  readonly product: Product
  readonly customerId: string | null
  readonly found: FoundPrice
}

export const productEtag = ({ id, version }: Product): string => etagOf(id, version)
export { findByItemNumber, findProducts, requireProduct } from './inner/repository.ts'

export async function listProducts(scope: CompanyDb, query: ProductQuery): Promise<Page<Product>> {
  const filter = await toFilter(scope, query)
  const total = query.include ? await repository.countProducts(scope, filter) : null
  const isSearch = filter.words.length > 0 && !namesOne(query)
  if (isSearch && query.sort === undefined) {
    const request = toPageRequest(query, 'match')
    const matches = await repository.listMatches(scope, filter, request)
    const position = ({ word, product }: repository.Match) => ({ value: word, id: product.id })
    const page = toPage(matches, request, position, total)
    return { ...page, data: page.data.map(({ product }) => product) }
  }
  const request = toPageRequest(query, query.updated_since ? 'updated_at' : 'name')
  const rows = await repository.listProducts(scope, filter, request)
  const sorted = SORTED[request.sort as keyof typeof SORTED] ?? 'name'
  return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
}

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
export async function priceFor(
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

const SORTED = { name: 'name', created_at: 'createdAt', updated_at: 'updatedAt' } as const

async function toFilter(scope: CompanyDb, query: ProductQuery): Promise<repository.ProductFilter> {
  const { q, kind, archived, sort, include } = query
  const named = {
    externalId: query.external_id ?? null,
    metadata: query.metadata ?? {},
    createdFrom: storedInstant(query.created_from) ?? null,
    createdTo: storedInstant(query.created_to) ?? null,
    updatedSince: storedInstant(query.updated_since) ?? null,
  }
  const texts = searchWords(searchForm(q ?? '')).slice(0, WORDS_MAX)
  const { words, areFrequent } = await rarestFirst(scope, repository.WORDS, texts)
  const filter = { words, kind: kind ?? null, archived: archived ?? null, ...named }
  const isNothing = (q ?? '').trim() !== '' && words.length === 0
  if (isNothing) return { ...filter, candidates: [] }
  if (areFrequent) {
    const candidates = await findShared(scope, repository.WORDS, words)
    return { ...filter, candidates }
  }
  const isMatchOrder = sort === undefined && include === undefined && !namesOne(query)
  const candidates = isMatchOrder ? null : await repository.findCandidates(scope, words)
  return { ...filter, candidates }
}

/** Few products match these, so the order of the words does not matter. */
const namesOne = (query: ProductQuery): boolean =>
  query.external_id !== undefined ||
  query.metadata !== undefined ||
  query.created_from !== undefined ||
  query.created_to !== undefined ||
  query.updated_since !== undefined
