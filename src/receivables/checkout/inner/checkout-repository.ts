import { sql } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import {
  type Checkout,
  type CheckoutStatus,
  type CloseReason,
  isSaving,
  type Share,
} from '../checkout.ts'
import { openMatters } from './payment-repository.ts'

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

/** A checkout that brings money for an invoice, even one that gave its claim back before. */
export async function findPending(
  scope: CompanyDb,
  invoiceId: string,
): Promise<Checkout | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('checkouts')
    .selectAll()
    .where('status', '=', 'pending')
    .where('amount_minor', '>', 0n)
    .where('id', 'in', () =>
      tablesOf(scope)
        .selectFrom('checkout_shares')
        .select('checkout_id')
        .where('invoice_id', '=', invoiceId),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && (await withShares(scope, row))
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

/** Returns the next number for a question to the provider. */
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

/** Checkouts without an answer, or whose money is on its way, since before an instant; the oldest first. */
export async function listStuck(
  scope: CompanyDb,
  {
    creatingBefore,
    pendingBefore,
    limit,
  }: { readonly creatingBefore: string; readonly pendingBefore: string; readonly limit: number },
): Promise<readonly Checkout[]> {
  const rows = await tablesOf(scope)
    .selectFrom('checkouts')
    .selectAll()
    .where((e) =>
      e.or([
        e.and([e('status', '=', 'creating'), e('created_at', '<', creatingBefore)]),
        e.and([e('status', '=', 'pending'), e('pending_since', '<', pendingBefore)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return Promise.all(rows.map((row) => withShares(scope, row)))
}
