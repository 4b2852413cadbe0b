import { pause, type RetryPolicy, type Send, sendUntilAnswered } from './retry.ts'

/** Where requests go, who sends them, and how patiently. */
export interface ClientOptions {
  /**
   * The origin of the service, e.g. `https://bills.example.org`, without `/api/v1`; `''` in its own
   * pages.
   */
  readonly baseUrl: string
  /** If absent, the browser's session is used. */
  readonly apiKey?: string | undefined
  /** Id or handle of the company, for people who belong to several. */
  readonly company?: string | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Send | undefined
  /** How often to repeat a call whose connection failed or that the service could not answer. */
  readonly retries?: number | undefined
  /** Time limit of one attempt. */
  readonly timeoutMs?: number | undefined
}

/** With their pauses about 15 seconds: longer than a restart takes. */
const RETRIES = 7
const TIMEOUT_MS = 30_000

/** The headers of every request. */
export const credentialsOf = ({ apiKey, company }: ClientOptions) => ({
  ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  ...(company !== undefined && { 'billwright-company': company }),
})

export const policyOf = (
  options: ClientOptions,
  { timeoutMs, retries }: Pick<ClientOptions, 'timeoutMs' | 'retries'> = {},
): RetryPolicy => ({
  send: options.fetch ?? ((request) => fetch(request)),
  retries: retries ?? options.retries ?? RETRIES,
  timeoutMs: timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS,
  random: Math.random,
  now: Date.now,
  pause,
})

/** An idempotency key of 128 bits. Pages that came over plain http have no `randomUUID`. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A request to any path of the service, such as `/api/v1/invoices`, also to one of a newer version. */
export interface AnyRequest {
  readonly method: string
  readonly path: string
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  /** Of the body. */
  readonly contentType?: string | undefined
}

/** Sends a request as `createClient` does. The caller reads the body of the response, whatever its status. */
export function sendAny(options: ClientOptions, request: AnyRequest): Promise<Response> {
  const { method, path, body, contentType } = request
  const headers = {
    ...credentialsOf(options),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(method !== 'GET' && { 'idempotency-key': randomKey() }),
  }
  const init = { method, headers, ...(body !== undefined && { body }) }
  const sent = new Request(`${options.baseUrl}${path}`, init)
  return sendUntilAnswered(sent, { ...policyOf(options), isStreamed: true })
}
