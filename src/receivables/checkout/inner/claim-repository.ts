import type { Work } from '../../../core/record/work.ts'
import type { Db } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  insertRows,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Checkout } from '../checkout.ts'
import { findCheckout, findPending } from './checkout-repository.ts'

/** The companies in which a checkout may bring money. */
export const companiesWithClaims = (db: Db, among: Among) =>
  companiesWith(db, 'checkout_claims', { among })

/** The checkout that may bring money for an invoice now: one whose money is on its way, else the live one. */
export async function findClaim(
  scope: CompanyDb,
  invoiceId: string,
): Promise<Checkout | undefined> {
  const pending = await findPending(scope, invoiceId)
  if (pending) return pending
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
