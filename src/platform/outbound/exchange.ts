import type { Readable } from 'node:stream'
import type { Client } from 'undici'
import { AppError } from '../../errors.ts'
import { type DialOptions, dial } from './dial.ts'
import { downloadTooLarge, upstreamTimeout, upstreamUnusable } from './errors.ts'
import type { Target } from './policy.ts'

export interface HopRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  readonly answerTimeoutMs: number
}

export interface Hop {
  readonly status: number
  /** Names in lower case; what came more than once is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

const BODY_IDLE_TIMEOUT_MS = 5_000
const HEADER_BYTES_MAX = 16_384

/** One request over a connection of its own, which is gone when `use` has ended. */
export async function exchange<T>(
  target: Target,
  request: HopRequest,
  options: DialOptions,
  use: (hop: Hop) => Promise<T>,
): Promise<T> {
  // Loaded with the first request: it is the largest of all libraries, and some never send any.
  const { Client } = await import('undici')
  const client = new Client(target.url.origin, {
    // Pipelining 0 asks the far side to close: no socket outlives its request and its check.
    pipelining: 0,
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: request.answerTimeoutMs,
    bodyTimeout: BODY_IDLE_TIMEOUT_MS,
    connect: (_origin, callback) => {
      dial(target, options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
  })
  try {
    return await use(await ask(client, target, request, options.signal))
  } catch (error) {
    throw toAppError(error, target.host, options.signal)
  } finally {
    client.destroy().catch(() => {})
  }
}

async function ask(client: Client, target: Target, request: HopRequest, signal: AbortSignal) {
  const { statusCode, headers, body } = await client.request({
    method: request.method,
    path: target.url.pathname + target.url.search,
    headers: request.headers,
    body: request.body,
    signal,
  })
  // A body that is given up reports so; without a listener that would end the process.
  body.on('error', () => {})
  const pairs = Object.entries(headers).map(([name, value]) => [
    name,
    [value ?? ''].flat().join(', '),
  ])
  return { status: statusCode, headers: Object.fromEntries(pairs), body }
}

/**
 * The body, at most `limitBytes` long, counted as it arrives. A longer one is not read to its end:
 * `download_too_large`. A compressed one is refused, as it was asked for plain:
 * `upstream_unusable`.
 */
export async function readBody(target: Target, hop: Hop, limitBytes: number): Promise<Uint8Array> {
  const encoding = hop.headers['content-encoding'] ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity')
    throw upstreamUnusable(
      target.host,
      'it is compressed although we asked for an uncompressed one',
    )
  if (Number(hop.headers['content-length'] ?? 0) > limitBytes) throw downloadTooLarge(limitBytes)
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of hop.body as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) throw downloadTooLarge(limitBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The beginning of the body, as sent; what is beyond `limitBytes` is left unread. The status has told
 * what matters: of a body that breaks off or never ends it is what came.
 */
export async function readStart(hop: Hop, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of hop.body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      sizeBytes += chunk.length
      if (sizeBytes >= limitBytes) break
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, limitBytes)
}

const TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

function toAppError(error: unknown, host: string, signal: AbortSignal): unknown {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (signal.aborted || TIMEOUT_CODES.has(code)) return upstreamTimeout(host, error)
  // Without a code, or with this one, the fault is ours and not that of the far side.
  if (code === '' || code === 'UND_ERR_INVALID_ARG') return error
  return upstreamUnusable(host, 'the connection broke or it is not valid HTTP', error)
}
