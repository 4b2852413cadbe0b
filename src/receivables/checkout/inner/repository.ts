import { sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import {
  type Checkout,
  type CheckoutStatus,
  type CloseReason,
  isSaving,
  type Share,
} from '../checkout.ts'
import type {
  Booking,
  BookingKind,
  Dispute,
  Place,
  ProviderPayment,
  Refund,
} from '../provider-payment.ts'

/* Checkouts and their claims. */

/** The companies in which a checkout may bring money. */
export const companiesWithClaims = (db: Db, among: Among) =>
  companiesWith(db, 'checkout_claims', { among })

export async function findCheckout(scope: CompanyDb, id: string): Promise<Checkout | undefined> {
  const row = await findRow(scope, 'checkouts', id)
  return row && (await withShares(scope, row))
}

export async function findByRef(
  scope: CompanyDb,
  providerId: string,
  ref: string,
): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('checkouts')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row?.id
}

export async function lockCheckout(work: Work, id: string): Promise<Checkout | undefined> {
  await lockRow(work, 'checkouts', id)
  return findCheckout(work, id)
}

/** The live checkout of an invoice. */
export async function findClaim(
  scope: CompanyDb,
  invoiceId: string,
): Promise<Checkout | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('checkout_claims')
    .select('checkout_id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row?.checkout_id ? findCheckout(scope, row.checkout_id) : undefined
}

/** Whether a direct debit of the invoice is on its way. */
export async function isBeingCollected(scope: CompanyDb, invoiceId: string): Promise<boolean> {
  const row = await tablesOf(scope)
    .selectFrom('checkout_claims')
    .select('collection_id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row !== undefined && row.collection_id !== null
}

/** The ids of checkouts with claims. */
export async function listClaiming(scope: CompanyDb, limit: number): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('checkout_claims')
    .select('checkout_id')
    .where('checkout_id', 'is not', null)
    .distinct()
    .orderBy('checkout_id')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => row.checkout_id ?? [])
}

/** The invoices among these of which money is on its way. */
export async function listPending(
  scope: CompanyDb,
  invoiceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (invoiceIds.length === 0) return new Set()
  const rows = await tablesOf(scope)
    .selectFrom('checkout_shares')
    .select('invoice_id')
    .where('invoice_id', 'in', invoiceIds)
    .where('checkout_id', 'in', () =>
      tablesOf(scope)
        .selectFrom('checkouts')
        .select('id')
        .where('status', '=', 'pending')
        .where('amount_minor', '>', 0n),
    )
    .execute()
  return new Set(rows.map((row) => row.invoice_id))
}

