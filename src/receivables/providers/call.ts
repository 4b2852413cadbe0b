import { onePerApp } from '../../core/record/app.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { instant, secondsAfter, stopwatch } from '../../platform/clock.ts'
import { withoutCommitHook } from '../../platform/database/commit-hook.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/client.ts'
import { isUnknownOutcome, providerFailed, providerUnreachable, UNAUTHORIZED } from './errors.ts'
import { RequestLimit } from './inner/limits.ts'
import { noteRefused, noteUnreachable } from './inner/repository.ts'
import { kindOf } from './kinds.ts'
import type { PaymentPort } from './port.ts'
import type { Provider } from './provider.ts'

const ANSWER_BYTES_MAX = 1024 * 1024
const TIMEOUT_MS = 10_000
/** How long nothing is asked with a key that the provider refused. */
const REFUSED_SECONDS = 15 * 60

/**
 * Asks a provider, outside of any transaction. Throws `provider_failed` if it refused, and
 * `provider_unreachable` if the outcome is unknown.
 */
export async function callProvider<T>(
  work: ReadWork,
  provider: Provider,
  run: (port: PaymentPort) => Promise<T>,
): Promise<T> {
  const now = instant(work.app.clock)
  const { id, refusedUntil, unreachableSince } = provider
  if (refusedUntil !== null && refusedUntil > now) throw providerUnreachable()
  try {
    const answer = await run(await openPort(work, provider))
    if (refusedUntil !== null) await beside(work, (work) => noteRefused(work, id, null))
    if (unreachableSince !== null) await beside(work, (work) => noteUnreachable(work, id, null))
    return answer
  } catch (error) {
    if (error instanceof AppError && error.details.provider_code === UNAUTHORIZED) {
      const until = secondsAfter(now, REFUSED_SECONDS)
      await beside(work, (work) => noteRefused(work, id, until))
    }
    if (isUnknownOutcome(error) && unreachableSince === null)
      await beside(work, (work) => noteUnreachable(work, id, now))
    throw error
  }
}

/** Saves a note in its own transaction, without the idempotency key of the request, which stays repeatable. */
const beside = (work: ReadWork, note: (work: Work) => Promise<void>): Promise<void> =>
  withoutCommitHook(() => transaction(work, note))

async function openPort({ app }: ReadWork, provider: Provider): Promise<PaymentPort> {
  const { apiKey } = provider
  const origin = app.config.paymentOrigins[provider.kind] ?? null
  const fetch = guardedFetch(app.outbound)
  // The limit protects the provider's own interface; stand-ins need none.
  const limit = origin === null ? limitsOf(app)(provider.id) : null
  const connection = { apiKey, origin, fetch: limit ? limited(limit, fetch) : fetch }
  return measured(app, provider, await kindOf(provider).open(connection))
}

/** The port, whose calls are counted and timed. */
function measured(
  { counters }: ReadWork['app'],
  provider: Provider,
  port: PaymentPort,
): PaymentPort {
  const timed =
    (operation: string, call: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]) => {
      const elapsedMs = stopwatch()
      const ended = (outcome: string) =>
        counters.timeProvider({
          ...{ provider: provider.kind, operation, outcome, seconds: elapsedMs() / 1000 },
        })
      try {
        const answer = await call(...given)
        ended('ok')
        return answer
      } catch (error) {
        ended(isUnknownOutcome(error) ? 'unreachable' : 'refused')
        throw error
      }
    }
  const calls = Object.entries(port).map(([name, call]) => [name, timed(name, call)])
  return Object.fromEntries(calls) as PaymentPort
}

/** Contracts with providers allow more; a nightly run leaves room for customers. */
const PER_SECOND = 5
const HOLD_SECONDS_MAX = 60

const limitsOf = onePerApp(() => {
  const limits = new Map<string, RequestLimit>()
  return (id: string): RequestLimit => {
    const limit = limits.get(id) ?? new RequestLimit(PER_SECOND)
    limits.set(id, limit)
    return limit
  }
})

/** `Retry-After` holds all requests to that provider. */
const limited =
  (limit: RequestLimit, send: typeof fetch): typeof fetch =>
  (input, init) =>
    limit.run(async () => {
      const answer = await send(input, init)
      const seconds = Number(answer.headers.get('retry-after') ?? 'none')
      if ((answer.status === 429 || answer.status === 503) && seconds > 0)
        limit.holdFor(Math.min(seconds, HOLD_SECONDS_MAX))
      return answer
    })

/** Refuses a page that is not the provider's own, so that no customer is sent elsewhere. */
export function requireOwnPage({ app }: ReadWork, provider: Provider, url: string): void {
  const page = URL.canParse(url) ? new URL(url) : null
  if (page !== null && pageOriginsOf(app.config.paymentOrigins, provider).includes(page.origin))
    return
  throw providerFailed(null, 'Its page is on a foreign host.')
}

/** Where a provider may send customers: also for the policy of the page with the button. */
export function pageOriginsOf(
  origins: Readonly<Record<string, string>>,
  provider: Pick<Provider, 'kind'>,
): readonly string[] {
  const { pageHosts } = kindOf(provider).traits
  const other = origins[provider.kind]
  return other === undefined ? pageHosts.map((host) => `https://${host}`) : [other]
}

/** `fetch` by the client for all outbound requests: no redirects, at most 1 MB. */
const guardedFetch =
  (outbound: OutboundClient): typeof fetch =>
  async (input, init) => {
    const { status, headers, body } = await outbound.send({
      url: String(input),
      method: (init?.method ?? 'GET') as NonNullable<OutboundRequest['method']>,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && init.body !== '' ? { body: init.body } : {}),
      limitBytes: ANSWER_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
      answerTimeoutMs: TIMEOUT_MS,
      redirects: 0,
    })
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : Buffer.from(body), { status, headers })
  }
