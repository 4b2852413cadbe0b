import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { listOf } from './inner/route-hooks.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response never changes, so it stays compressed. */
    keepsCompressed?: true
  }
}

type Encoding = 'br' | 'gzip'
type Body = string | Buffer

const BYTES_MIN = 1024
const COMPRESSED_TYPES = /^application\/(problem\+)?json\b/
/** Higher levels save little and take several times as long. */
const QUICK = 4
const KEPT_QUALITY = 9

const compressions: Readonly<Record<Encoding, (body: Body, quality: number) => Promise<Buffer>>> = {
  br: (body, quality) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body, level) => promisify(gzip)(body, { level }),
}

/**
 * Compresses JSON above 1 KB. Not for requests with a cookie: from the length of such a response, a
 * page of a stranger could guess secrets beside text that it chose (BREACH). The ETag stays, because
 * it names the version of a resource. Call it before registering routes and after hooks that keep
 * responses.
 */
export function registerCompression(app: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer>>()

  const compress: onSendHookHandler = (request, reply, payload, done) => {
    if (request.method === 'HEAD') return done(null, withoutLength(request, reply, payload))
    // A cache replaces its stored headers with those of a 304, so a 304 needs `Vary` too (RFC 9110
    // §15.4.5).
    if (reply.statusCode === 304) varyByEncoding(reply)
    if (!isCompressible(reply, payload)) return done(null, payload)
    varyByEncoding(reply)
    const encoding = encodingFor(request)
    if (encoding === null) return done(null, payload)
    compressed(request, payload, encoding).then((bytes) => {
      reply.header('content-encoding', encoding).header('content-length', bytes.length)
      done(null, bytes)
    }, done)
  }

  const compressed = (request: FastifyRequest, body: Body, encoding: Encoding) => {
    const { config, url } = request.routeOptions
    if (!config.keepsCompressed) return compressions[encoding](body, QUICK)
    const key = `${encoding} ${url}`
    const known = kept.get(key) ?? compressions[encoding](body, KEPT_QUALITY)
    kept.set(key, known)
    return known
  }

  app.addHook('onRoute', (route) => {
    route.onSend = [...listOf(route.onSend), compress]
  })
}

const isCompressible = (reply: FastifyReply, payload: unknown): payload is Body =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  Buffer.byteLength(payload) >= BYTES_MIN &&
  !reply.hasHeader('content-encoding') &&
  COMPRESSED_TYPES.test(String(reply.getHeader('content-type')))

const varyByEncoding = (reply: FastifyReply) =>
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))

/** A response to HEAD has no length if that to GET would be compressed (RFC 9110 §9.3.2). */
function withoutLength(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isLong = Number(reply.getHeader('content-length') ?? 0) >= BYTES_MIN
  if (!isLong || !COMPRESSED_TYPES.test(String(reply.getHeader('content-type')))) return payload
  varyByEncoding(reply)
  if (encodingFor(request) !== null) reply.removeHeader('content-length')
  return payload
}

/** The encoding that the client prefers; of equal ones Brotli. Null: none. */
function encodingFor({ headers }: FastifyRequest): Encoding | null {
  if (headers.cookie !== undefined) return null
  const weights = new Map<string, number>()
  for (const part of String(headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((it) => it.trim().toLowerCase())
    const weight = parameters.find((it) => it.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const).toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 ? best : null
}
