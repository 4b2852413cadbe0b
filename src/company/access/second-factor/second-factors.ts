import { type Actor, requireScope } from '../../../core/http/actor.ts'
import { checkIfMatch } from '../../../core/http/etag.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { instant } from '../../../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../../../platform/database/db.ts'
import { requireSecret } from '../../../platform/database/secrets.ts'
import { seal, unseal } from '../../../platform/seal.ts'
import type { Access, Source } from '../access.ts'
import {
  ownAccountOnly,
  secondFactorActive,
  secondFactorInactive,
  secondFactorOwn,
} from '../errors.ts'
import { lockUser, requireMember, requireUser, touchUser } from '../inner/repository.ts'
import { mayChangeAccounts, requireOwnerFor } from '../people/people.ts'
import { type User, userEtag } from '../people/user.ts'
import { type Proof, requireCodeOf, requirePasswordOf } from '../sign-in/inner/reauthentication.ts'
import { type OwnSession, renewSessions } from '../sign-in/inner/sessions.ts'
import { hashRecoveryCode, newRecoveryCodes } from './inner/recovery-codes.ts'
import {
  confirmPending,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  savePending,
  useRecoveryCode,
  useStep,
} from './inner/repository.ts'
import { newTotpSecret, plainCode, stepOfCode, totpQrCode, totpUri } from './inner/totp.ts'

export interface Enrolment {
  /** Base32, for typing where no camera can read the code. */
  readonly secret: string
  readonly uri: string
  /** A QR code of the address, as SVG. */
  readonly qrCode: string
}

export interface SecondFactorStatus {
  readonly confirmedAt: string | null
  readonly recoveryCodesLeft: number
}

/** A change of the account ends its other sessions; `session` is the new cookie of this one. */
interface Renewed {
  readonly session: string | null
}

export type Person = OwnSession & Source

const SECRET = 'second_factors'
const DIGITS_ONLY = /^\d+$/

/** Marks a code as used. False: it is wrong or used, or there is no second factor. */
export async function useSecondFactor(
  { clock, db }: Access,
  userId: string,
  text: string,
): Promise<boolean> {
  const factor = await findSecondFactor(db, userId)
  if (!factor || factor.confirmedAt === null) return false
  const code = plainCode(text)
  if (!DIGITS_ONLY.test(code)) return useRecoveryCode(db, userId, hashRecoveryCode(code))
  const step = stepOfCode(await secretOf(db, factor), code, clock.now())
  return step !== null && useStep(db, userId, step)
}

const useUp = async (access: Access, userId: string, code: string) =>
  (await useSecondFactor(access, userId, code)) ? true : null

async function requireProof(
  access: Access,
  person: Person,
  { password, code }: Proof,
): Promise<User> {
  const user = await requireUser(access.db, person.actor.id)
  if (!user.hasSecondFactor) throw secondFactorInactive()
  const source = person
  if (code !== undefined)
    await requireCodeOf(access, user, { code, source, use: (...given) => useUp(access, ...given) })
  else {
    const shown = { password: password ?? '', pointer: '/password', source }
    await requirePasswordOf(access, user, shown)
  }
  return user
}

/** A change of the second factor changes the person's version and renews their sessions. */
const change = <T>(
  { clock, db }: Access,
  person: Person,
  work: (trx: Trx) => Promise<T>,
): Promise<T & Renewed> =>
  inTransaction(db, async (trx) => {
    // First, so that a concurrent change waits and then sees this one.
    await touchUser(trx, person.actor.id, instant(clock))
    const result = await work(trx)
    return { ...result, session: await renewSessions(trx, person, person.actor.id) }
  })

export async function secondFactorStatus(
  { db }: Access,
  { id }: Actor,
): Promise<SecondFactorStatus> {
  const factor = await findSecondFactor(db, id)
  const recoveryCodesLeft = await countRecoveryCodes(db, id)
  return { confirmedAt: factor?.confirmedAt ?? null, recoveryCodesLeft }
}

/**
 * Creates a secret that becomes active once a code confirms it. Throws `second_factor_active` if
 * one is active.
 */
