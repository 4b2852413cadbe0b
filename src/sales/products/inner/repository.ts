import type { TaxCategory } from '@billwright/money'
import { indexForm, searchWords } from '@billwright/rules/folding'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import {
  deleteExternalIds,
  hasExternalId,
  saveExternalIds,
} from '../../../core/external-ids/external-ids.ts'
import {
  deleteMetadata,
  hasMetadata,
  type Metadata,
  saveMetadata,
} from '../../../core/external-ids/metadata.ts'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { load, toColumns } from '../../../kernel/fields/field.ts'
import {
  engineOf,
  isForeignKeyViolation,
  isUniqueViolation,
} from '../../../platform/database/db.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { type CompanyDb, insertRows, lockRow, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import {
  CANDIDATES_MAX,
  occurs,
  occursBefore,
  type WordTable,
  wordsLike,
} from '../../../platform/database/words.ts'
import { isId } from '../../../platform/ids.ts'
import { FIELDS, PRICE_FIELDS } from '../fields.ts'
import type { Product, ProductTax } from '../product.ts'
import { itemNumberTaken, productInUse, productNotFound } from './errors.ts'

type PriceRow = Omit<Tables['product_prices'], 'company_id' | 'product_id' | 'position'>

/** Read with the product, in their order. */
const PRICES = jsonRows<PriceRow>(
  'product_prices',
  {
    id: 'text',
    currency: 'text',
    unit_price_micro: 'int',
    includes_tax: 'int',
    min_quantity_micro: 'int',
    valid_from: 'text',
  },
  'position',
)

export interface ProductFilter {
  /** Words, each of which must begin a word of name, description, item number or GTIN. */
  readonly words: readonly string[]
  /** The ids with the rarest word; null: too many to list. */
  readonly candidates: readonly string[] | null
  readonly kind: string | null
  readonly archived: boolean | null
  readonly externalId: string | null
  /** `name:value` */
  readonly metadata: Metadata
  readonly createdFrom: string | null
  readonly createdTo: string | null
  readonly updatedSince: string | null
}

export const WORDS: WordTable = { table: 'product_words', id: 'product_id' }

const select = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('products')
    .selectAll()
    .select(
      PRICES.select(
        engineOf(scope.db),
        sql<boolean>`company_id = ${scope.companyId} and product_id = products.id`,
      ).as('prices'),
    )

async function findProduct(scope: CompanyDb, id: string): Promise<Product | undefined> {
  if (!isId('prd', id)) return undefined
  const row = await select(scope).where('id', '=', id).executeTakeFirst()
  return row && toProduct(row)
}

export async function requireProduct(scope: CompanyDb, id: string): Promise<Product> {
  const product = await findProduct(scope, id)
  if (!product) throw productNotFound()
  return product
}

/** Below the maximum number of parameters of a statement. */
const IDS_PER_QUERY = 500

export async function findProducts(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly Product[]> {
  const found: Product[] = []
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const part = ids.slice(start, start + IDS_PER_QUERY)
    found.push(...(await select(scope).where('id', 'in', part).execute()).map(toProduct))
  }
  return found
}

export async function findByItemNumber(
  scope: CompanyDb,
  itemNumber: string,
): Promise<Product | undefined> {
  const row = await select(scope).where('item_number', '=', itemNumber).executeTakeFirst()
  return row && toProduct(row)
}

/** Reads a product and locks it until the transaction ends. */
export async function lockProduct(work: Work, id: string): Promise<Product> {
  if (!isId('prd', id)) throw productNotFound()
  await lockRow(work, 'products', id)
  return requireProduct(work, id)
}

export async function insertProduct(work: Work, product: Product): Promise<void> {
  try {
    await insertRows(work, 'products', [toRow(product)])
  } catch (error) {
    throw isUniqueViolation(error) ? itemNumberTaken(product.itemNumber) : error
  }
  await insertParts(work, product)
  await saveExternalIds(work, { ...own(product), before: [], after: product.externalIds })
  await saveMetadata(work, { ...own(product), before: {}, after: product.metadata })
}

const own = ({ id }: Product) => ({ kind: 'product', id }) as const

