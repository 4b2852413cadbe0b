import { searchForm, searchWords } from '@billwright/rules/folding'
import type { Metadata } from '../../core/external-ids/metadata.ts'
import { etagOf } from '../../core/http/etag.ts'
import { storedInstant } from '../../core/http/filters.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { findShared, rarestFirst } from '../../platform/database/words.ts'
import type { FoundPrice, PriceQuestion } from './inner/price.ts'
import * as repository from './inner/repository.ts'
import type { Product } from './product.ts'

export { findByItemNumber, findProducts, requireProduct } from './inner/repository.ts'

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
