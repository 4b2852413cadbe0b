import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyTooLarge, noRoute } from '../problem.ts'

/** A body that declares at most this size is read to its end, and the connection stays open. */
const KEPT_BYTES_MAX = 1024 * 1024
const DRAINED_BYTES_MAX = 64 * 1024 * 1024
/** Connections drained in parallel. One more closes the oldest. */
const DRAINED_MAX = 100

type IncomingMessage = FastifyRequest['raw']
type Socket = IncomingMessage['socket']

/** Bodies of these methods have no meaning (RFC 9110 §9.3.1) and are not read. */
const BODILESS = ['GET', 'HEAD']

const AWAITING_CONTINUE = new WeakSet<IncomingMessage>()
const ANSWERED_LAST = new WeakSet<Socket>()

/**
 * Lets a refusal reach a client that is still sending its body. Closing a connection with unread
 * bytes resets it, and the client never sees the response. So the service reads and discards the
 * rest within limits. It answers `Expect: 100-continue` only when it wants the body.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  const draining = new Set<Socket>()

  // Otherwise Node would accept every body.
  app.server.on('checkContinue', (request, response) => {
    AWAITING_CONTINUE.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', ({ raw }, reply, done) => {
    // RFC 9112 §9.6: no further request is processed after `Connection: close`.
    if (ANSWERED_LAST.has(raw.socket)) reply.hijack()
    else done()
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw, routeOptions } = request
    if (BODILESS.includes(request.method)) return done(null, payload)
    if (request.is404) return done(noRoute(app, request, reply))
    if (declaredBytes(raw) > routeOptions.bodyLimit) return done(bodyTooLarge(routeOptions))
    if (AWAITING_CONTINUE.delete(raw)) reply.raw.writeContinue()
    done(null, payload)
  })
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (raw.complete === false && hasBody(raw)) drain(raw, reply)
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    for (const socket of draining) socket.destroy()
  })

  function drain(request: IncomingMessage, reply: FastifyReply): void {
    const { socket } = request
    let leftBytes = DRAINED_BYTES_MAX
    request.unpipe()
    request
      .on('data', ({ length }: Buffer) => {
        leftBytes -= length
        if (leftBytes < 0) socket.destroy()
      })
      .resume()
    const isLong = isChunked(request) || declaredBytes(request) > KEPT_BYTES_MAX
    if (isLong || AWAITING_CONTINUE.has(request)) reply.header('connection', 'close')
    if (reply.getHeader('connection') !== 'close') return
    ANSWERED_LAST.add(socket)
    // Node calls this after writing the response.
    socket.destroySoon = () => {
      Reflect.deleteProperty(socket, 'destroySoon')
      if (request.complete || app.draining.hasBegun) socket.destroySoon()
      else linger(request, socket)
    }
  }

  /** Closes our side and reads until the body ends (RFC 9112 §9.6). */
  function linger(request: IncomingMessage, socket: Socket): void {
    draining.add(socket)
    socket.once('close', () => draining.delete(socket))
    request.once('end', () => socket.destroySoon())
    // Node closes requests that exceed `requestTimeout`.
    socket.end()
    const [oldest] = draining
    if (draining.size > DRAINED_MAX) oldest?.destroy()
  }
}

const isChunked = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined

const declaredBytes = ({ headers }: IncomingMessage): number =>
  Number(headers['content-length'] ?? 0)

const hasBody = (request: IncomingMessage): boolean =>
  isChunked(request) || declaredBytes(request) > 0
