import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import type { Collection } from './collection.ts'
import * as repository from './inner/repository.ts'

export {
  companiesWithActive,
  type Due,
  findActive as findActiveCollection,
  findDue,
  findDues,
  hasSubmitted,
  listCollecting,
  listForRun,
  listReturnable,
  listWithProblems as listCollectionsWithProblems,
  listWithStatus as listCollectionsWithStatus,
  lockCollection,
  lockCollections,
  lockDues,
  type Named,
  namesOf,
  requireCollection,
} from './inner/repository.ts'

export const collectionEtag = ({ id, version }: Collection): string => etagOf(id, version)

export interface CollectionQuery extends PageQueryInput {
  readonly status?: string
  readonly customer_id?: string
  readonly invoice_id?: string
  readonly payment_method_id?: string
  readonly run_id?: string
}

export async function listCollections(
  work: ReadWork,
  query: CollectionQuery,
): Promise<Page<Collection>> {
  const request = toPageRequest(query, '-created_at')
  const filter = {
    status: query.status ?? null,
    customerId: query.customer_id ?? null,
    invoiceId: query.invoice_id ?? null,
    methodId: query.payment_method_id ?? null,
    runId: query.run_id ?? null,
  }
  const rows = await repository.listPage(work, filter, request)
  const total = request.withTotal ? await repository.countCollections(work, filter) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}
