import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { allProviders } from '../providers/change.ts'
import { kindOf } from '../providers/kinds.ts'
import * as repository from './inner/dispute-repository.ts'
import { disputeNotFound } from './inner/errors.ts'

/** A dispute, its payment, and the provider's page about it. */
export interface DisputeDetails extends repository.Disputed {
  readonly url: string | null
}

export const disputeEtag = ({ dispute }: DisputeDetails): string =>
  etagOf(dispute.id, dispute.version)

interface DisputeQuery extends PageQueryInput {
  readonly status?: string
  readonly customer_id?: string
}

export async function listDisputes(
  work: ReadWork,
  query: DisputeQuery,
): Promise<Page<DisputeDetails>> {
  const request = toPageRequest(query, '-created_at')
  const filter = { status: query.status ?? null, customerId: query.customer_id ?? null }
  const rows = await withPages(work, await repository.listDisputes(work, filter, request))
  const total = request.withTotal ? await repository.countDisputes(work, filter) : null
  const keyOf = ({ dispute: { createdAt, id } }: DisputeDetails) => ({ value: createdAt, id })
  return toPage(rows, request, keyOf, total)
}

export async function getDispute(work: ReadWork, id: string): Promise<DisputeDetails> {
  const found = await repository.findDispute(work, id)
  const [dispute] = await withPages(work, found ? [found] : [])
  if (!dispute) throw disputeNotFound()
  return dispute
}

async function withPages(
  work: ReadWork,
  rows: readonly repository.Disputed[],
): Promise<readonly DisputeDetails[]> {
  if (rows.length === 0) return []
  const providers = await allProviders(work)
  return rows.map((it) => {
    const { payment, dispute } = it
    const provider = providers.find(({ id }) => id === payment.providerId)
    if (!provider) return { ...it, url: null }
    const of = { dispute: dispute.ref, payment: payment.ref, mode: provider.mode }
    return { ...it, url: kindOf(provider).disputePage?.(of) ?? null }
  })
}
