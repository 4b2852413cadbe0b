import type { Json } from '../givens.ts'

/** The key of every service under test. */
export const API_KEY = 'fault-key-0123456789abcdef'

interface RequestOptions {
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Buffer
  /** Null for what is no JSON. */
  readonly json: Json
}

/** Asks without a credential. Throws when no whole answer came. */
export async function request(
  url: string,
  method: string,
  path: string,
  { body, headers, timeoutMs = 30_000, signal }: RequestOptions = {},
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString('utf8')
  return { status: response.status, headers: response.headers, text, bytes, json: parsed(text) }
}

/** Sends a request below `/api/v1`, with the key of every scope. */
export const call = (
  url: string,
  method: string,
  path: string,
  { headers, ...options }: RequestOptions = {},
): Promise<Answer> =>
  request(url, method, `/api/v1${path}`, {
    ...options,
    headers: { authorization: `Bearer ${API_KEY}`, ...headers },
  })

/** The machine is too slow for what was asked at once, which is no fault of what is tested. */
export const isOverloaded = ({ status, json }: Answer): boolean =>
  status === 503 && json?.code === 'overloaded'

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
