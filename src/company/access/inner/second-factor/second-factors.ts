import { type Actor, requireScope } from '../../../../core/http/actor.ts'
import { checkIfMatch } from '../../../../core/http/etag.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { instant } from '../../../../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../../../../platform/database/db.ts'
import { requireSecret } from '../../../../platform/database/secrets.ts'
import { seal, unseal } from '../../../../platform/seal.ts'
import type { AccessContext, Source } from '../../access.ts'
import {
  ownAccountOnly,
  secondFactorActive,
  secondFactorInactive,
  secondFactorOwn,
} from '../../errors.ts'
import { mayChangeAccounts, requireOwnerFor } from '../../people/people.ts'
import { type User, userEtag } from '../../people/user.ts'
import {
  type Proof,
  requireCodeOf,
  requirePasswordOf,
} from '../../sign-in/inner/reauthentication.ts'
import { type OwnSession, renewSessions } from '../../sign-in/inner/sessions.ts'
import { lockUser, requireMember, requireUser, touchUser } from '../repository.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
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
} from './repository.ts'
import { newTotpSecret, plainCode, stepOfCode, totpQrCode, totpUri } from './totp.ts'

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
export interface Renewed {
  readonly session: string | null
}

export type Person = OwnSession & Source

const SECRET = 'second_factors'
const DIGITS_ONLY = /^\d+$/

export type SecondFactors = ReturnType<typeof createSecondFactors>

/** Codes of an authenticator app (TOTP, RFC 6238) as the second step of signing in. */
export function createSecondFactors(context: AccessContext) {
  const { db, clock, config } = context

  /** Marks a code as used. False: it is wrong or used, or there is no second factor. */
  const use = async (userId: string, text: string): Promise<boolean> => {
    const factor = await findSecondFactor(db, userId)
    if (!factor || factor.confirmedAt === null) return false
    const code = plainCode(text)
    if (!DIGITS_ONLY.test(code)) return useRecoveryCode(db, userId, hashRecoveryCode(code))
    const step = stepOfCode(await secretOf(db, factor), code, clock.now())
    return step !== null && useStep(db, userId, step)
  }

  const useUp = async (userId: string, code: string) => ((await use(userId, code)) ? true : null)

  const requireProof = async (person: Person, { password, code }: Proof): Promise<User> => {
    const user = await requireUser(db, person.actor.id)
    if (!user.hasSecondFactor) throw secondFactorInactive()
    const source = person
    if (code !== undefined) await requireCodeOf(context, user, { code, source, use: useUp })
    else {
      const shown = { password: password ?? '', pointer: '/password', source }
      await requirePasswordOf(context, user, shown)
    }
    return user
  }

  /** A change of the second factor changes the person's version and renews their sessions. */
  const change = <T>(person: Person, work: (trx: Trx) => Promise<T>): Promise<T & Renewed> =>
    inTransaction(db, async (trx) => {
      // First, so that a concurrent change waits and then sees this one.
      await touchUser(trx, person.actor.id, instant(clock))
      const result = await work(trx)
      return { ...result, session: await renewSessions(trx, person, person.actor.id) }
    })

  return {
    use,

    async status({ id }: Actor): Promise<SecondFactorStatus> {
      const factor = await findSecondFactor(db, id)
      const recoveryCodesLeft = await countRecoveryCodes(db, id)
      return { confirmedAt: factor?.confirmedAt ?? null, recoveryCodesLeft }
    },

    /**
     * Creates a secret that becomes active once a code confirms it. Throws `second_factor_active` if
     * one is active.
     */
    async enrol(person: Person, { password }: Proof): Promise<Enrolment> {
      const user = await requireUser(db, person.actor.id)
      if (user.hasSecondFactor) throw secondFactorActive()
      const shown = { password: password ?? '', pointer: '/password', source: person }
      // People who sign in only with another provider have no password here.
      if (user.passwordHash !== null) await requirePasswordOf(context, user, shown)
      const secret = newTotpSecret()
      const key = await requireSecret(db, SECRET)
      const secretSealed = seal(key, placeOf(user.id), secret)
      const pending = { userId: user.id, secretSealed, confirmedAt: null }
      const isSaved = await inTransaction(db, (trx) => savePending(trx, pending, instant(clock)))
      if (!isSaved) throw secondFactorActive()
      const uri = totpUri(issuerOf(config), user.email, secret)
      return { secret, uri, qrCode: totpQrCode(uri) }
    },

    /** Activates it and returns the recovery codes, which are stored only as hashes. */
    async confirm(person: Person, code: string) {
      const pending = await findSecondFactor(db, person.actor.id)
      if (!pending) throw secondFactorInactive()
      if (pending.confirmedAt !== null) throw secondFactorActive()
      const user = await requireUser(db, person.actor.id)
      const secret = await secretOf(db, pending)
      // Counted, because a stolen session could otherwise guess the code of a set-up in progress.
      const step = await requireCodeOf(context, user, {
        code,
        source: person,
        use: async (_id, text) => stepOfCode(secret, plainCode(text), clock.now()),
      })
      return change(person, async (trx) => {
        const confirmed = { step, confirmedAt: instant(clock) }
        if (!(await confirmPending(trx, pending, confirmed))) throw secondFactorActive()
        return { codes: await freshCodes(trx, person.actor.id) }
      })
    },

    /** Creates new recovery codes; the earlier ones stop working. */
    async renewCodes(person: Person, proof: Proof) {
      const { id } = await requireProof(person, proof)
      return change(person, async (trx) => ({ codes: await freshCodes(trx, id) }))
    },

    async disable(person: Person, proof: Proof): Promise<Renewed> {
      const { id } = await requireProof(person, proof)
      return change(person, async (trx) => ({ was: await deleteSecondFactor(trx, id) }))
    },

    /**
     * Removes the second factor of another person who lost it, and ends their sessions. Removing
     * your own needs a proof; throws `second_factor_own`.
     */
    async reset(work: ReadWork, id: string, ifMatch: string | undefined): Promise<User> {
      const { actor, companyId } = work
      requireScope(actor, 'admin')
      if (actor.kind === 'user' && actor.id === id) throw secondFactorOwn()
      if (!(await mayChangeAccounts(context, actor))) throw ownAccountOnly()
      return inTransaction(db, async (trx) => {
        await lockUser(trx, id)
        const user = await requireMember(trx, companyId, id)
        await requireOwnerFor({ ...work, db: trx }, user.role)
        checkIfMatch(ifMatch, userEtag(user))
        await deleteSecondFactor(trx, id)
        if (!user.hasSecondFactor) return user
        await touchUser(trx, id, instant(clock))
        await renewSessions(trx, { actor, session: null }, id)
        return user
      })
    },
  }
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
const issuerOf = ({ publicUrl }: AccessContext['config']): string =>
  publicUrl === null ? 'Billwright' : `Billwright ${new URL(publicUrl).hostname}`
