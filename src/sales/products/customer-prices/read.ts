import { etagOf } from '../../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { requireCustomer } from '../../customers/read.ts'
import type { CustomerPrice } from '../product.ts'
import * as repository from './inner/repository.ts'

export { requireCustomerPrice } from './inner/repository.ts'

export const customerPriceEtag = ({ id, version }: CustomerPrice): string => etagOf(id, version)

export async function listCustomerPrices(
  scope: CompanyDb,
  customerId: string,
  query: PageQueryInput,
): Promise<Page<CustomerPrice>> {
  await requireCustomer(scope, customerId)
  const request = toPageRequest(query, 'created_at')
  const rows = await repository.listCustomerPrices(scope, customerId, request)
  const total = query.include ? await repository.countCustomerPrices(scope, customerId) : null
  return toPage(rows, request, ({ id, createdAt }) => ({ value: createdAt, id }), total)
}