export async function listOfInvoice(
  scope: CompanyDb,
  invoiceId: string,
  limit: number,
): Promise<readonly Checkout[]> {
  const rows = await tablesOf(scope)
    .selectFrom('checkouts')
    .selectAll()
    .where('id', 'in', () =>
      tablesOf(scope)
        .selectFrom('checkout_shares')
        .select('checkout_id')
        .where('invoice_id', '=', invoiceId),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const found: Checkout[] = []
  for (const row of rows) found.push(await withShares(scope, row))
  return found
}

/** The keys of the claims refuse a second checkout of one of its invoices. */
export async function insertCheckout(work: Work, it: Checkout): Promise<void> {
  await insertRows(work, 'checkouts', [toRow(it)])
  await insertRows(
    work,
    'checkout_shares',
    it.shares.map(({ invoiceId, amountMinor, discountMinor }, position) => ({
      checkout_id: it.id,
      position: BigInt(position),
      invoice_id: invoiceId,
      amount_minor: amountMinor,
      discount_minor: discountMinor,
    })),
  )
  if (isSaving(it)) return
  await insertRows(
    work,
    'checkout_claims',
    it.shares.map(({ invoiceId }) => ({
      invoice_id: invoiceId,
      checkout_id: it.id,
      collection_id: null,
    })),
  )
}

/** The invoices among these for which something may bring money now. */
export async function listClaimed(
  scope: CompanyDb,
  invoiceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (invoiceIds.length === 0) return new Set()
  const rows = await tablesOf(scope)
    .selectFrom('checkout_claims')
    .select('invoice_id')
    .where('invoice_id', 'in', invoiceIds)
    .execute()
  return new Set(rows.map((row) => row.invoice_id))
}

/** The key refuses an invoice that a checkout or another collection claims. */
export async function insertCollectionClaims(
  work: Work,
  claims: readonly { readonly invoiceId: string; readonly collectionId: string }[],
): Promise<void> {
  await insertRows(
    work,
    'checkout_claims',
    claims.map(({ invoiceId, collectionId }) => ({
      invoice_id: invoiceId,
      checkout_id: null,
      collection_id: collectionId,
    })),
  )
}

export async function deleteCollectionClaims(
  work: Work,
  collectionIds: readonly string[],
): Promise<void> {
  if (collectionIds.length === 0) return
  await tablesOf(work)
    .deleteFrom('checkout_claims')
    .where('collection_id', 'in', collectionIds)
    .execute()
}

/** One that is no longer live gives its claims back. */
export async function saveCheckout(work: Work, it: Checkout): Promise<void> {
  const { id, ...row } = toRow(it)
  await tablesOf(work).updateTable('checkouts').set(row).where('id', '=', id).execute()
  if (!it.isLive)
    await tablesOf(work).deleteFrom('checkout_claims').where('checkout_id', '=', id).execute()
}

/** Notes that a hook told of it. */
export async function noteTold(work: Work, id: string): Promise<void> {
  await tablesOf(work)
    .updateTable('checkouts')
    .set({ told_at: work.at })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .execute()
}

interface Untold {
  readonly providerId: string
  /** Paid between these instants. */
  readonly from: string
  readonly before: string
}

/** When checkouts were paid that no hook reported, the oldest first. */
export async function listUntold(
  scope: CompanyDb,
  { providerId, from, before }: Untold,
): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('checkouts')
    .select('updated_at')
    .where('provider_id', '=', providerId)
    .where('status', '=', 'paid')
    .where('told_at', 'is', null)
    .where('updated_at', '>=', from)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(10)
    .execute()
  return rows.map((row) => row.updated_at)
}

/** The checkouts at a provider that can still bring money, unless they ended long ago, or whose refunds or disputes have not ended. */
export async function listUnsettled(
  scope: CompanyDb,
  { providerId, since }: { readonly providerId: string; readonly since: string },
): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('checkouts')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('ref', 'is not', null)
    .where((e) =>
      e.or([
        e('status', '=', 'pending'),
        e.and([e('status', 'in', ['creating', 'open']), e('expires_at', '>=', since)]),
      ]),
    )
    .orderBy('id')
    .execute()
  const parts = await openMatters(scope)
    .select('checkout_id')
    .where('provider_id', '=', providerId)
    .orderBy('id')
    .execute()
  return [...new Set([...rows.map(({ id }) => id), ...parts.map((it) => it.checkout_id)])]
}

/** Whether a refund of the checkout is on its way, or a dispute not decided. */
export async function hasOpenMatter(scope: CompanyDb, checkoutId: string): Promise<boolean> {
  const row = await openMatters(scope)
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst()
  return row !== undefined
}

const openMatters = (scope: CompanyDb) =>
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

/** Takes the number of a question to the provider. */
export async function takeAsk(work: Work, id: string): Promise<bigint> {
  const row = await tablesOf(work)
    .updateTable('checkouts')
    .set({ asks: sql`asks + 1` })
    .where('id', '=', id)
    .returning('asks')
    .executeTakeFirstOrThrow()
  return row.asks
}

async function withShares(scope: CompanyDb, row: Tables['checkouts']): Promise<Checkout> {
  const shares = await tablesOf(scope)
    .selectFrom('checkout_shares')
    .select(['invoice_id', 'amount_minor', 'discount_minor'])
    .where('checkout_id', '=', row.id)
    .orderBy('position')
    .execute()
  return toCheckout(
    row,
    shares.map((it) => ({
      invoiceId: it.invoice_id,
      amountMinor: it.amount_minor,
      discountMinor: it.discount_minor,
    })),
  )
}

