import type { Selectable } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows } from '../../../../core/lists/sorted-page.ts'
import type { Work } from '../../../../core/record/work.ts'
import { isForeignKeyViolation } from '../../../../platform/database/db.ts'
import { type CompanyDb, insertRows, tablesOf } from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { customerPriceNotFound, unknownProduct } from '../../inner/errors.ts'
import type { CustomerPrice } from '../../product.ts'

/** In the order of their creation. */
export async function listCustomerPrices(
  scope: CompanyDb,
  customerId: string,
  { limit, after, direction }: Pick<PageRequest, 'limit' | 'after' | 'direction'>,
): Promise<readonly CustomerPrice[]> {
  const rows = await tablesOf(scope)
    .selectFrom('customer_prices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .$if(after !== null, (query) =>
      query.where('id', direction === 'asc' ? '>' : '<', after?.id ?? ''),
    )
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toPrice)
}

export const countCustomerPrices = (scope: CompanyDb, customerId: string): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('customer_prices').where('customer_id', '=', customerId))

/** The prices of a customer for some products, the newest first. */
export async function findCustomerPrices(
  scope: CompanyDb,
  customerId: string,
  productIds: readonly string[],
): Promise<readonly CustomerPrice[]> {
  if (productIds.length === 0) return []
  const rows = await tablesOf(scope)
    .selectFrom('customer_prices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('product_id', 'in', productIds)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toPrice)
}

export async function requireCustomerPrice(
  scope: CompanyDb,
  customerId: string,
  id: string,
): Promise<CustomerPrice> {
  const row = await tablesOf(scope)
    .selectFrom('customer_prices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw customerPriceNotFound()
  return toPrice(row)
}

export async function insertCustomerPrice(work: Work, price: CustomerPrice): Promise<void> {
  try {
    await insertRows(work, 'customer_prices', [toRow(price)])
  } catch (error) {
    throw isForeignKeyViolation(error) ? unknownProduct(price.productId) : error
  }
}

export async function saveCustomerPrice(work: Work, price: CustomerPrice): Promise<void> {
  const { id, created_at: _, ...changed } = toRow(price)
  try {
    await tablesOf(work).updateTable('customer_prices').set(changed).where('id', '=', id).execute()
  } catch (error) {
    throw isForeignKeyViolation(error) ? unknownProduct(price.productId) : error
  }
}

export async function deleteCustomerPrice(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('customer_prices').where('id', '=', id).execute()
}

const toRow = (price: CustomerPrice) => ({
  id: price.id,
  version: BigInt(price.version),
  customer_id: price.customerId,
  product_id: price.productId,
  currency: price.currency,
  unit_price_micro: price.unitPriceMicro,
  includes_tax: price.includesTax ? 1n : 0n,
  discount_percent_micro: price.discountPercentMicro,
  min_quantity_micro: price.minQuantityMicro,
  valid_from: price.from,
  valid_until: price.until,
  created_at: price.createdAt,
  updated_at: price.updatedAt,
})

const toPrice = (row: Selectable<Tables['customer_prices']>): CustomerPrice => ({
  id: row.id,
  version: Number(row.version),
  customerId: row.customer_id,
  productId: row.product_id,
  currency: row.currency,
  unitPriceMicro: row.unit_price_micro,
  includesTax: row.includes_tax === 1n,
  discountPercentMicro: row.discount_percent_micro,
  minQuantityMicro: row.min_quantity_micro,
  from: row.valid_from,
  until: row.valid_until,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
