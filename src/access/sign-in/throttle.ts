import { toNetwork } from '../../http/address.ts'
import { type Clock, instantAfter } from '../../platform/clock.ts'
import { withoutCommitHook } from '../../platform/database/commit-hook.ts'
import { type Db, inTransaction, type Trx } from '../../platform/database/db.ts'
import { newSecret, sha256 } from '../../platform/ids.ts'
import { tooManyAttempts } from '../errors.ts'
import {
  type Bucket,
  findRemembered,
  giveBack,
  lockBuckets,
  remember,
  rememberFirst,
  removeBuckets,
  saveBuckets,
} from './throttle-repository.ts'

/** Who tries to sign in, and from where. */
export interface Attempt {
  /** The e-mail address, as `toEmail` writes it; it need not exist. */
  readonly account: string
  readonly address: string
  /** The value of the cookie that a browser got when it last signed in. */
  readonly device: string | null
  /**
   * The second step is counted apart: whoever knows the password starts the first one afresh as
   * often as they like, and must not get more guesses at the code by it. So are asked-for links.
   */
  readonly step?: 'code' | 'reset'
}

/**
 * Up to `tries` without a pause of `windowSeconds`; from then on one try after each, ever longer,
 * wait.
 */
export interface Limit {
  readonly tries: number
  readonly windowSeconds: number
}

export const DELAY_SECONDS_MAX = 15 * 60
/** What one source may try: 10 a minute, then one after 1, 2, 4, 8 and from then on 15 minutes. */
export const SOURCE_LIMIT: Limit = { tries: 10, windowSeconds: 60 }
/** What all strangers together may try on one account. */
export const ACCOUNT_LIMIT: Limit = { tries: 100, windowSeconds: DELAY_SECONDS_MAX }

/** How long a browser counts as one that signed in before. */
export const DEVICE_SECONDS = 90 * 24 * 60 * 60
const ADDRESS_SECONDS = 30 * 24 * 60 * 60

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Slows down the guessing of passwords, for all processes together, without letting a stranger lock
 * anybody out. A try is counted before the password is looked at, so that many at once count too,
 * and is given back when it was right. It counts against
 *
 * - the pair of account and address, and the address (IPv6: its /64), by `SOURCE_LIMIT`;
 * - the account, by the far higher `ACCOUNT_LIMIT`, for guessers with many addresses. Addresses
 *   from which this account signed in within 30 days are let past it: strangers can use it up;
 * - or, from a browser that signed in to this account within 90 days and shows the cookie it got
 *   for that, against nothing but that browser. So whoever shares the owner's address (an office,
 *   or everybody behind a proxy that is not configured as trusted) cannot keep the owner out
 *   either.
 *
 * Nothing is locked for longer than 15 minutes. Keys in the table are hashes: what people type into
 * the address field is at times a password.
 */