/** Only after `lockProduct`. */
export async function saveProduct(work: Work, before: Product, product: Product): Promise<void> {
  const { id, created_at: _, ...changed } = toRow(product)
  try {
    await tablesOf(work).updateTable('products').set(changed).where('id', '=', id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? itemNumberTaken(product.itemNumber) : error
  }
  await tablesOf(work).deleteFrom('product_prices').where('product_id', '=', id).execute()
  await tablesOf(work).deleteFrom('product_words').where('product_id', '=', id).execute()
  await insertParts(work, product)
  const ids = { before: before.externalIds, after: product.externalIds }
  await saveExternalIds(work, { ...own(product), ...ids })
  const pairs = { before: before.metadata, after: product.metadata }
  await saveMetadata(work, { ...own(product), ...pairs })
}

async function insertParts(work: Work, product: Product): Promise<void> {
  await insertRows(work, 'product_prices', toPriceRows(product))
  const words = searchWords(indexForm(searchTexts(product).join('\n')))
  const rows = words.map((word) => ({ product_id: product.id, word: Buffer.from(word) }))
  await insertRows(work, 'product_words', rows)
}

/** A foreign key protects a product that an invoice uses. */
export async function deleteProduct(work: Work, id: string): Promise<void> {
  try {
    await tablesOf(work).deleteFrom('products').where('id', '=', id).execute()
    await deleteExternalIds(work, 'product', id)
    await deleteMetadata(work, 'product', id)
  } catch (error) {
    throw isForeignKeyViolation(error) ? productInUse() : error
  }
}

/** The page's rows and one more, if there is one. */
export async function listProducts(
  scope: CompanyDb,
  filter: ProductFilter,
  page: PageRequest,
): Promise<readonly Product[]> {
  const by = page.sort === 'created_at' || page.sort === 'updated_at' ? page.sort : 'name'
  const query = select(scope).where((where) => matches(scope, where, filter))
  return (await sortedPage(query, { ...page, by })).map(toProduct)
}

export const countProducts = (scope: CompanyDb, filter: ProductFilter): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('products')
      .where((where) => matches(scope, where, filter)),
  )

/** A product that a search found, and the word that determines its position. */
export interface Match {
  readonly word: string
  readonly product: Product
}

/**
 * The page's products that have all words, and one more, sorted by the word that begins like the
 * first. It reads the index of words in order and stops early, for any number of matches.
 */
