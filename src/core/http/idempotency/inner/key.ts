import { createHash, type Hash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../../../../kernel/errors.ts'
import type { CompanyDb } from '../../../../platform/database/scope.ts'
import { hmacSha256, sha256 } from '../../../../platform/ids.ts'
import { actorOf } from '../../actor.ts'
import type { Outcome } from './repository.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * False: the route ignores `Idempotency-Key`; docs/api.md gives the reason. `installation`: it
     * changes tables of the installation, so the outcome is stored among those.
     */
    idempotency?: false | 'installation'
  }
}

const KEY = /^[\x21-\x7e]{1,255}$/
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const RETRY_AFTER_SECONDS = 1

/** Whether a route honors the header: changes by an identified caller. */
export function heedsIdempotencyKey({ method, config }: Pick<RouteOptions, 'method' | 'config'>) {
  const isNamed = config?.access !== undefined && config.access !== 'public'
  const isChange = [method].flat().some((name) => METHODS.includes(name))
  return isNamed && isChange && config.idempotency !== false
}

/** One request with a key, from arrival to response. */
export interface KeyedRequest {
  readonly scope: CompanyDb
  /** The outcome is stored in a table of the installation, not of the company. */
  readonly isOfInstallation: boolean
  /** Row of the key; each caller has separate keys. */
  readonly id: string
  /**
   * Seals the response and fingerprints the request, which may contain passwords. It derives from a
   * secret of the company and from the key, of which the database has only a hash. With random keys,
   * the database alone reveals no response and confirms no guess.
   */
  readonly lock: string
  readonly bodyHash: Hash
  /** The handler has started and its response was not processed yet. */
  isOpen: boolean
  /** A transaction of this request, and with it the key, was committed. */
  isCommitted: boolean
  /** Another process used this key first. */
  isLate: boolean
  /** Headers before the handler added its own. */
  headersBefore: Readonly<Record<string, unknown>>
}

/**
 * The request's key, or null. Throws `invalid_idempotency_key`.
 *
 * @param secret of the company
 */
export function readKey(
  request: FastifyRequest,
  scope: CompanyDb,
  secret: string,
): KeyedRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) throw invalidKey()
  const name = JSON.stringify([String(scope.companyId), actorOf(request).id, key])
  return {
    scope,
    isOfInstallation: request.routeOptions.config.idempotency === 'installation',
    id: sha256(name),
    lock: hmacSha256(secret, name),
    bodyHash: createHash('sha256'),
    isOpen: false,
    isCommitted: false,
    isLate: false,
    headersBefore: {},
  }
}

/** Hashes the body while it streams in. */
export function hashed(payload: Readable, hash: Hash): Readable {
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // The reader of `passing` handles its errors.
  return pipeline(payload, passing, () => {})
}

/** Identifies a request by method, URL with query, `If-Match` and exact body. */
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
