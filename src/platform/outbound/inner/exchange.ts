import type { Readable } from 'node:stream'
import type { Client } from 'undici'
import { AppError } from '../../../kernel/errors.ts'
import { type DialOptions, dial } from '../dial.ts'
import type { Target } from '../policy.ts'
import { downloadTooLarge, upstreamTimeout, upstreamUnusable } from './errors.ts'

export interface HopRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  readonly answerTimeoutMs: number
}

export interface Hop {
  readonly status: number
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

const BODY_IDLE_TIMEOUT_MS = 5_000
const HEADER_BYTES_MAX = 16_384

/** One request on its own connection, which is closed when `use` ends. */
export async function exchange<T>(
  target: Target,
  request: HopRequest,
  options: DialOptions,
  use: (hop: Hop) => Promise<T>,
): Promise<T> {
  // Loaded at the first request: it is the largest library, and some installations never need it.
  const { Client, errors } = await import('undici')
  let timer: NodeJS.Timeout | undefined
  const client = new Client(target.url.origin, {
    // Pipelining 0 closes the connection, so no socket outlives its request and check.
    pipelining: 0,
    maxHeaderSize: HEADER_BYTES_MAX,
    // A timer here instead: each informational response (103) would begin this one anew.
    headersTimeout: 0,
    bodyTimeout: BODY_IDLE_TIMEOUT_MS,
    connect: (_origin, callback) => {
      dial(target, options).then(
        (socket) => {
          const late = () => client.destroy(new errors.HeadersTimeoutError()).catch(() => {})
          timer = setTimeout(late, request.answerTimeoutMs)
          callback(null, socket)
        },
        (error: Error) => callback(error, null),
      )
    },
  })
  try {
    const hop = await ask(client, target, request, options.signal)
    clearTimeout(timer)
    return await use(hop)
  } catch (error) {
    throw toAppError(error, target.host, options.signal)
  } finally {
    clearTimeout(timer)
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
  // An aborted body emits an error, which would end the process without a listener.
  body.on('error', () => {})
  const pairs = Object.entries(headers).map(([name, value]) => [
    name,
    [value ?? ''].flat().join(', '),
  ])
  return { status: statusCode, headers: Object.fromEntries(pairs), body }
}

/**
 * Reads the body up to `limitBytes`. A longer one is not read to its end (`download_too_large`). A
 * compressed one is refused, because none was requested (`upstream_unusable`).
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
 * The first `limitBytes` of the body. The status already decided the outcome, so a body that breaks
 * off or never ends is just cut.
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
  // Without a code, or with this one, the error is ours, not the server's.
  if (code === '' || code === 'UND_ERR_INVALID_ARG') return error
  return upstreamUnusable(host, 'the connection broke or it is not valid HTTP', error)
}
