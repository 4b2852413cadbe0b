import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import * as repository from './inner/repository.ts'
import type { PaymentMethod } from './method.ts'

export {
  findByReference,
  findMethods,
  findUsual as findUsualMethod,
  listKept as listKeptMethods,
  listPending as listPendingMandates,
  lockMethod,
  lockMethods,
  requireMethod,
} from './inner/repository.ts'

export const methodEtag = ({ id, version }: PaymentMethod): string => etagOf(id, version)

export async function listMethods(
  work: ReadWork,
  customerId: string,
  query: PageQueryInput,
): Promise<Page<PaymentMethod>> {
  const { id } = await requireCustomer(work, customerId)
  const request = toPageRequest(query, 'created_at')
  const rows = await repository.listPage(work, id, request)
  const total = request.withTotal ? await repository.countMethods(work, id) : null
  return toPage(rows, request, (it) => ({ value: it.createdAt, id: it.id }), total)
}