export async function listMatches(
  scope: CompanyDb,
  { words, candidates, kind, archived }: ProductFilter,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<readonly Match[]> {
  if (candidates?.length === 0) return []
  const rows = await withAllWords(scope, words)
    .select('word')
    .$if(candidates !== null, (query) => query.where('product_id', 'in', candidates ?? []))
    .$if(kind !== null || archived !== null, (query) =>
      query.where(isProductWith(scope, kind, archived)),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(word, product_id) > (${Buffer.from(after?.value ?? '')}, ${after?.id ?? ''})`,
      ),
    )
    .orderBy('word')
    .orderBy('product_id')
    .limit(limit + 1)
    .execute()
  const ids = rows.map(({ product_id }) => product_id)
  const products = new Map((await findProducts(scope, ids)).map((it) => [it.id, it]))
  return rows.flatMap(({ product_id, word }) => {
    const product = products.get(product_id)
    return product ? [{ word: Buffer.from(word).toString(), product }] : []
  })
}

/**
 * The products that have all words, if there are few: then they are read by id. For frequent
 * words, the list is read in order until the page is full.
 */
export async function findCandidates(
  scope: CompanyDb,
  words: readonly string[],
): Promise<readonly string[] | null> {
  if (words.length === 0) return null
  const rows = await withAllWords(scope, words)
    .limit(CANDIDATES_MAX + 1)
    .execute()
  return rows.length > CANDIDATES_MAX ? null : rows.map(({ product_id }) => product_id)
}

const beginningLike = (scope: CompanyDb, start: string) => {
  const { from, to } = wordsLike(start)
  return tablesOf(scope)
    .selectFrom('product_words')
    .select('product_id')
    .where('word', '>=', from)
    .where('word', '<', to)
}

/** Each product once: with the first of its words that begins like the first word of the search. */
const withAllWords = (scope: CompanyDb, [first = '', ...others]: readonly string[]) => {
  const id = sql`product_words.product_id`
  return beginningLike(scope, first).where((where) =>
    where.and([
      where.not(occursBefore(scope, WORDS, { id, start: first, end: sql`product_words.word` })),
      ...others.map((start) => occurs(scope, WORDS, { id, start })),
    ]),
  )
}

const isProductWith = (
  { companyId }: CompanyDb,
  kind: string | null,
  archived: boolean | null,
) => sql<boolean>`exists (select 1 from products as p where p.company_id = ${companyId}
  and p.id = product_words.product_id
  ${kind === null ? sql`` : sql`and p.kind = ${kind}`}
  ${archived === null ? sql`` : sql`and p.archived = ${archived ? 1n : 0n}`} limit 1 offset 0)`

function matches(
  scope: CompanyDb,
  where: ExpressionBuilder<Tables, 'products'>,
  filter: ProductFilter,
) {
  const { words, candidates, kind, archived, externalId, metadata } = filter
  const { createdFrom, createdTo, updatedSince } = filter
  const found =
    candidates === null
      ? words.map((start) => occurs(scope, WORDS, { id: sql`products.id`, start }))
      : [candidates.length === 0 ? sql<boolean>`1 = 0` : where('id', 'in', candidates)]
  return where.and([
    ...found,
    ...(kind === null ? [] : [where('kind', '=', kind)]),
    ...(archived === null ? [] : [where('archived', '=', archived ? 1n : 0n)]),
    ...(externalId === null
      ? []
      : [hasExternalId(scope, 'product', { column: sql`products.id`, query: externalId })]),
    ...(createdFrom === null ? [] : [where('created_at', '>=', createdFrom)]),
    ...(createdTo === null ? [] : [where('created_at', '<=', createdTo)]),
    ...(updatedSince === null ? [] : [where('updated_at', '>=', updatedSince)]),
    ...hasMetadata(scope, 'product', { column: sql`products.id`, pairs: metadata }),
  ])
}

const searchTexts = ({ name, description, itemNumber, gtin }: Product): readonly string[] =>
  [name, description, itemNumber, gtin].filter((text) => text !== null)

const toRow = (product: Product) => ({
  id: product.id,
  version: BigInt(product.version),
  ...toColumns(FIELDS, product),
  ...taxColumns(product.tax),
  created_at: product.createdAt,
  updated_at: product.updatedAt,
})

const taxColumns = (tax: ProductTax | null) => {
  const given = tax !== null && !('preset' in tax) ? tax : null
  return {
    tax_preset: tax !== null && 'preset' in tax ? tax.preset : null,
    tax_category: given?.category ?? null,
    tax_rate_micro: given?.rateMicro ?? null,
    tax_reason: given?.reason ?? null,
    tax_reason_code: given?.reasonCode ?? null,
    tax_label: given?.label ?? null,
    second_tax_label: given?.second?.label ?? null,
    second_tax_rate_micro: given?.second?.rateMicro ?? null,
  }
}

const toPriceRows = ({ id, prices }: Product) =>
  prices.map((price, index) => ({
    product_id: id,
    position: BigInt(index),
    id: price.id ?? '',
    currency: price.currency,
    unit_price_micro: price.unitPriceMicro,
    includes_tax: price.includesTax ? 1n : 0n,
    min_quantity_micro: price.minQuantityMicro,
    valid_from: price.from,
  }))

type ProductRow = Selectable<Tables['products']> & { readonly prices: string | null }

const toProduct = (row: ProductRow): Product => ({
  id: row.id,
  version: Number(row.version),
  ...load(FIELDS, row),
  tax: toTax(row),
  prices: PRICES.read(row.prices).map((price) =>
    load(PRICE_FIELDS, {
      id: price.id,
      currency: price.currency,
      unit_price: price.unit_price_micro,
      includes_tax: price.includes_tax,
      min_quantity: price.min_quantity_micro,
      from: price.valid_from,
    }),
  ),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

function toTax(row: Selectable<Tables['products']>): ProductTax | null {
  if (row.tax_preset !== null) return { preset: row.tax_preset }
  if (row.tax_category === null) return null
  return {
    category: row.tax_category as TaxCategory,
    rateMicro: row.tax_rate_micro ?? 0n,
    reason: row.tax_reason,
    ...(row.tax_reason_code === null ? {} : { reasonCode: row.tax_reason_code }),
    ...(row.tax_label === null ? {} : { label: row.tax_label }),
    ...(row.second_tax_label === null
      ? {}
      : { second: { label: row.second_tax_label, rateMicro: row.second_tax_rate_micro ?? 0n } }),
  }
}
