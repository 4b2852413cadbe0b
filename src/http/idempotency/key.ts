import { createHash, type Hash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../../errors.ts'
import { hmacSha256, sha256 } from '../../platform/ids.ts'
import { actorOf } from '../actor.ts'
import type { Outcome } from './repository.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: the route ignores `Idempotency-Key`, for a reason that docs/api.md gives. */
    idempotency?: false
  }
}

const KEY = /^[\x21-\x7e]{1,255}$/
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const RETRY_AFTER_SECONDS = 1

/** Whether a route heeds the header: changes that somebody makes under a name of their own. */
export function heedsIdempotencyKey({ method, config }: Pick<RouteOptions, 'method' | 'config'>) {
  const isNamed = config?.access !== undefined && config.access !== 'public'
  const isChange = [method].flat().some((name) => METHODS.includes(name))
  return isNamed && isChange && config.idempotency !== false
}

/** One request with a key, from its arrival to its answer. */
export interface KeyedRequest {
  /** Row of the key: nobody shares keys with another caller. */
  readonly id: string
  /**
   * Seals the answer and marks the request, which may hold passwords. It takes a secret of the
   * installation and the key as it was sent, of which the database has a hash only: as long as
   * callers choose keys at random, the whole database opens no answer and confirms no guess.
   */
  readonly lock: string
  readonly bodyHash: Hash
  /** Whether the handler has begun and its answer has not been looked at. */
  isOpen: boolean
  /** Whether a transaction of this request, and with it the key, was committed. */
  isCommitted: boolean
  /** Whether another process was first with this key. */
  isLate: boolean
  /** Headers as they were before the handler added its own. */
  headersBefore: Readonly<Record<string, unknown>>
}

/**
 * The request's key, or null. Throws `invalid_idempotency_key`.
 *
 * @param secret of the installation
 */
export function readKey(request: FastifyRequest, secret: string): KeyedRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) throw invalidKey()
  const name = JSON.stringify([actorOf(request).id, key])
  return {
    id: sha256(name),
    lock: hmacSha256(secret, name),
    bodyHash: createHash('sha256'),
    isOpen: false,
    isCommitted: false,
    isLate: false,
    headersBefore: {},
  }
}

/** The body as it comes in, on its way past the hash. */
export function hashed(payload: Readable, hash: Hash): Readable {
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // Whoever reads `passing` meets its errors; there is nothing else to do about them here.
  return pipeline(payload, passing, () => {})
}

/** Two requests with one fingerprint are the same: method, address with query, `If-Match`, bytes. */
export function fingerprintOf(
  { method, url, headers }: FastifyRequest,
  { lock, bodyHash }: Pick<KeyedRequest, 'lock' | 'bodyHash'>,
): string {
  const parts = [method, url, headers['if-match'] ?? null, bodyHash.digest('hex')]
  return hmacSha256(lock, JSON.stringify(parts))
}

const invalidKey = (): AppError =>
  new AppError(
    'invalid',
    'invalid_idempotency_key',
    'The Idempotency-Key is invalid. Use 1 to 255 visible ASCII characters, e.g. a UUID.',
  )

export const keyReused = (): AppError =>
  new AppError(
    'invalid',
    'idempotency_key_reused',
    'This Idempotency-Key was used for a different request. Use a new key for a new request.',
  )

export const keyInFlight = (): AppError =>
  new AppError(
    'conflict',
    'idempotency_in_flight',
    'A request with this Idempotency-Key is still in progress. Try again for its response.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )

export const answerLost = ({ resourceId }: Pick<Outcome, 'resourceId'>): AppError =>
  new AppError(
    'conflict',
    'idempotency_answer_lost',
    `The request was done, but its response was lost. Read ${resourceId ?? 'the resource it changed'}.`,
    { resource_id: resourceId },
  )
