import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Scope } from '../../../../core/http/actor.ts'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../../core/lists/sorted-page.ts'
import { compiledOnce } from '../../../../platform/database/compiled.ts'
import { type Db, engineOf, type Trx } from '../../../../platform/database/db.ts'
import type { CompanyId, Tables } from '../../../../platform/database/tables.ts'
import { keyNotFound } from '../../errors.ts'
import type { ApiKey } from '../api-key.ts'

/** False: there is a key with this id. */
export async function insertKey(trx: Trx, key: ApiKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('api_keys')
    .values({
      ...editable(key),
      id: key.id,
      company: key.company,
      secret_hash: key.secretHash,
      created_at: key.createdAt,
      created_by: key.createdBy,
      last_used_at: key.lastUsedAt,
    })
    .onConflict((it) => it.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Revokes every key that a person made, in any company. */
export async function revokeKeysOf(trx: Trx, userId: string, at: string): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: at, version: eb('version', '+', 1n) }))
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function findKey(db: Db, id: string): Promise<ApiKey | undefined> {
  const [row] = await findRow(db, id)
  return row && toKey(row)
}

/** Read with every request by key. */
const findRow = compiledOnce((db, id: string) =>
  db.selectFrom('api_keys').selectAll().where('id', '=', id),
)

/** The keys that a person manages: those of their company; for an operator, the operators' keys. */
export interface Keyring {
  readonly company: CompanyId
  readonly isOperator: boolean
}

const inKeyring =
  ({ company, isOperator }: Keyring) =>
  (eb: ExpressionBuilder<Tables, 'api_keys'>) =>
    isOperator
      ? eb.or([eb('company', '=', company), eb('company', 'is', null)])
      : eb('company', '=', company)

export async function requireKey(db: Db, keyring: Keyring, id: string): Promise<ApiKey> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where(inKeyring(keyring))
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return toKey(row)
  throw keyNotFound()
}

export async function touchKey(db: Db, id: string, lastUsedAt: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: lastUsedAt }).where('id', '=', id).execute()
}

/** As `requireKey`, but locked until the transaction ends. */
export async function lockKey(trx: Trx, keyring: Keyring, id: string): Promise<ApiKey> {
  const row = await trx
    .selectFrom('api_keys')
    .selectAll()
    .where(inKeyring(keyring))
    .where('id', '=', id)
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  if (row) return toKey(row)
  throw keyNotFound()
}

/** Saves the fields that a caller may change. `touchKey` saves the time of the last use. */
export async function saveKey(trx: Trx, key: ApiKey): Promise<void> {
  await trx.updateTable('api_keys').set(editable(key)).where('id', '=', key.id).execute()
}

const editable = (key: ApiKey) => ({
  version: BigInt(key.version),
  name: key.name,
  scopes: key.scopes.join(' '),
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
})

export interface KeyFilter {
  readonly revoked: boolean
}

const matching = (db: Db, { keyring, revoked }: KeyFilter & { readonly keyring: Keyring }) =>
  db
    .selectFrom('api_keys')
    .where(inKeyring(keyring))
    .where('revoked_at', revoked ? 'is not' : 'is', null)

/** One row more than the page, by creation time. */
export async function listKeys(
  db: Db,
  filter: KeyFilter & { readonly keyring: Keyring },
  page: PageRequest,
): Promise<readonly ApiKey[]> {
  return (await sortedPage(matching(db, filter).selectAll(), page)).map(toKey)
}

export const countKeys = (
  db: Db,
  filter: KeyFilter & { readonly keyring: Keyring },
): Promise<number> => countRows(matching(db, filter))

/** The keys of a company that are not revoked. */
export const countKeysOf = (db: Db, company: CompanyId): Promise<number> =>
  countKeys(db, { keyring: { company, isOperator: false }, revoked: false })

const toKey = (row: Selectable<Tables['api_keys']>): ApiKey => ({
  id: row.id,
  company: row.company as CompanyId | null,
  version: Number(row.version),
  name: row.name,
  secretHash: row.secret_hash,
  scopes: row.scopes.split(' ') as readonly Scope[],
  createdAt: row.created_at,
  createdBy: row.created_by,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})
