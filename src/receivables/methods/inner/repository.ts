import { mandateExpiresOn, mandateReferenceKey } from '@billwright/sepa'
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
  updateRows,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { methodNotFound } from '../errors.ts'
import {
  isFinal,
  type Mandate,
  type MethodStatus,
  type PaymentMethod,
  type Via,
} from '../method.ts'

export async function requireMethod(scope: CompanyDb, id: string): Promise<PaymentMethod> {
  const row = isId('pmd', id) ? await findRow(scope, 'payment_methods', id) : undefined
  if (!row) throw methodNotFound()
  return toMethod(row)
}

export async function lockMethod(work: Work, id: string): Promise<PaymentMethod> {
  if (isId('pmd', id)) await lockRow(work, 'payment_methods', id)
  return requireMethod(work, id)
}

/** In the order of their ids. */
export async function lockMethods(
  work: Work,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethod>> {
  if (ids.length === 0) return new Map()
  const rows = await methodsOf(work)
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(forUpdate(work.db))
    .execute()
  return new Map(rows.map((row) => [row.id, toMethod(row)]))
}

export async function findMethods(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethod>> {
  if (ids.length === 0) return new Map()
  const rows = await methodsOf(scope).selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toMethod(row)]))
}

/** The method with the mandate of this reference. */
export async function findByReference(
  scope: CompanyDb,
  reference: string,
): Promise<PaymentMethod | undefined> {
  const row = await methodsOf(scope)
    .selectAll()
    .where('mandate_key', '=', mandateReferenceKey(reference))
    .executeTakeFirst()
  return row && toMethod(row)
}

/** The methods of a customer that have not ended: mandates, or those that providers keep. */
export async function listLive(
  scope: CompanyDb,
  customerId: string,
  via: Via,
): Promise<readonly PaymentMethod[]> {
  const rows = await ofCustomer(scope, customerId)
    .selectAll()
    .where('via', '=', via)
    .where('status', 'in', ['active', 'suspended', 'pending'])
    .orderBy('id')
    .execute()
  return rows.map(toMethod)
}

/** The method with this name at a provider. */
export async function findByRef(
  scope: CompanyDb,
  providerId: string,
  ref: string,
): Promise<PaymentMethod | undefined> {
  const row = await methodsOf(scope)
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row && toMethod(row)
}

const methodsOf = (scope: CompanyDb) => tablesOf(scope).selectFrom('payment_methods')
const ofCustomer = (scope: CompanyDb, customerId: string) =>
  methodsOf(scope).where('customer_id', '=', customerId)

export async function listPage(
  scope: CompanyDb,
  customerId: string,
  page: PageRequest,
): Promise<readonly PaymentMethod[]> {
  return (await sortedPage(ofCustomer(scope, customerId).selectAll(), page)).map(toMethod)
}

export const countMethods = (scope: CompanyDb, customerId: string): Promise<number> =>
  countRows(ofCustomer(scope, customerId))

export const countLive = (scope: CompanyDb, customerId: string): Promise<number> =>
  countRows(ofCustomer(scope, customerId).where('ended_at', 'is', null))

/** The active method that is used where nobody names one: the default, else the newest. */
export async function findUsual(
  scope: CompanyDb,
  customerId: string,
): Promise<PaymentMethod | undefined> {
  const row = await ofCustomer(scope, customerId)
    .selectAll()
    .where('status', '=', 'active')
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toMethod(row)
}

/** Usable methods that end on or before a day, the first to end first. */
export async function listExpiring(
  scope: CompanyDb,
  until: string,
  limit: number,
): Promise<readonly PaymentMethod[]> {
  const rows = await methodsOf(scope)
    .selectAll()
    .where('expires_on', '<=', until)
    .where('status', 'in', ['active', 'suspended', 'pending'])
    .orderBy('expires_on')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toMethod)
}

export async function listPending(
  scope: CompanyDb,
  limit: number,
): Promise<readonly PaymentMethod[]> {
  const rows = await methodsOf(scope)
    .selectAll()
    .where('status', '=', 'pending')
    .where('via', '=', 'file')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toMethod)
}

/** The companies with methods that end. */
export const companiesWithExpiring = (db: Db, among: Among) =>
  companiesWith(db, 'payment_methods', {
    among,
    where: sql`expires_on is not null and status in ('active', 'suspended', 'pending')`,
  })

export async function insertMethod(work: Work, it: PaymentMethod): Promise<void> {
  await insertRows(work, 'payment_methods', [toRow(it)])
}

export const saveMethods = (work: Work, list: readonly PaymentMethod[]): Promise<void> =>
  updateRows(work, 'payment_methods', list.map(toRow))

/** One method of a customer is the default. */
export async function clearDefault(work: Work, customerId: string): Promise<void> {
  await tablesOf(work)
    .updateTable('payment_methods')
    .set({ is_default: 0n })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', 1n)
    .execute()
}

const toRow = (it: PaymentMethod): NewRow<'payment_methods'> => ({
  id: it.id,
  version: BigInt(it.version),
  customer_id: it.customerId,
  via: it.via,
  provider_id: it.providerId,
  ref: it.ref,
  kind: it.kind,
  label: it.label,
  status: it.status,
  is_default: it.isDefault ? 1n : 0n,
  mandate: it.mandate && JSON.stringify(it.mandate),
  mandate_key: it.mandate && mandateReferenceKey(it.mandate.reference),
  consent: it.consent && JSON.stringify(it.consent),
  expires_on: it.mandate && !isFinal(it.status) ? mandateExpiresOn(it.mandate) : it.expiresOn,
  last_used_on: it.lastUsedOn,
  ended_at: it.endedAt,
  problem: it.problem,
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toMethod = (row: Tables['payment_methods']): PaymentMethod => ({
  id: row.id,
  version: Number(row.version),
  customerId: row.customer_id,
  via: row.via as Via,
  providerId: row.provider_id,
  ref: row.ref,
  kind: row.kind,
  label: row.label,
  status: row.status as MethodStatus,
  isDefault: row.is_default === 1n,
  mandate: row.mandate === null ? null : (JSON.parse(row.mandate) as Mandate),
  consent: row.consent === null ? null : JSON.parse(row.consent),
  expiresOn: row.expires_on,
  lastUsedOn: row.last_used_on,
  endedAt: row.ended_at,
  problem: row.problem,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
