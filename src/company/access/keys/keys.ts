import { FIRST_COMPANY } from '../../../core/companies/company.ts'
import { requireRoom } from '../../../core/companies/limits.ts'
import { type Actor, SCOPES, type Scope } from '../../../core/http/actor.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../../core/http/etag.ts'
import { type Page, type PageRequest, toPage } from '../../../core/http/pagination.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { type Fault, invalidRequest } from '../../../kernel/errors.ts'
import { instant } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { newId, newSecret, sha256 } from '../../../platform/ids.ts'
import type { Access } from '../access.ts'
import { keyRevoked, loginConfirmed, scopeNotHeld } from '../errors.ts'
import {
  type ApiKey,
  ignoringUse,
  isSameHash,
  isUsable,
  NO_HASH,
  readKey,
  writeKey,
} from './api-key.ts'
import {
  countKeys,
  countKeysOf,
  findKey,
  insertKey,
  type KeyFilter,
  type Keyring,
  listKeys,
  lockKey,
  requireKey,
  saveKey,
  touchKey,
} from './inner/repository.ts'
import { isLoginCode, loginKeyId } from './login.ts'

interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** RFC 3339; null: never. */
  readonly expiresAt: string | null
}

/** A login of the command line, which keeps the secret of its key. */
interface Login extends NewKey {
  readonly secretHash: string
  /** As the person typed it. */
  readonly code: string
}

/** The fields to change; the others stay. */
type KeyChanges = { readonly [Field in keyof NewKey]?: NewKey[Field] | undefined }

/** A valid key. */
export interface IdentifiedKey {
  readonly actor: Actor
  /** The only company that it opens; null: an operator's key. */
  readonly company: CompanyId | null
}

/** The caller of requests with the key from the environment. */
export const ENVIRONMENT_KEY_ID = 'key_environment'

const environmentHashOf = ({ config }: Access): string =>
  config.apiKey === null ? NO_HASH : sha256(config.apiKey)

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length

/** The keys of the company that are not revoked. */
export const countActiveKeys = ({ db, companyId }: ReadWork): Promise<number> =>
  countKeysOf(db, companyId)

async function makerOf({ db }: Access, { kind, id }: Actor): Promise<string | null> {
  if (kind === 'user') return id
  return kind === 'key' ? ((await findKey(db, id))?.createdBy ?? null) : null
}

async function newKey(
  access: Access,
  work: ReadWork,
  given: NewKey,
  secret: Pick<ApiKey, 'id' | 'secretHash'>,
): Promise<ApiKey> {
  requireGivable(work.actor, given.scopes)
  requireCompaniesAlone(given.scopes)
  if (!isOfProvider(given.scopes))
    await requireRoom(work, 'keys', () => countKeysOf(access.db, work.companyId))
  return {
    ...secret,
    company: isOfProvider(given.scopes) ? null : work.companyId,
    version: 1,
    name: given.name,
    scopes: inOrder(given.scopes),
    createdAt: work.at,
    createdBy: await makerOf(access, work.actor),
    expiresAt: toExpiry(given.expiresAt, work.at),
    lastUsedAt: null,
    revokedAt: null,
  }
}

export async function listApiKeys(
  work: ReadWork,
  filter: KeyFilter,
  request: PageRequest,
): Promise<Page<ApiKey>> {
  const wanted = { ...filter, keyring: keyringOf(work) }
  const total = request.withTotal ? await countKeys(work.db, wanted) : null
  const rows = await listKeys(work.db, wanted, request)
  return toPage(rows, request, (key) => ({ value: key.createdAt, id: key.id }), total)
}

export const getApiKey = (work: ReadWork, id: string) => requireKey(work.db, keyringOf(work), id)

/** Creates a key and returns its text, which is not stored and never shown again. */
export async function createApiKey(
  access: Access,
  work: ReadWork,
  given: NewKey,
): Promise<{ readonly key: ApiKey; readonly text: string }> {
  const secret = newSecret()
  const key = await newKey(access, work, given, { id: newId('key'), secretHash: sha256(secret) })
  // If the answer was lost, a retry finds the resource by the result of the transaction.
  return inTransaction(access.db, async (trx) => {
    await insertKey(trx, key)
    return { key, text: writeKey(key.id, secret) }
  })
}

/**
 * Creates the key of a login, whose secret never leaves the terminal's machine. The code
 * proves that the person sees that terminal and did not just follow a link.
 */
export async function confirmLogin(
  access: Access,
  work: ReadWork,
  { secretHash, code, ...given }: Login,
): Promise<ApiKey> {
  if (!isLoginCode(code, secretHash)) throw invalidRequest([OTHER_CODE])
  const key = await newKey(access, work, given, { id: loginKeyId(secretHash), secretHash })
  return inTransaction(access.db, async (trx) => {
    if (!(await insertKey(trx, key))) throw loginConfirmed()
    return key
  })
}

/**
 * Changes name, expiry or scopes. Callers cannot extend a key that has more scopes than they
 * have, nor its expiry. Throws `api_key_revoked` or `scope_not_held`.
 */
