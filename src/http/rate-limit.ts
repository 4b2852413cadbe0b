import type { FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import { AppError } from '../errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Actor } from './actor.ts'
import { toNetwork } from './address.ts'
import { listOf } from './route-hooks.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: requests are neither counted nor refused. */
    rateLimit?: false
  }
}

export interface RateLimits {
  /** Requests of one API key or user. */
  readonly actorPerMinute: number
  /** Requests without a (valid) credential, of one address. */
  readonly addressPerMinute: number
  /** Share links that open nothing, of one address. */
  readonly missesPerMinute: number
  /** Requests with one share link, whoever makes them. */
  readonly linkPerMinute: number
}

export interface RateLimit {
  /** Counts a request without a valid credential. Throws `rate_limited`, as the others do. */
  countAddress(request: FastifyRequest, reply: FastifyReply): void
  /** Counts a request of somebody who is known. */
  countActor(actor: Actor, reply: FastifyReply): void
  /** Has the routes with a share token count its use, and those that open nothing. Before they are registered. */
  countLinks(app: Server): void
}

const WINDOW_MS = 60_000
/** So many callers a minute have a counter of their own; all that come later share one. */
const CALLERS_MAX = 50_000
const ADDRESS_SHARE = 2
const MISSES_SHARE = 20
/** Nobody mistypes a link more often; with 256 bits to guess this is for the log's sake. */
const MISSES_MAX = 30
const LINK_SHARE = 10

/** Addresses get a half, a link a tenth, misses a twentieth, of what somebody with a name gets. */
export const limitsOf = (perMinute: number): RateLimits => ({
  actorPerMinute: perMinute,
  addressPerMinute: Math.ceil(perMinute / ADDRESS_SHARE),
  missesPerMinute: Math.min(MISSES_MAX, Math.ceil(perMinute / MISSES_SHARE)),
  linkPerMinute: Math.ceil(perMinute / LINK_SHARE),
})

/**
 * Counts requests in windows of a minute, for this process alone: a table shared by all would cost
 * each request a transaction, to make exact a limit that need not be. Somebody with a credential is
 * never refused for what others at the same address do, so that behind a proxy that is not trusted
 * no stranger can lock the owner out.
 */
export function createRateLimit(limits: RateLimits, clock: Clock): RateLimit {
  const counters = createCounters(clock)

  const take = (key: string, limit: number, reply: FastifyReply) => {
    const count = counters.add(key, 1)
    const secondsLeft = counters.secondsLeft()
    reply
      .header('ratelimit-limit', limit)
      .header('ratelimit-remaining', Math.max(0, limit - count))
      .header('ratelimit-reset', secondsLeft)
    if (count > limit) throw rateLimited(limit, secondsLeft)
  }

  const refuseIfOver: onRequestHookHandler = (request, _reply, done) => {
    const isOver = (key: string, limit: number) => counters.add(key, 0) >= limit
    const secondsLeft = counters.secondsLeft()
    if (isOver(missesOf(request), limits.missesPerMinute))
      return done(rateLimited(limits.missesPerMinute, secondsLeft))
    if (isOver(linkOf(request), limits.linkPerMinute))
      return done(rateLimited(limits.linkPerMinute, secondsLeft))
    done()
  }

  /** What opens nothing is counted for the address: there are more such links than counters. */
  const countAnswer: onSendHookHandler = (request, reply, payload, done) => {
    if (reply.statusCode === 404) counters.add(missesOf(request), 1)
    else if (reply.statusCode !== 429) counters.add(linkOf(request), 1)
    done(null, payload)
  }

  return {
    countAddress(request, reply) {
      if (request.routeOptions.config.rateLimit === false) return
      take(`address ${toNetwork(request.ip)}`, limits.addressPerMinute, reply)
    },
    countActor: (actor, reply) => take(actor.id, limits.actorPerMinute, reply),
    countLinks(app) {
      app.addHook('onRoute', (route) => {
        if (!route.url.includes('/:share_token')) return
        route.onRequest = [...listOf(route.onRequest), refuseIfOver]
        route.onSend = [...listOf(route.onSend), countAnswer]
      })
    },
  }
}

const linkOf = ({ params }: FastifyRequest): string =>
  `link ${(params as { readonly share_token?: string }).share_token}`

const missesOf = ({ ip }: FastifyRequest): string => `misses ${toNetwork(ip)}`

/** Counts by key, all from zero again at the beginning of each minute. */
function createCounters(clock: Clock) {
  const counts = new Map<string, number>()
  let windowEndsMs = 0

  const turn = () => {
    const isCurrent = clock.now() < windowEndsMs && windowEndsMs - clock.now() <= WINDOW_MS
    if (isCurrent) return
    counts.clear()
    windowEndsMs = clock.now() - (clock.now() % WINDOW_MS) + WINDOW_MS
  }

  return {
    /** Adds and answers the count; adding 0 takes no room. */
    add(key: string, by: number): number {
      turn()
      const own = counts.has(key) || counts.size < CALLERS_MAX ? key : 'everybody else'
      const count = (counts.get(own) ?? 0) + by
      if (by > 0) counts.set(own, count)
      return count
    },
    secondsLeft: (): number => Math.max(1, Math.ceil((windowEndsMs - clock.now()) / 1000)),
  }
}

const rateLimited = (limit: number, retryAfterSeconds: number): AppError =>
  new AppError('too_many', 'rate_limited', `More than ${limit} in a minute. Wait a little.`, {
    retryAfterSeconds,
  })
