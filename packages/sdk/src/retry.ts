import { noAnswer } from './errors.ts'
import { retryAfterSeconds } from './retry-after.ts'

/** Sends one request once, as `fetch` does. */
export type Send = (request: Request) => Promise<Response>

export interface RetryPolicy {
  readonly send: Send
  /** Leaves the body of a successful response to the caller. */
  readonly isStreamed?: boolean
  /** How often a request is repeated. */
  readonly retries: number
  /** Time limit of one attempt. */
  readonly timeoutMs: number
  /** Between 0 and 1. */
  readonly random: () => number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Rejects early with the reason of the signal if it is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_PAUSE_MS = 200
const PAUSE_MAX_MS = 8_000
/** The service counts requests per minute. If it requests a longer pause, the caller gets the error. */
const RETRY_AFTER_MAX_MS = 61_000
const WORTH_REPEATING = [429, 502, 503, 504]
const WITHOUT_BODY = [204, 205, 304]

/**
 * Sends a request, and repeats it if that may help. Only reads and changes with an `Idempotency-Key`
 * are repeated, because a lost request may have had its effect. Throws `BillwrightError` without a
 * response, and the signal's reason if it was aborted.
 */
export async function sendUntilAnswered(request: Request, policy: RetryPolicy): Promise<Response> {
  const retries = isRepeatable(request) ? policy.retries : 0
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(request.clone(), policy)
    request.signal.throwIfAborted()
    const pauseMs = attempt < retries ? pauseBefore(attempt, outcome, policy) : null
    if (pauseMs !== null) await policy.pause(pauseMs, request.signal)
    else if (outcome instanceof Response) return outcome
    else throw noAnswer(outcome.cause)
  }
}

const isRepeatable = ({ method, headers }: Request): boolean =>
  ['GET', 'HEAD'].includes(method) || headers.has('idempotency-key')

/** Reads the body, too: an incomplete response counts as none. */
async function sendOnce(
  request: Request,
  { send, timeoutMs, isStreamed }: RetryPolicy,
): Promise<Response | { readonly cause: unknown }> {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('The time limit is over.', 'TimeoutError')),
    timeoutMs,
  )
  const signal = AbortSignal.any([request.signal, late.signal])
  try {
    const response = await send(new Request(request, { signal }))
    if (isStreamed && response.ok) return response
    const body = await response.arrayBuffer()
    return new Response(WITHOUT_BODY.includes(response.status) ? null : body, response)
  } catch (cause) {
    return { cause }
  } finally {
    clearTimeout(timer)
  }
}

/** Null: repeating it would not help. */
function pauseBefore(
  attempt: number,
  outcome: Response | { readonly cause: unknown },
  { random, now }: RetryPolicy,
): number | null {
  const grown = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** attempt)
  // Half of it is random, so that clients that failed together do not return together.
  const pauseMs = grown / 2 + (random() * grown) / 2
  if (!(outcome instanceof Response)) return pauseMs
  const wanted = retryAfterSeconds(outcome.headers, now())
  // 409 with `Retry-After`: the first request is still in progress. Other conflicts are final.
  const isInFlight = outcome.status === 409 && wanted !== null
  if (!isInFlight && !WORTH_REPEATING.includes(outcome.status)) return null
  const wantedMs = (wanted ?? 0) * 1000
  return wantedMs > RETRY_AFTER_MAX_MS ? null : Math.max(pauseMs, wantedMs)
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
