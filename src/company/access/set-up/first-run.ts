import type { Company } from '../../../core/companies/company.ts'
import { createDirectory, existingCompanies } from '../../../core/companies/directory.ts'
import { isLoopback } from '../../../core/http/address.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type Clock, instantAfter } from '../../../platform/clock.ts'
import { type Config, ConfigError } from '../../../platform/config.ts'
import { type Db, inTransaction, type Trx } from '../../../platform/database/db.ts'
import { deleteSecret, findSecret, saveSecret } from '../../../platform/database/secrets.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'
import {
  findUserByEmail,
  hasUsers,
  insertMembership,
  insertUser,
  lockUser,
  saveUser,
} from '../inner/repository.ts'
import { createHashing } from '../people/inner/hashing.ts'
import { proveAddress } from '../people/inner/proof.ts'
import { toNewUser } from '../people/people.ts'
import { toEmail, type User } from '../people/user.ts'

const SETUP_TOKEN = 'setup_token'
const SETUP_TOKEN_SECONDS = 24 * 60 * 60

interface FirstRun {
  /**
   * The secret of `/setup#<token>`, shown to the person who starts the process; null: someone can
   * already sign in.
   */
  readonly setupToken: string | null
}

export interface FirstRunDeps {
  readonly db: Db
  readonly config: Pick<Config, 'apiKey' | 'admin' | 'host' | 'publicUrl'>
  readonly clock: Clock
}

/**
 * Call this at each start, after the migrations. It creates the owner of `ADMIN_EMAIL` if no user has
 * that address. Otherwise, if nobody can sign in, it creates a set-up token.
 *
 * The token has 256 bits and works once within 24 hours. Only its hash is stored, so a new one
 * replaces it. There is no default password. Throws ConfigError if `ADMIN_PASSWORD` breaks the rules.
 */
export async function ensureFirstRun({ db, config, clock }: FirstRunDeps): Promise<FirstRun> {
  if (config.admin) await ensureOwner({ db, config, clock }, config.admin)
  if (config.admin || config.apiKey !== null || (await hasUsers(db))) {
    await deleteSetupToken(db)
    return { setupToken: null }
  }
  const setupToken = newSecret()
  const expiresAt = instantAfter(clock, SETUP_TOKEN_SECONDS)
  await saveSecret(db, SETUP_TOKEN, `${sha256(setupToken)} ${expiresAt}`)
  return { setupToken }
}

/** Throws ConfigError if the service would listen to others before anyone has a credential. */
export function refuseOpenAddress({ host }: Pick<Config, 'host'>, { setupToken }: FirstRun): void {
  if (setupToken === null || isLoopback(host)) return
  throw new ConfigError(
    `HOST is ${host}, which other machines can reach, but nobody can sign in yet. Set ADMIN_EMAIL and ADMIN_PASSWORD (or API_KEY), or set up the service on HOST=127.0.0.1 first.`,
  )
}

async function ensureOwner(
  { db, config, clock }: FirstRunDeps,
  { email, password }: NonNullable<Config['admin']>,
): Promise<void> {
  const known = await findUserByEmail(db, toEmail(email))
  if (known?.isOperator) return
  if (known && known.provenAt !== null) return saveUser(db, operatorOf(known))
  try {
    const given = { email, password, name: null }
    const owner = await toNewUser({ config, clock, hashing: createHashing() }, given)
    if (known) return await inTransaction(db, (trx) => takeOver(trx, known, owner))
    const companies = await Array.fromAsync(existingCompanies(createDirectory({ db, clock })))
    await inTransaction(db, (trx) => insertFirstOwner(trx, owner, companies))
  } catch (error) {
    // Another process started at the same time and was faster.
    if (error instanceof AppError && error.code === 'email_taken') return
    throw toConfigError(error)
  }
}

const operatorOf = (user: User): User => ({ ...user, version: user.version + 1, isOperator: true })

/** An account that a stranger may have made for this address gets the operator's password. */
async function takeOver(trx: Trx, { id }: User, { passwordHash, createdAt: at }: User) {
  const claimed = await proveAddress(trx, await lockUser(trx, id), { at, passwordHash })
  await saveUser(trx, { ...operatorOf(claimed), provenAt: null })
}

/** They operate the installation and own each company, because no company has a member yet. */
export async function insertFirstOwner(
  trx: Trx,
  owner: User,
  companies: readonly Pick<Company, 'number'>[],
): Promise<void> {
  const { id: userId, createdAt } = owner
  await insertUser(trx, { ...owner, isOperator: true })
  for (const { number: company } of companies)
    await insertMembership(trx, { company, userId, role: 'owner', createdAt })
}

function toConfigError(error: unknown): unknown {
  const fault = error instanceof AppError ? error.faults[0] : undefined
  return fault ? new ConfigError(`ADMIN_PASSWORD is invalid: ${fault.message}`) : error
}

/** SHA-256 (hex) of the unused token, and when it ends. */
export async function findSetupToken(db: Db) {
  const [hash, expiresAt] = (await findSecret(db, SETUP_TOKEN))?.split(' ') ?? []
  return hash === undefined || expiresAt === undefined ? undefined : { hash, expiresAt }
}

/** Whether there was one to delete: of two concurrent requests, one is refused. */
export const deleteSetupToken = (db: Db): Promise<boolean> => deleteSecret(db, SETUP_TOKEN)