const toRow = (it: Checkout): NewRow<'checkouts'> => ({
  id: it.id,
  version: BigInt(it.version),
  provider_id: it.providerId,
  customer_id: it.customerId,
  method: it.method,
  status: it.status,
  live: it.isLive ? 1n : 0n,
  amount_minor: it.amountMinor,
  currency: it.currency,
  asked: it.asked,
  ref: it.ref,
  url: it.url,
  opened_by: it.openedBy,
  consent: it.consent && JSON.stringify(it.consent),
  charged: it.charged && JSON.stringify(it.charged),
  language: it.language,
  expires_at: it.expiresAt,
  pending_since: it.pendingSince,
  failure: it.failure,
  closed_because: it.closedBecause,
  asks: it.asks,
  asks_seen: it.asksSeen,
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toCheckout = (row: Tables['checkouts'], shares: readonly Share[]): Checkout => ({
  id: row.id,
  version: Number(row.version),
  providerId: row.provider_id,
  customerId: row.customer_id,
  method: row.method,
  status: row.status as CheckoutStatus,
  isLive: row.live === 1n,
  shares,
  amountMinor: row.amount_minor,
  currency: row.currency,
  asked: row.asked,
  ref: row.ref,
  url: row.url,
  openedBy: row.opened_by as Checkout['openedBy'],
  consent: row.consent === null ? null : JSON.parse(row.consent),
  charged: row.charged === null ? null : JSON.parse(row.charged),
  language: row.language,
  expiresAt: row.expires_at,
  pendingSince: row.pending_since,
  failure: row.failure,
  closedBecause: row.closed_because as CloseReason | null,
  asks: row.asks,
  asksSeen: row.asks_seen,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/* Payments at providers. */

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
  /** Paid on or after `from` and before `before`: days in UTC. */
  readonly from: string | null
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
const paymentsOf = (scope: CompanyDb) => tablesOf(scope).selectFrom('provider_payments')

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
    created_at: it.createdAt,
    updated_at: it.updatedAt,
  }
  if (it.version === 1) await insertRows(work, 'provider_disputes', [{ id, ...row }])
  else await tablesOf(work).updateTable('provider_disputes').set(row).where('id', '=', id).execute()
}

const toPaymentRow = (it: ProviderPayment): NewRow<'provider_payments'> => ({
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
async function withParts(
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
  return rows.map((row) => ({
    ...toPayment(row),
    refunds: refunds.filter((it) => it.provider_payment_id === row.id).map(toRefund),
    disputes: disputes.filter((it) => it.provider_payment_id === row.id).map(toDispute),
  }))
}

const toPayment = (
  row: Tables['provider_payments'],
): Omit<ProviderPayment, 'refunds' | 'disputes'> => ({
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
  fee:
    row.fee_minor === null || row.fee_currency === null
      ? null
      : { minor: row.fee_minor, currency: row.fee_currency },
  problems: JSON.parse(row.problems),
  acknowledged: JSON.parse(row.acknowledged),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

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
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toDispute = (row: Tables['provider_disputes']): Dispute => ({
  id: row.id,
  version: Number(row.version),
  ref: row.ref,
  status: row.status as Dispute['status'],
  minor: row.amount_minor,
  withdrawn: row.withdrawn === 1n,
  reason: row.reason,
  answerBy: row.answer_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/* Refunds and disputes without their payment. */

/** The id of the payment that is refunded. */
export const findPaymentOfRefund = async (
  scope: CompanyDb,
  id: string,
): Promise<string | undefined> =>
  (await findRow(scope, 'provider_refunds', id))?.provider_payment_id

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

/* What is booked of them. */

export async function listBookings(
  scope: CompanyDb,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Booking[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('provider_bookings')
    .selectAll()
    .where('provider_payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .orderBy('key')
    .orderBy('position')
    .execute()
  const byPayment = Map.groupBy(rows, (row) => row.provider_payment_id)
  return new Map([...byPayment].map(([id, of]) => [id, of.map(toBooking)]))
}

export const insertBookings = (
  work: Work,
  paymentId: string,
  bookings: readonly Booking[],
): Promise<void> =>
  insertRows(
    work,
    'provider_bookings',
    bookings.map((it) => ({
      provider_payment_id: paymentId,
      key: it.key,
      position: BigInt(it.position),
      kind: it.kind,
      place: it.place,
      amount_minor: it.amountMinor,
      invoice_id: it.invoiceId,
      payment_id: it.paymentId,
      account_entry_id: it.accountEntryId,
      created_at: work.at,
    })),
  )

const toBooking = (row: Tables['provider_bookings']): Booking => ({
  key: row.key,
  position: Number(row.position),
  kind: row.kind as BookingKind,
  place: row.place as Place,
  amountMinor: row.amount_minor,
  invoiceId: row.invoice_id,
  paymentId: row.payment_id,
  accountEntryId: row.account_entry_id,
})

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
