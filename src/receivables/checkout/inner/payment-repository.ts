import { sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import type { Dispute, ProviderPayment, Refund } from '../provider-payment.ts'
import { toPaymentRow, withParts } from './payment-rows.ts'

/** Whether a refund of the checkout is on its way, or a dispute not decided. */
export async function hasOpenMatter(scope: CompanyDb, checkoutId: string): Promise<boolean> {
  const row = await openMatters(scope)
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst()
  return row !== undefined
}

export const openMatters = (scope: CompanyDb) =>
  paymentsOf(scope).where((e) =>
    e.or([
      e('id', 'in', () =>
        tablesOf(scope)
          .selectFrom('provider_refunds')
          .select('provider_payment_id')
          .where('status', 'in', ['requested', 'pending']),
      ),
      e('id', 'in', () =>
        tablesOf(scope)
          .selectFrom('provider_disputes')
          .select('provider_payment_id')
          .where('status', 'not in', ['won', 'lost']),
      ),
    ]),
  )

export interface PaymentFilter {
  readonly providerId: string | null
  readonly status: string | null
  readonly customerId: string | null
  /** Its id at the provider. */
  readonly ref: string | null
  /** Whether a part of it is not assigned to an invoice or an account. */
  readonly isUnassigned: boolean | null
  /** Whether a dispute of it has not ended. */
  readonly isDisputed: boolean | null
  /** Any: that waits for a person. */
  readonly problem: string | null
  /** Paid at this instant or later. */
  readonly from: string | null
  /** Paid earlier. */
  readonly before: string | null
}

export async function findPayment(
  scope: CompanyDb,
  id: string,
): Promise<ProviderPayment | undefined> {
  const row = await findRow(scope, 'provider_payments', id)
  return row && (await withParts(scope, [row]))[0]
}

const filtered = (scope: CompanyDb, filter: PaymentFilter): ReturnType<typeof paymentsOf> => {
  const { isUnassigned, isDisputed } = filter
  let query = paymentsOf(scope)
  if (filter.providerId !== null) query = query.where('provider_id', '=', filter.providerId)
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  if (filter.customerId !== null) query = query.where('customer_id', '=', filter.customerId)
  if (filter.ref !== null) query = query.where('ref', '=', filter.ref)
  if (filter.from !== null) query = query.where('paid_at', '>=', filter.from)
  if (filter.before !== null) query = query.where('paid_at', '<', filter.before)
  if (filter.problem !== null)
    query = query.where(
      'problems',
      'like',
      filter.problem === 'any' ? '["%' : `%"${filter.problem}"%`,
    )
  if (isUnassigned !== null)
    query = query.where('id', isUnassigned ? 'in' : 'not in', () => withUnassigned(scope))
  if (isDisputed !== null)
    query = query.where('id', isDisputed ? 'in' : 'not in', () =>
      tablesOf(scope)
        .selectFrom('provider_disputes')
        .select('provider_payment_id')
        .where('status', 'not in', ['won', 'lost']),
    )
  return query
}

export const paymentsOf = (scope: CompanyDb) => tablesOf(scope).selectFrom('provider_payments')

const withUnassigned = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('provider_bookings')
    .select('provider_payment_id')
    .where('place', '=', 'unassigned')
    .groupBy('provider_payment_id')
    .having(sql<boolean>`sum(amount_minor) <> 0`)

export async function listPayments(
  scope: CompanyDb,
  filter: PaymentFilter,
  page: PageRequest,
): Promise<readonly ProviderPayment[]> {
  return withParts(scope, await sortedPage(filtered(scope, filter).selectAll(), page))
}

/** The next payments, by id. `providerId`: at one provider. */
export async function listAfter(
  scope: CompanyDb,
  of: { readonly providerId: string | null; readonly after: string; readonly limit: number },
): Promise<readonly ProviderPayment[]> {
  let query = paymentsOf(scope).where('id', '>', of.after)
  if (of.providerId !== null) query = query.where('provider_id', '=', of.providerId)
  return withParts(scope, await query.selectAll().orderBy('id').limit(of.limit).execute())
}

export const countPayments = (scope: CompanyDb, filter: PaymentFilter): Promise<number> =>
  countRows(filtered(scope, filter))

/** The payment of which a payment of an invoice was booked. */
export async function findPaymentOf(
  scope: CompanyDb,
  invoiceId: string,
  paymentId: string,
): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('provider_bookings')
    .select('provider_payment_id')
    .where('invoice_id', '=', invoiceId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.provider_payment_id
}

export async function listOfCheckout(
  scope: CompanyDb,
  checkoutId: string,
): Promise<readonly ProviderPayment[]> {
  const rows = await paymentsOf(scope)
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .orderBy('id')
    .execute()
  return withParts(scope, rows)
}

/** Payments that a person should look at. */
export async function listWithProblems(
  scope: CompanyDb,
  limit: number,
): Promise<readonly ProviderPayment[]> {
  const rows = await paymentsOf(scope)
    .selectAll()
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return withParts(scope, rows)
}

/** Adds payments that are new, and locks all of them in the order of their ids. */
export async function lockPayments(
  work: Work,
  providerId: string,
  added: readonly ProviderPayment[],
): Promise<readonly ProviderPayment[]> {
  if (added.length === 0) return []
  await tablesOf(work)
    .insertInto('provider_payments', added.map(toPaymentRow))
    .onConflict((conflict) => conflict.columns(['company_id', 'provider_id', 'ref']).doNothing())
    .execute()
  const refs = added.map(({ ref }) => ref)
  const rows = await paymentsOf(work)
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('ref', 'in', refs)
    .orderBy('id')
    .modifyEnd(forUpdate(work.db))
    .execute()
  return withParts(work, rows)
}

/** The payment, locked until the transaction ends. */
export async function lockPayment(work: Work, id: string): Promise<ProviderPayment | undefined> {
  await lockRow(work, 'provider_payments', id)
  return findPayment(work, id)
}

/** Saves a locked payment, and its refunds and disputes that changed. */
export async function savePayment(
  work: Work,
  before: ProviderPayment,
  it: ProviderPayment,
): Promise<void> {
  const { id, ...row } = toPaymentRow(it)
  await tablesOf(work).updateTable('provider_payments').set(row).where('id', '=', id).execute()
  for (const refund of it.refunds)
    if (!before.refunds.includes(refund)) await saveRefund(work, id, refund)
  for (const dispute of it.disputes)
    if (!before.disputes.includes(dispute)) await saveDispute(work, id, dispute)
}

async function saveRefund(work: Work, paymentId: string, it: Refund): Promise<void> {
  const { id, ...row } = {
    id: it.id,
    version: BigInt(it.version),
    provider_payment_id: paymentId,
    ref: it.ref,
    status: it.status,
    amount_minor: it.minor,
    invoice_id: it.invoiceId,
    made_by: it.by,
    reason: it.reason,
    failure: it.failure,
    fee_minor: it.fee?.minor ?? null,
    fee_currency: it.fee?.currency ?? null,
    created_at: it.createdAt,
    updated_at: it.updatedAt,
  }
  if (it.version === 1) await insertRows(work, 'provider_refunds', [{ id, ...row }])
  else await tablesOf(work).updateTable('provider_refunds').set(row).where('id', '=', id).execute()
}

async function saveDispute(work: Work, paymentId: string, it: Dispute): Promise<void> {
  const { id, ...row } = {
    id: it.id,
    version: BigInt(it.version),
    provider_payment_id: paymentId,
    ref: it.ref,
    status: it.status,
    amount_minor: it.minor,
    withdrawn: it.withdrawn ? 1n : 0n,
    reason: it.reason,
    answer_by: it.answerBy,
    fee_minor: it.fee?.minor ?? null,
    fee_currency: it.fee?.currency ?? null,
    created_at: it.createdAt,
    updated_at: it.updatedAt,
  }
  if (it.version === 1) await insertRows(work, 'provider_disputes', [{ id, ...row }])
  else await tablesOf(work).updateTable('provider_disputes').set(row).where('id', '=', id).execute()
}

/* Refunds and disputes without their payment. */
/** The id of the payment that is refunded. */
export const findPaymentOfRefund = async (
  scope: CompanyDb,
  id: string,
): Promise<string | undefined> =>
  (await findRow(scope, 'provider_refunds', id))?.provider_payment_id

/** Payments of all companies with money that is assigned to nothing. */
export async function countUnassigned(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select provider_payment_id from provider_bookings where place = 'unassigned'
      group by company_id, provider_payment_id having sum(amount_minor) <> 0) as open`.execute(
    tablesOfAllCompanies(db),
  )
  return Number(rows[0]?.count ?? 0n)
}
