import { sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { AppScope, Work } from '../../../core/record/work.ts'
import { load, toColumns } from '../../../kernel/fields/field.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  insertRows,
  type NewRow,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { seal, unseal } from '../../../platform/seal.ts'
import { providerNotFound } from '../errors.ts'
import { FIELDS, type Mode, type Provider } from '../provider.ts'

/** Seals keys. It belongs to the company and moves with it to another installation. */
const secretOf = (scope: AppScope) => scope.app.secrets.require(scope, 'payment_providers')

const places = (id: string) => ({ key: `${id}:api_key`, hooks: `${id}:hook_secrets` })

export async function requireProvider(scope: AppScope, id: string): Promise<Provider> {
  const row = isId('pvd', id) ? await findRow(scope, 'payment_providers', id) : undefined
  if (!row) throw providerNotFound()
  return toProvider(scope, row)
}

export async function lockProvider(work: Work, id: string): Promise<Provider> {
  if (!isId('pvd', id)) throw providerNotFound()
  await tablesOf(work)
    .selectFrom('payment_providers')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(forUpdate(work.db))
    .execute()
  return requireProvider(work, id)
}

export async function listPage(scope: AppScope, page: PageRequest): Promise<readonly Provider[]> {
  const rows = await sortedPage(tablesOf(scope).selectFrom('payment_providers').selectAll(), page)
  return toProviders(scope, rows)
}

/** By priority. */
export async function listAll(scope: AppScope): Promise<readonly Provider[]> {
  const rows = await tablesOf(scope)
    .selectFrom('payment_providers')
    .selectAll()
    .orderBy('priority')
    .orderBy('id')
    .execute()
  return toProviders(scope, rows)
}

async function toProviders(scope: AppScope, rows: readonly Tables['payment_providers'][]) {
  const found: Provider[] = []
  for (const row of rows) found.push(await toProvider(scope, row))
  return found
}

export const countProviders = (scope: CompanyDb): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('payment_providers'))

export async function insertProvider(work: Work, it: Provider): Promise<void> {
  await insertRows(work, 'payment_providers', [await toRow(work, it)])
}

export async function saveProvider(work: Work, it: Provider): Promise<void> {
  const { id, ...row } = await toRow(work, it)
  await tablesOf(work).updateTable('payment_providers').set(row).where('id', '=', id).execute()
}

export async function deleteProvider(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('payment_providers').where('id', '=', id).execute()
}

/** Notes the last hook, at most once a minute, so that hooks do not wait for each other. */
export async function noteHook(work: Work, id: string, before: string): Promise<void> {
  await tablesOf(work)
    .updateTable('payment_providers')
    .set({ hook_last_at: work.at })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(hook_last_at, '') < ${before}`)
    .execute()
}

export async function noteRefused(work: Work, id: string, until: string | null): Promise<void> {
  await tablesOf(work)
    .updateTable('payment_providers')
    .set({ refused_until: until })
    .where('id', '=', id)
    .execute()
}

export async function noteUnreachable(work: Work, id: string, since: string | null): Promise<void> {
  await tablesOf(work)
    .updateTable('payment_providers')
    .set({ unreachable_since: since })
    .where('id', '=', id)
    .execute()
}

/** A reconciliation that reached its end. */
export async function noteReconciled(
  work: Work,
  id: string,
  { until, differing }: { readonly until: string; readonly differing: readonly string[] },
): Promise<void> {
  await tablesOf(work)
    .updateTable('payment_providers')
    .set({ reconciled_until: until, differing: JSON.stringify(differing) })
    .where('id', '=', id)
    .execute()
}

/** The companies with a provider. */
export const companiesWithProviders = (db: Db, among: Among) =>
  companiesWith(db, 'payment_providers', { among })

async function toRow(work: Work, it: Provider): Promise<NewRow<'payment_providers'>> {
  const secret = await secretOf(work)
  const place = places(it.id)
  const { kind, label, enabled, priority } = toColumns(FIELDS, it)
  return {
    id: it.id,
    version: BigInt(it.version),
    kind,
    label,
    enabled: enabled ? 1n : 0n,
    priority: BigInt(priority ?? 0),
    methods: JSON.stringify(it.methods),
    currencies: JSON.stringify(it.currencies),
    countries: JSON.stringify(it.countries),
    uses: JSON.stringify(it.uses),
    statement_text: it.statementText,
    minimum: it.minimum,
    maximum: it.maximum,
    mode: it.mode,
    account: it.account,
    api_key_sealed: seal(secret, place.key, it.apiKey),
    hook_secrets_sealed: seal(secret, place.hooks, JSON.stringify(it.hookSecrets)),
    hook_last_at: it.hookLastAt,
    reconciled_until: it.reconciledUntil,
    refused_until: it.refusedUntil,
    unreachable_since: it.unreachableSince,
    differing: JSON.stringify(it.differing),
    created_at: it.createdAt,
    updated_at: it.updatedAt,
  }
}

async function toProvider(scope: AppScope, row: Tables['payment_providers']): Promise<Provider> {
  const secret = await secretOf(scope)
  const place = places(row.id)
  return {
    ...load(FIELDS, row),
    id: row.id,
    version: Number(row.version),
    mode: row.mode as Mode,
    account: row.account,
    apiKey: unseal(secret, place.key, row.api_key_sealed) ?? '',
    hookSecrets: JSON.parse(unseal(secret, place.hooks, row.hook_secrets_sealed) ?? '[]'),
    hookLastAt: row.hook_last_at,
    reconciledUntil: row.reconciled_until,
    refusedUntil: row.refused_until,
    unreachableSince: row.unreachable_since,
    differing: JSON.parse(row.differing),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** By kind, of enabled providers of all companies: the oldest time of a last reconciliation. */
export async function reconciledSince(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ kind: string; since: string }>`
    select kind, min(coalesce(reconciled_until, created_at)) as since from payment_providers
    where enabled = 1 group by kind`.execute(tablesOfAllCompanies(db))
  return new Map(rows.map(({ kind, since }) => [kind, since]))
}
