import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloaded } from '../../../kernel/errors.ts'
import { every } from '../../../platform/clock.ts'
import type { Pressure } from '../../../platform/pressure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isWorkedOn: boolean
  }
}

/** Requests in progress. Those whose body is still arriving do not count. */
const WORKED_ON_MAX = 1_000
const EVENT_LOOP_DELAY_MAX_MS = 1_000
/** With fewer connections, each request waits for a few others only, so none is refused. */
const LATE_FROM_CONNECTIONS = 100
const CONNECTIONS_MAX = 20_000
/** File descriptors for database, browser, files and logs; connections get the rest. */
const FILES_RESERVED = 40
/** Share of connections that are served; those beyond it get a 503. */
const ANSWERED_SHARE = 0.8
/** From this number on, idle connections are closed early. */
const MANY_CONNECTIONS = 500
const IDLE_CHECK_MS = 5_000

/**
 * Refuses requests with 503 `overloaded` while the process cannot keep up with many clients, has too
 * many requests in progress, or nears the system's connection limit. Health and metrics always answer. Idle
 * connections stay open for a minute, as proxies expect, unless there are many.
 */
export function registerOverload(app: FastifyInstance, pressure: Pressure): void {
  const connectionsMax = connectionsMaxOf(pressure)
  const connections = countConnections(app)
  let workedOn = 0

  const begin = (request: FastifyRequest) => {
    if (request.isWorkedOn) return
    request.isWorkedOn = true
    workedOn++
  }
  const end = (request: FastifyRequest) => {
    if (!request.isWorkedOn) return
    request.isWorkedOn = false
    workedOn--
  }
  const isCrowded = () => connections.count() > connectionsMax * ANSWERED_SHARE
  const isLate = () =>
    Math.max(workedOn, connections.count()) >= LATE_FROM_CONNECTIONS &&
    pressure.eventLoopDelayMs() > EVENT_LOOP_DELAY_MAX_MS

  app.server.maxConnections = connectionsMax
  app.addHook('onListen', (done) => {
    pressure.begin()
    done()
  })
  app.decorateRequest('isWorkedOn', false)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.rateLimit === false) return done()
    if (isCrowded()) reply.header('connection', 'close')
    if (isLate() || workedOn >= WORKED_ON_MAX || isCrowded()) return done(overloaded())
    begin(request)
    done()
  })
  // While a body arrives, the process has nothing to do.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    end(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    begin(request)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    end(request)
    done()
  })

  const stop = every(IDLE_CHECK_MS, () => {
    if (connections.count() > MANY_CONNECTIONS) app.server.closeIdleConnections()
  })
  app.addHook('onClose', async () => stop())
}

export const connectionsMaxOf = ({ openFilesMax }: Pick<Pressure, 'openFilesMax'>): number =>
  Math.min(CONNECTIONS_MAX, Math.max(1, (openFilesMax ?? Infinity) - FILES_RESERVED))

function countConnections({ server }: FastifyInstance) {
  let count = 0
  server.on('connection', (socket) => {
    count++
    socket.once('close', () => count--)
  })
  return { count: (): number => count }
}
