import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import { actorOf } from '../actor.ts'
import { toNetwork } from '../address.ts'
import { listOf } from '../inner/route-hooks.ts'
import type { RequestCounters, Use } from './counters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: requests are neither counted nor refused. */
    rateLimit?: false
    /** Requests with one share link to routes with this name have a separate limit. */
    linkUse?: { readonly name: string; readonly perMinute: number }
  }
  interface FastifyRequest {
    linkUse: LinkUse | null
  }
}

/** The counts of a request with a share link. The response shows which one to take back. */
interface LinkUse {
  readonly link: Use
  readonly miss: Use | null
  /** The request was valid before the look-up. */
  isLookedUp: boolean
}

interface RateLimits {
  /** Requests of one API key or user. */
  readonly actorPerMinute: number
  /** Requests of all API keys and users of one company. */
  readonly companyPerMinute: number
  /** Requests of one address without a valid credential. */
  readonly addressPerMinute: number
  /** Requests of one address with invalid share links. */
  readonly missesPerMinute: number
  /** Requests with one share link, from all callers together. */
  readonly linkPerMinute: number
}

interface RateLimitDeps {
  readonly limits: RateLimits
  readonly counters: RequestCounters
  /** The company of a request with a known caller; null: none. */
  readonly companyOf: (request: FastifyRequest) => bigint | null
}

export type RateLimit = ReturnType<typeof createRateLimit>

const COMPANY_TIMES = 5
const ADDRESS_SHARE = 2
const MISSES_SHARE = 20
/** More misses than typing errors explain. The limit keeps the log readable: nobody guesses 256 bits. */
const MISSES_MAX = 30
const LINK_SHARE = 10

/**
 * Factors of one caller's limit: a company has five times as many, an address half, a link a
 * tenth, and invalid links a twentieth.
 */
export const limitsOf = (perMinute: number): RateLimits => ({
  actorPerMinute: perMinute,
  companyPerMinute: perMinute * COMPANY_TIMES,
  addressPerMinute: Math.ceil(perMinute / ADDRESS_SHARE),
  missesPerMinute: Math.min(MISSES_MAX, Math.ceil(perMinute / MISSES_SHARE)),
  linkPerMinute: Math.ceil(perMinute / LINK_SHARE),
})

/**
 * Counts requests per minute in each process and sums them in the background (`RequestExchange`), since
 * an exact limit would cost a transaction per request. Callers with a credential are never refused for
 * others at the same address, so nobody behind an untrusted proxy can lock the owner out.
 */