export const changeApiKey = (
  { db }: Access,
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  changes: KeyChanges,
): Promise<ApiKey> =>
  inTransaction(db, async (trx) => {
    const before = await lockKey(trx, keyringOf(work), id)
    checkIfMatch(ignoringUse(ifMatch), etagOf(id, before.version))
    if (before.revokedAt !== null) throw keyRevoked()
    const after = changed(before, changes, work.at)
    requireSamePlace(before, after)
    const isMore = changes.scopes !== undefined || changes.expiresAt !== undefined
    if (isMore) requireGivable(work.actor, after.scopes)
    await saveKey(trx, after)
    return after
  })

/**
 * Every process refuses the key from the next request on, because none caches keys. Only the
 * time of the first revocation is stored.
 */
export const revokeApiKey = (
  { db }: Access,
  work: ReadWork,
  id: string,
  ifMatch?: string,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const key = await lockKey(trx, keyringOf(work), id)
    checkIfMatch(ignoringUse(ifMatch), etagOf(id, key.version))
    if (key.revokedAt !== null) return
    await saveKey(trx, { ...key, version: key.version + 1, revokedAt: work.at })
  })

/** The caller of a request with this bearer token, or null. */
export async function identifyKey(access: Access, text: string): Promise<IdentifiedKey | null> {
  const isEnvironmentKey = isSameHash(sha256(text), environmentHashOf(access))
  if (access.config.apiKey !== null && isEnvironmentKey) return ENVIRONMENT_KEY
  const given = readKey(text)
  if (!given) return null
  const key = await findKey(access.db, given.id)
  const isRight = isSameHash(sha256(given.secret), key?.secretHash ?? NO_HASH)
  const now = instant(access.clock)
  if (!key || !isRight || !isUsable(key, now)) return null
  if (minuteOf(key.lastUsedAt ?? '') !== minuteOf(now))
    access.later(() => touchKey(access.db, key.id, now))
  const { id, name, company } = key
  return { actor: { kind: 'key', id, name, scopes: new Set(key.scopes) }, company }
}

const ENVIRONMENT_ACTOR: Actor = {
  kind: 'key',
  id: ENVIRONMENT_KEY_ID,
  name: 'API_KEY',
  scopes: new Set(SCOPES),
}

const ENVIRONMENT_KEY: IdentifiedKey = { actor: ENVIRONMENT_ACTOR, company: FIRST_COMPANY }

const keyringOf = ({ companyId, actor }: ReadWork): Keyring => ({
  company: companyId,
  isOperator: actor.scopes.has('companies'),
})

const isOfProvider = (scopes: readonly Scope[]): boolean => scopes.includes('companies')

/** An operator's key opens no company, so it can have no other scope. */
function requireCompaniesAlone(scopes: readonly Scope[]): void {
  if (isOfProvider(scopes) && scopes.length > 1) throw invalidRequest([NOT_ALONE])
}

/** A key always belongs to the company, or to the installation, for which it was created. */
function requireSamePlace(before: ApiKey, after: ApiKey): void {
  if (isOfProvider(before.scopes) !== isOfProvider(after.scopes)) throw invalidRequest([NOT_ALONE])
  requireCompaniesAlone(after.scopes)
}

const NOT_ALONE: Fault = {
  pointer: '/scopes',
  code: 'not_alone',
  message:
    'A key cannot combine the scope `companies` with others or get it later. Create a separate key.',
}

/** Throws `scope_not_held` if a person grants a scope that they do not have. */
export function requireGivable(actor: Actor, scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !actor.scopes.has(scope))
  if (missing) throw scopeNotHeld(missing)
}

const minuteOf = (at: string): string => at.slice(0, MINUTE_LENGTH)

const changed = (key: ApiKey, { name, scopes, expiresAt }: KeyChanges, now: string): ApiKey => ({
  ...key,
  version: key.version + 1,
  name: name ?? key.name,
  scopes: scopes ? inOrder(scopes) : key.scopes,
  expiresAt: expiresAt === undefined ? key.expiresAt : toExpiry(expiresAt, now),
})

const inOrder = (scopes: readonly Scope[]): readonly Scope[] =>
  SCOPES.filter((scope) => scopes.includes(scope))

function toExpiry(given: string | null, now: string): string | null {
  if (given === null) return null
  const ms = Date.parse(given)
  const expiresAt = Number.isNaN(ms) ? '' : new Date(ms).toISOString()
  if (expiresAt > now) return expiresAt
  throw invalidRequest([EXPIRED])
}

const OTHER_CODE: Fault = {
  pointer: '/code',
  code: 'other_code',
  message: 'This is not the code of this login. Enter the code that the terminal shows.',
}

const EXPIRED: Fault = {
  pointer: '/expires_at',
  code: 'out_of_range',
  message: 'This time is not in the future. Use a later one, e.g. 2030-01-31T00:00:00Z.',
  params: { reason: 'past' },
}
