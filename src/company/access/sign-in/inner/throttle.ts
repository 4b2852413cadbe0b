import { toNetwork } from '../../../../core/http/address.ts'
import { type Clock, instantAfter } from '../../../../platform/clock.ts'
import { withoutCommitHook } from '../../../../platform/database/commit-hook.ts'
import { type Db, inTransaction, type Trx } from '../../../../platform/database/db.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { tooManyAttempts } from '../../errors.ts'
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

/** The account and the source of a sign-in. */
export interface Attempt {
  /** The e-mail address, as `toEmail` returns it; it need not exist. */
  readonly account: string
  readonly address: string
  /** The cookie that a browser got at its last sign-in. */
  readonly device: string | null
  /**
   * The second step has its own counters: a person who knows the password can reset the first ones
   * at will, and must not get more guesses at the code. Requested links have their own counters,
   * too.
   */
  readonly step?: 'code' | 'reset'
}

/**
 * Up to `tries` without a pause of `windowSeconds`; after that, one try after each `wait`, which
 * grows.
 */
interface Limit {
  readonly tries: number
  readonly windowSeconds: number
}

export const DELAY_SECONDS_MAX = 15 * 60
/** The limit of one source: 10 a minute, then one after 1, 2, 4, 8 and from then on 15 minutes. */
export const SOURCE_LIMIT: Limit = { tries: 10, windowSeconds: 60 }
/** The limit of all unknown sources together on one account. */
export const ACCOUNT_LIMIT: Limit = { tries: 100, windowSeconds: DELAY_SECONDS_MAX }

/** How long a browser counts as known. */
export const DEVICE_SECONDS = 90 * 24 * 60 * 60
const ADDRESS_SECONDS = 30 * 24 * 60 * 60

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Slows down password guessing in all processes, and prevents that others lock out the owner. An attempt
 * counts before the password is checked, so that parallel ones count, too. If the password was right,
 * the attempt is subtracted again. It counts against
 *
 * - the pair of account and address, and the address (IPv6: its /64), by `SOURCE_LIMIT`;
 * - the account, by the far higher `ACCOUNT_LIMIT`, against guessers with many addresses. Addresses
 * that signed in to this account within 30 days skip it, because strangers can use it up;
 * - or only the browser, if it signed in to this account within 90 days and sends the cookie of that
 * time. So nobody at the owner's address (an office, an untrusted proxy) can lock the owner out.
 *
 * No lock lasts longer than 15 minutes. Keys in the table are hashes, because people sometimes type a
 * password into the address field.
 */
export function createThrottle({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  return {
    /** Counts an attempt. Throws `too_many_attempts` beyond the limit, without counting it. */
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
      // An attempt counts even if the change that it allows fails.
      await withoutCommitHook(() => inTransaction(db, count))
    },

    /** Marks a one-time value as used for `seconds`. False: it was used before. */
    useOnce: (secret: string, seconds: number): Promise<boolean> =>
      rememberFirst(db, keyOf('used', secret), instantAfter(clock, seconds)),

    /**
     * The attempt was correct, so it was no guess. Gives back only the attempts that `take`
     * counted. Failures of others at the same address stay; otherwise a guesser could erase them
     * with their own account.
     */
    async release(attempt: Attempt): Promise<void> {
      const limits = await limitsOf(db, clock, attempt)
      await removeBuckets(db, [pairKey(attempt), deviceBucketKey(attempt)])
      for (const key of [addressKey(attempt), accountKey(attempt)]) {
        const limit = limits.get(key)
        if (limit) await giveBack(db, key, limit.tries)
      }
    },

    /** Remembers address and browser as known for the account; returns the browser's cookie. */
    async trust(attempt: Attempt): Promise<string> {
      const key = deviceKey(attempt)
      const known = await findRemembered(db, [key], instantAfter(clock, 0))
      // Stores only values that were created here, so that a forged one never becomes valid.
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

/** The bucket after one more attempt, or how long to wait before it. Pure. */
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

/** Attempts at the code have other buckets; the marks and the address are the same. */
const stepOf = (it: Attempt, kind: string): string => (it.step ? `${it.step}_${kind}` : kind)

const pairKey = (it: Attempt) => keyOf(stepOf(it, 'pair'), it.account, toNetwork(it.address))
const addressKey = (it: Attempt) => keyOf('address', toNetwork(it.address))
const accountKey = (it: Attempt) => keyOf(stepOf(it, 'account'), it.account)
const deviceKey = (it: Attempt) => keyOf('known_device', it.account, it.device ?? '')
const deviceBucketKey = (it: Attempt) => keyOf(stepOf(it, 'device'), it.account, it.device ?? '')
const knownAddressKey = (it: Attempt) => keyOf('known_address', it.account, toNetwork(it.address))
