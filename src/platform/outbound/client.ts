import { createFairQueue, QueueFull } from '../fair-queue.ts'
import { parseAllowances } from './allow.ts'
import {
  type Connect,
  type DialOptions,
  type Resolve,
  systemConnect,
  systemResolve,
} from './dial.ts'
import { outboundBusy, outboundClosed, upstreamStatus, urlRefused } from './inner/errors.ts'
import { exchange, type Hop, type HopRequest, readBody, readStart } from './inner/exchange.ts'
import { checkUrl, type Target } from './policy.ts'
import { resolveReference } from './reference.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly limitBytes: number
  /** Total time limit, from the DNS lookup to the last byte; default 10 s. */
  readonly timeoutMs?: number
  /** Time limit for the start of the response; default 5 s. */
  readonly answerTimeoutMs?: number
  /**
   * Maximum redirects of a GET; default 3. With 0, the first response is returned with any status,
   * its body cut at `limitBytes`, for webhooks.
   */
  readonly redirects?: number
  /** Value of this request header. */
  readonly accept?: string
}

export interface OutboundResponse {
  readonly status: number
  /** URL of the response, after redirects. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * All outbound requests use this client. `send` returns a 200 (or, with `redirects: 0`, any
 * response) or throws `url_refused`, `upstream_unreachable`, `upstream_timeout`, `upstream_status`,
 * `upstream_unusable`, `download_too_large`, `outbound_busy` or, after `close`, `outbound_closed`.
 */
export interface OutboundClient {
  send(request: OutboundRequest): Promise<OutboundResponse>
  /** Refuses new requests, waits briefly for current ones, then aborts them. */
  close(): Promise<void>
}

interface OutboundQueue {
  /** The maximum number of concurrent requests. */
  readonly active: number
  readonly waiting: number
  readonly waitMs: number
}

interface OutboundOptions {
  /** Hosts, host:port or CIDR ranges that are allowed although private or on plain http. */
  readonly allow: readonly string[]
  readonly resolve?: Resolve
  readonly connect?: Connect
  /** Default: 4 at once and 16 waiting for 5 s. */
  readonly queue?: OutboundQueue
}

const TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 5_000
const REDIRECTS_MAX = 3
const QUEUE: OutboundQueue = { active: 4, waiting: 16, waitMs: 5_000 }
const CLOSE_GRACE_MS = 3_000
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  const allowances = parseAllowances(options.allow)
  const resolve = options.resolve ?? systemResolve
  const connect = options.connect ?? systemConnect
  const { active, waiting, waitMs } = options.queue ?? QUEUE
  const queue = createFairQueue({ slots: active, waitingMax: waiting })
  const underWay = new Set<Promise<unknown>>()
  const closing = new AbortController()
  let isClosed = false

  async function inTurn(request: OutboundRequest): Promise<OutboundResponse> {
    const target = checkUrl(request.url, allowances)
    try {
      return await queue.run(() => sendTo(target, request), waitMs)
    } catch (error) {
      throw error instanceof QueueFull ? outboundBusy(Math.ceil(waitMs / 1000)) : error
    }
  }

  async function sendTo(target: Target, request: OutboundRequest): Promise<OutboundResponse> {
    try {
      const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
      const signal = AbortSignal.any([deadline, closing.signal])
      return await follow(target, request, { allowances, resolve, connect, signal })
    } catch (error) {
      throw closing.signal.aborted ? outboundClosed() : error
    }
  }

  return {
    async send(request) {
      if (isClosed) throw outboundClosed()
      const work = inTurn(request)
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    async close() {
      isClosed = true
      const cutOff = setTimeout(() => closing.abort(), CLOSE_GRACE_MS)
      await Promise.allSettled(underWay)
      clearTimeout(cutOff)
    },
  }
}

type Outcome = { readonly next: Target } | { readonly response: OutboundResponse }

async function follow(
  first: Target,
  request: OutboundRequest,
  options: DialOptions,
): Promise<OutboundResponse> {
  const redirectsMax = request.redirects ?? REDIRECTS_MAX
  let target = first
  for (let redirects = 0; ; redirects++) {
    const current = target
    const outcome = await exchange<Outcome>(
      current,
      hopRequest(request, current.url.origin === first.url.origin),
      options,
      async (hop) => {
        if (redirectsMax === 0) return { response: await asSent(current, hop, request.limitBytes) }
        if (REDIRECT_STATUSES.has(hop.status) && (request.method ?? 'GET') === 'GET')
          return { next: nextTarget(current, hop, redirects < redirectsMax, options) }
        return { response: await download(current, hop, request.limitBytes) }
      },
    )
    if ('response' in outcome) return outcome.response
    target = outcome.next
  }
}

/** The caller's headers (a signature, a token) are only for the first origin. */
function hopRequest(request: OutboundRequest, isFirstOrigin: boolean): HopRequest {
  const given = isFirstOrigin ? Object.entries(request.headers ?? {}) : []
  return {
    method: request.method ?? 'GET',
    body: request.body ?? null,
    answerTimeoutMs: request.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    headers: {
      accept: request.accept ?? '*/*',
      'user-agent': 'Billwright',
      ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
      'accept-encoding': 'identity',
    },
  }
}

async function asSent(target: Target, hop: Hop, limitBytes: number): Promise<OutboundResponse> {
  return toResponse(target, hop, await readStart(hop, limitBytes))
}

async function download(target: Target, hop: Hop, limitBytes: number): Promise<OutboundResponse> {
  if (hop.status !== 200) throw upstreamStatus(target.host, hop.status, 'a download needs 200')
  return toResponse(target, hop, await readBody(target, hop, limitBytes))
}

const toResponse = ({ url }: Target, { status, headers }: Hop, body: Uint8Array) => ({
  status,
  url: url.href,
  headers,
  body,
})

/** Each redirect passes the same checks and never switches from https to http. */
function nextTarget(
  from: Target,
  { status, headers }: Hop,
  mayFollow: boolean,
  { allowances }: DialOptions,
): Target {
  const location = headers.location ?? ''
  if (location === '') throw upstreamStatus(from.host, status, 'the redirect has no target')
  if (!mayFollow) throw upstreamStatus(from.host, status, 'too many redirects')
  const next = checkUrl(resolveReference(location, from.url.href), allowances)
  if (from.isSecure && !next.isSecure)
    throw urlRefused('redirect', 'The server redirects from https to http.')
  return next
}