export function createRateLimit({ limits, counters, companyOf }: RateLimitDeps) {
  const take = (key: string, refusal: Refusal, reply: FastifyReply) => {
    const use = counters.take(key, refusal.limit)
    tell(reply, use)
    if (counters.left(use) < 0) throw rateLimited(refusal, counters.secondsLeft())
  }

  /** If several limits apply, the response shows the one with the fewest requests left. */
  const tell = (reply: FastifyReply, limit: Pick<Use, 'key' | 'limit'>) => {
    const left = Math.max(0, counters.left(limit))
    const told = reply.getHeader('ratelimit-remaining')
    if (told === undefined || left < Number(told)) tellLeft(reply, limit.limit, left)
  }

  const tellLeft = (reply: FastifyReply, limit: number, left: number) =>
    reply
      .header('ratelimit-limit', limit)
      .header('ratelimit-remaining', left)
      .header('ratelimit-reset', counters.secondsLeft())

  /**
   * Counts a use of the link, and a miss unless the link is known. Both count before the response,
   * so that concurrent requests see them.
   */
  const takeLink: onRequestHookHandler = (request, reply, done) => {
    const { missesPerMinute } = limits
    const misses = { key: missesOf(request), limit: missesPerMinute }
    const linkPerMinute = request.routeOptions.config.linkUse?.perMinute ?? limits.linkPerMinute
    const link = counters.take(linkOf(request), linkPerMinute)
    const miss = counters.knows(link.key) ? null : counters.take(misses.key, missesPerMinute)
    const isGuesser = miss ? counters.left(miss) < 0 : counters.left(misses) <= 0
    if (!isGuesser && counters.left(link) >= 0) {
      request.linkUse = { link, miss, isLookedUp: false }
      return done()
    }
    counters.giveBack(link)
    if (miss) counters.giveBack(miss)
    const refusal: Refusal = isGuesser
      ? { limited: 'misses', limit: missesPerMinute }
      : { limited: 'link', limit: linkPerMinute }
    tellLeft(reply, refusal.limit, 0)
    done(rateLimited(refusal, counters.secondsLeft()))
  }

  /**
   * An invalid link counts against the address alone, because there are more such links than
   * counters.
   */
  const settleLink: onSendHookHandler = (request, reply, payload, done) => {
    if (request.linkUse) tell(reply, settled(request, request.linkUse, reply.statusCode))
    request.linkUse = null
    done(null, payload)
  }

  const settled = (request: FastifyRequest, use: LinkUse, status: number): Use => {
    const { link, miss, isLookedUp } = use
    if (status === 404) {
      counters.giveBack(link)
      return miss ?? counters.take(missesOf(request), limits.missesPerMinute)
    }
    if (miss) counters.giveBack(miss)
    const isUnknown = !isLookedUp || status === 503
    if (isUnknown && !counters.knows(link.key)) counters.giveBack(link)
    if (status < 400) counters.remember(link)
    return link
  }

  return {
    /** Counts a request without a valid credential. Throws `rate_limited`, like the others. */
    countAddress(request: FastifyRequest, reply: FastifyReply): void {
      if (request.routeOptions.config.rateLimit === false) return
      const refusal: Refusal = { limited: 'address', limit: limits.addressPerMinute }
      take(`address ${toNetwork(request.ip)}`, refusal, reply)
    },
    /** Counts a request of a known caller, and of its company. */
    countActor(request: FastifyRequest, reply: FastifyReply): void {
      take(actorOf(request).id, { limited: 'caller', limit: limits.actorPerMinute }, reply)
      const company = companyOf(request)
      const refusal: Refusal = { limited: 'company', limit: limits.companyPerMinute }
      if (company !== null) take(`company ${company}`, refusal, reply)
    },
    /**
     * Adds hooks to routes with a share token, which count uses and misses. Call this before
     * registering the routes.
     */
    countLinks(app: FastifyInstance): void {
      app.decorateRequest('linkUse', null)
      app.addHook('onRoute', (route) => {
        if (!route.url.includes('/:share_token')) return
        route.onRequest = [...listOf(route.onRequest), takeLink]
        route.preHandler = [...listOf(route.preHandler), noteLookedUp]
        route.onSend = [...listOf(route.onSend), settleLink]
      })
    },
  }
}

const noteLookedUp: preHandlerHookHandler = ({ linkUse }, _reply, done) => {
  if (linkUse) linkUse.isLookedUp = true
  done()
}

const linkOf = ({ params, routeOptions }: FastifyRequest): string =>
  `${routeOptions.config.linkUse?.name ?? 'link'} ${(params as { readonly share_token?: string }).share_token}`

const missesOf = ({ ip }: FastifyRequest): string => `misses ${toNetwork(ip)}`

/** The limit that a request exceeds. */
interface Refusal {
  readonly limited: keyof typeof WHO
  readonly limit: number
}

const WHO = {
  caller: 'This API key or person sent',
  company: 'The keys and people of this company together sent',
  address: 'Your address sent, without a valid credential,',
  link: 'All callers together sent, with this share link,',
  misses: 'Your address sent, with share links that are not valid,',
}

const rateLimited = ({ limited, limit }: Refusal, retryAfterSeconds: number): AppError =>
  new AppError(
    'too_many',
    'rate_limited',
    `${WHO[limited]} more than ${limit} requests in a minute. Wait, then try again.`,
    { limited, retryAfterSeconds, params: { seconds: retryAfterSeconds } },
  )
