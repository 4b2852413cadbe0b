import { type CompanyDb, type NewRow, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Dispute, ProviderPayment, Refund } from '../provider-payment.ts'

export const toPaymentRow = (it: ProviderPayment): NewRow<'provider_payments'> => ({
  id: it.id,
  version: BigInt(it.version),
  provider_id: it.providerId,
  ref: it.ref,
  checkout_id: it.checkoutId,
  customer_id: it.customerId,
  status: it.status,
  amount_minor: it.amountMinor,
  currency: it.currency,
  paid_at: it.paidAt,
  method: it.method,
  fee_minor: it.fee?.minor ?? null,
  fee_currency: it.fee?.currency ?? null,
  problems: JSON.stringify(it.problems),
  acknowledged: JSON.stringify(it.acknowledged),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

/** The payments with their refunds and disputes. */
export async function withParts(
  scope: CompanyDb,
  rows: readonly Tables['provider_payments'][],
): Promise<readonly ProviderPayment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const refunds = await tablesOf(scope)
    .selectFrom('provider_refunds')
    .selectAll()
    .where('provider_payment_id', 'in', ids)
    .orderBy('id')
    .execute()
  const disputes = await tablesOf(scope)
    .selectFrom('provider_disputes')
    .selectAll()
    .where('provider_payment_id', 'in', ids)
    .orderBy('id')
    .execute()
  const charged = await tablesOf(scope)
    .selectFrom('checkouts')
    .select(['id', 'charged'])
    .where(
      'id',
      'in',
      rows.map((row) => row.checkout_id),
    )
    .where('charged', 'is not', null)
    .execute()
  const collections = new Map(
    charged.map((it) => [it.id, JSON.parse(it.charged ?? '{}').collectionId as string]),
  )
  return rows.map((row) => ({
    ...toPayment(row),
    collectionId: collections.get(row.checkout_id) ?? null,
    refunds: refunds.filter((it) => it.provider_payment_id === row.id).map(toRefund),
    disputes: disputes.filter((it) => it.provider_payment_id === row.id).map(toDispute),
  }))
}

const toPayment = (
  row: Tables['provider_payments'],
): Omit<ProviderPayment, 'collectionId' | 'refunds' | 'disputes'> => ({
  id: row.id,
  version: Number(row.version),
  providerId: row.provider_id,
  ref: row.ref,
  checkoutId: row.checkout_id,
  customerId: row.customer_id,
  status: row.status as ProviderPayment['status'],
  amountMinor: row.amount_minor,
  currency: row.currency,
  paidAt: row.paid_at,
  method: row.method,
  fee: feeOf(row),
  problems: JSON.parse(row.problems),
  acknowledged: JSON.parse(row.acknowledged),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const feeOf = ({
  fee_minor: minor,
  fee_currency: currency,
}: Pick<Tables['provider_payments'], 'fee_minor' | 'fee_currency'>): Refund['fee'] =>
  minor === null || currency === null ? null : { minor, currency }

const toRefund = (row: Tables['provider_refunds']): Refund => ({
  id: row.id,
  version: Number(row.version),
  ref: row.ref,
  status: row.status as Refund['status'],
  minor: row.amount_minor,
  invoiceId: row.invoice_id,
  by: row.made_by as Refund['by'],
  reason: row.reason,
  failure: row.failure,
  fee: feeOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const toDispute = (row: Tables['provider_disputes']): Dispute => ({
  id: row.id,
  version: Number(row.version),
  ref: row.ref,
  status: row.status as Dispute['status'],
  minor: row.amount_minor,
  withdrawn: row.withdrawn === 1n,
  reason: row.reason,
  answerBy: row.answer_by,
  fee: feeOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
