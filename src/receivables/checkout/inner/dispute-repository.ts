import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import { type CompanyDb, findRow, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Dispute, ProviderPayment } from '../provider-payment.ts'
import { paymentsOf } from './payment-repository.ts'
import { toDispute, withParts } from './payment-rows.ts'

export interface DisputeFilter {
  readonly status: string | null
  readonly customerId: string | null
}

/** A dispute with its payment. */
export interface Disputed {
  readonly payment: ProviderPayment
  readonly dispute: Dispute
}

const filteredDisputes = (scope: CompanyDb, { status, customerId }: DisputeFilter) => {
  let query = tablesOf(scope).selectFrom('provider_disputes')
  if (status !== null) query = query.where('status', '=', status)
  if (customerId !== null)
    query = query.where('provider_payment_id', 'in', () =>
      paymentsOf(scope).select('id').where('customer_id', '=', customerId),
    )
  return query
}

export async function listDisputes(
  scope: CompanyDb,
  filter: DisputeFilter,
  page: PageRequest,
): Promise<readonly Disputed[]> {
  const rows = await sortedPage(filteredDisputes(scope, filter).selectAll(), page)
  return withPayments(scope, rows)
}

export const countDisputes = (scope: CompanyDb, filter: DisputeFilter): Promise<number> =>
  countRows(filteredDisputes(scope, filter))

export async function findDispute(scope: CompanyDb, id: string): Promise<Disputed | undefined> {
  const row = await findRow(scope, 'provider_disputes', id)
  return row && (await withPayments(scope, [row]))[0]
}

async function withPayments(
  scope: CompanyDb,
  rows: readonly Tables['provider_disputes'][],
): Promise<readonly Disputed[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map((it) => it.provider_payment_id))]
  const payments = await withParts(
    scope,
    await paymentsOf(scope).selectAll().where('id', 'in', ids).execute(),
  )
  return rows.flatMap((row) => {
    const payment = payments.find(({ id }) => id === row.provider_payment_id)
    return payment ? [{ payment, dispute: toDispute(row) }] : []
  })
}