export function createThrottle({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  return {
    /**
     * Counts a try. Throws `too_many_attempts` where there have been too many; then none is
     * counted.
     */
    async take(attempt: Attempt): Promise<void> {
      const limits = await limitsOf(db, clock, attempt)
      const count = async (trx: Trx) => {
        const buckets = await lockBuckets(trx, [...limits.keys()], instantAfter(clock, 0))
        const results = buckets.map((it) =>
          countTry(it, limits.get(it.key) ?? SOURCE_LIMIT, clock.now()),
        )
        const waitSeconds = Math.max(...results.map((it) => it.waitSeconds))
        if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
        await saveBuckets(
          trx,
          results.map((it) => it.bucket),
        )
      }
      // A try counts whatever becomes of the change that it is to allow.
      await withoutCommitHook(() => inTransaction(db, count))
    },

    /** Uses up what may be used once within its `seconds`. False: it was used before. */
    useOnce: (secret: string, seconds: number): Promise<boolean> =>
      rememberFirst(db, keyOf('used', secret), instantAfter(clock, seconds)),

    /**
     * The try was right: it was not a guess. What others failed at the same address stays counted,
     * and only what `take` counted is given back: else whoever signs in to an account of their own
     * could take back their guesses at others.
     */
    async release(attempt: Attempt): Promise<void> {
      const limits = await limitsOf(db, clock, attempt)
      await removeBuckets(db, [pairKey(attempt), deviceBucketKey(attempt)])
      for (const key of [addressKey(attempt), accountKey(attempt)]) {
        const limit = limits.get(key)
        if (limit) await giveBack(db, key, limit.tries)
      }
    },

    /**
     * Remembers address and browser as the account's own; answers the value of the browser's
     * cookie.
     */
    async trust(attempt: Attempt): Promise<string> {
      const key = deviceKey(attempt)
      const known = await findRemembered(db, [key], instantAfter(clock, 0))
      // Only a value made here is kept: one that was planted in the browser must not become good.
      const device = attempt.device !== null && known.has(key) ? attempt.device : newSecret()
      const own = { ...attempt, device }
      await remember(db, deviceKey(own), instantAfter(clock, DEVICE_SECONDS))
      await remember(db, knownAddressKey(own), instantAfter(clock, ADDRESS_SECONDS))
      return device
    },
  }
}

async function limitsOf(
  db: Db,
  clock: Clock,
  attempt: Attempt,
): Promise<ReadonlyMap<string, Limit>> {
  const marks = [deviceKey(attempt), knownAddressKey(attempt)]
  const known = await findRemembered(db, marks, instantAfter(clock, 0))
  if (known.has(deviceKey(attempt))) return new Map([[deviceBucketKey(attempt), SOURCE_LIMIT]])
  const limits = new Map([
    [pairKey(attempt), SOURCE_LIMIT],
    [addressKey(attempt), SOURCE_LIMIT],
  ])
  if (!known.has(knownAddressKey(attempt))) limits.set(accountKey(attempt), ACCOUNT_LIMIT)
  return limits
}

/** What one more try makes of a bucket, or how long to wait before it. Pure. */
export function countTry(
  bucket: Bucket,
  { tries, windowSeconds }: Limit,
  nowMs: number,
): { readonly bucket: Bucket; readonly waitSeconds: number } {
  const sinceEndMs = nowMs - bucket.windowEndsMs
  if (bucket.count >= tries && sinceEndMs < 0)
    return { bucket, waitSeconds: Math.ceil(-sinceEndMs / 1000) }
  const isExhausted = bucket.count >= tries && sinceEndMs < DELAY_SECONDS_MAX * 1000
  const count = sinceEndMs < 0 || isExhausted ? bucket.count + 1 : 1
  const beyond = Math.max(0, count - tries)
  const seconds = Math.min(windowSeconds * 2 ** beyond, DELAY_SECONDS_MAX)
  return { bucket: { ...bucket, count, windowEndsMs: nowMs + seconds * 1000 }, waitSeconds: 0 }
}

const keyOf = (kind: string, ...parts: readonly string[]): string =>
  `${kind}:${sha256(JSON.stringify(parts))}`

/** Of tries at the code the buckets have another name; the marks and the address are the same. */
const stepOf = (it: Attempt, kind: string): string => (it.step ? `${it.step}_${kind}` : kind)

const pairKey = (it: Attempt) => keyOf(stepOf(it, 'pair'), it.account, toNetwork(it.address))
const addressKey = (it: Attempt) => keyOf('address', toNetwork(it.address))
const accountKey = (it: Attempt) => keyOf(stepOf(it, 'account'), it.account)
const deviceKey = (it: Attempt) => keyOf('known_device', it.account, it.device ?? '')
const deviceBucketKey = (it: Attempt) => keyOf(stepOf(it, 'device'), it.account, it.device ?? '')
const knownAddressKey = (it: Attempt) => keyOf('known_address', it.account, toNetwork(it.address))
