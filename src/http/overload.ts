import type { FastifyRequest } from 'fastify'
import { overloaded } from '../errors.ts'
import { every } from '../platform/clock.ts'
import type { Pressure } from '../platform/pressure.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isWorkedOn: boolean
  }
}

/** Requests that are worked on at once; those whose body is still arriving do not count. */
const WORKED_ON_MAX = 1_000
const EVENT_LOOP_DELAY_MAX_MS = 1_000
const CONNECTIONS_MAX = 20_000
/** For the database, the browser, files and logs; the connections get the rest. */
const FILES_RESERVED = 40
/** A part of the connections, so that those beyond it hear why. */
const ANSWERED_SHARE = 0.8
/** From so many on, idle connections are closed early. */
const MANY_CONNECTIONS = 500
const IDLE_CHECK_MS = 5_000

/**
 * Refuses at once (503 `overloaded`) what would only wait: while the process cannot keep up, too much
 * is being worked on, or connections come close to what the system allows. Health and metrics are
 * answered always. Idle connections may stay for a minute, as proxies expect, unless there are many.
 */
export function registerOverload(app: Server, pressure: Pressure): void {
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

  app.server.maxConnections = connectionsMax
  app.decorateRequest('isWorkedOn', false)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.rateLimit === false) return done()
    const isLate = pressure.eventLoopDelayMs() > EVENT_LOOP_DELAY_MAX_MS
    if (isCrowded()) reply.header('connection', 'close')
    if (isLate || workedOn >= WORKED_ON_MAX || isCrowded()) return done(overloaded())
    begin(request)
    done()
  })
  // While a body arrives, nothing but its sender is at work.
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

function countConnections({ server }: Server) {
  let count = 0
  server.on('connection', (socket) => {
    count++
    socket.once('close', () => count--)
  })
  return { count: (): number => count }
}