export async function enrolSecondFactor(
  access: Access,
  person: Person,
  { password }: Proof,
): Promise<Enrolment> {
  const user = await requireUser(access.db, person.actor.id)
  if (user.hasSecondFactor) throw secondFactorActive()
  const shown = { password: password ?? '', pointer: '/password', source: person }
  // People who sign in only with another provider have no password here.
  if (user.passwordHash !== null) await requirePasswordOf(access, user, shown)
  const secret = newTotpSecret()
  const key = await requireSecret(access.db, SECRET)
  const secretSealed = seal(key, placeOf(user.id), secret)
  const pending = { userId: user.id, secretSealed, confirmedAt: null }
  const isSaved = await inTransaction(access.db, (trx) =>
    savePending(trx, pending, instant(access.clock)),
  )
  if (!isSaved) throw secondFactorActive()
  const uri = totpUri(issuerOf(access.config), user.email, secret)
  return { secret, uri, qrCode: totpQrCode(uri) }
}

/** Activates it and returns the recovery codes, which are stored only as hashes. */
export async function confirmSecondFactor(access: Access, person: Person, code: string) {
  const pending = await findSecondFactor(access.db, person.actor.id)
  if (!pending) throw secondFactorInactive()
  if (pending.confirmedAt !== null) throw secondFactorActive()
  const user = await requireUser(access.db, person.actor.id)
  const secret = await secretOf(access.db, pending)
  // Counted, because a stolen session could otherwise guess the code of a set-up in progress.
  const step = await requireCodeOf(access, user, {
    code,
    source: person,
    use: async (_id, text) => stepOfCode(secret, plainCode(text), access.clock.now()),
  })
  return change(access, person, async (trx) => {
    const confirmed = { step, confirmedAt: instant(access.clock) }
    if (!(await confirmPending(trx, pending, confirmed))) throw secondFactorActive()
    return { codes: await freshCodes(trx, person.actor.id) }
  })
}

/** Creates new recovery codes; the earlier ones stop working. */
export async function renewRecoveryCodes(access: Access, person: Person, proof: Proof) {
  const { id } = await requireProof(access, person, proof)
  return change(access, person, async (trx) => ({ codes: await freshCodes(trx, id) }))
}

export async function disableSecondFactor(
  access: Access,
  person: Person,
  proof: Proof,
): Promise<Renewed> {
  const { id } = await requireProof(access, person, proof)
  return change(access, person, async (trx) => ({ was: await deleteSecondFactor(trx, id) }))
}

/**
 * Removes the second factor of another person who lost it, and ends their sessions. Removing
 * your own needs a proof; throws `second_factor_own`.
 */
export async function resetSecondFactor(
  access: Access,
  work: ReadWork,
  id: string,
  ifMatch: string | undefined,
): Promise<User> {
  const { actor, companyId } = work
  requireScope(actor, 'admin')
  if (actor.kind === 'user' && actor.id === id) throw secondFactorOwn()
  if (!(await mayChangeAccounts(access, actor))) throw ownAccountOnly()
  return inTransaction(access.db, async (trx) => {
    await lockUser(trx, id)
    const user = await requireMember(trx, companyId, id)
    await requireOwnerFor({ ...work, db: trx }, user.role)
    checkIfMatch(ifMatch, userEtag(user))
    await deleteSecondFactor(trx, id)
    if (!user.hasSecondFactor) return user
    await touchUser(trx, id, instant(access.clock))
    await renewSessions(trx, { actor, session: null }, id)
    return user
  })
}

async function freshCodes(trx: Trx, userId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode))
  return codes
}

async function secretOf(db: Db, { userId, secretSealed }: SecondFactor): Promise<string> {
  const secret = unseal(await requireSecret(db, SECRET), placeOf(userId), secretSealed)
  if (secret !== null) return secret
  throw new Error(`The second factor of ${userId} cannot be read under this installation's secret.`)
}

const placeOf = (userId: string): string => `totp:${userId}`

/** The app shows it beside the code: people may have accounts at several installations. */
const issuerOf = ({ publicUrl }: Access['config']): string =>
  publicUrl === null ? 'Billwright' : `Billwright ${new URL(publicUrl).hostname}`
