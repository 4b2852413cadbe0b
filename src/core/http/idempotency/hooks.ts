import type {
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
  preParsingHookHandler,
} from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { withCommitHook } from '../../../platform/database/commit-hook.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { listOf } from '../inner/route-hooks.ts'
import type { Server } from '../server.ts'
import { type Answer, BODY_BYTES_MAX } from './inner/answer.ts'
import { hashed, heedsIdempotencyKey, type KeyedRequest, readKey } from './inner/key.ts'
import { createOutcomes } from './outcomes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    keyed: KeyedRequest | null
  }
}

interface IdempotencyDeps {
  readonly clock: Clock
  /** The company that a request is for. */
  readonly scopeOf: (request: FastifyRequest) => Promise<CompanyDb>
  /** A secret of the company, the same in every process. */
  readonly secretOf: (scope: CompanyDb) => Promise<string>
}

/** Headers of one response or one browser, which are not stored. */
const HEADERS_NOT_KEPT = ['date', 'connection', 'content-length', 'set-cookie', 'x-request-id']

/**
 * Makes every change with an `Idempotency-Key` take effect at most once. The key is written in the
 * transaction of the change (`CommitHook`); the response is added before it is sent. See decision
 * 6. Call this after authentication and before registering routes.
 */
export function registerIdempotency(app: Server, deps: IdempotencyDeps): void {
  const hooks = createHooks(deps)
  app.decorateRequest('keyed', null)
  app.addHook('onRoute', (route) => {
    if (!heedsIdempotencyKey(route)) return
    route.onRequest = [...listOf(route.onRequest), hooks.onRequest]
    route.preParsing = [...listOf(route.preParsing), hooks.preParsing]
    route.preHandler = [...listOf(route.preHandler), hooks.preHandler]
    route.onSend = [...listOf(route.onSend), hooks.onSend]
  })
}

function createHooks(deps: IdempotencyDeps) {
  const outcomes = createOutcomes(deps.clock)

  const keyedOf = async (request: FastifyRequest) => {
    const scope = await deps.scopeOf(request)
    return readKey(request, scope, await deps.secretOf(scope))
  }

  const onRequest: onRequestHookHandler = (request, _reply, done) => {
    if (request.headers['idempotency-key'] === undefined) return done()
    keyedOf(request).then((keyed) => {
      request.keyed = keyed
      done()
    }, done)
  }

  const preParsing: preParsingHookHandler = (request, _reply, payload, done) =>
    done(null, request.keyed ? hashed(payload, request.keyed.bodyHash) : payload)

  /** The last hook before the handler, so that requests refused earlier do not use up the key. */
  const preHandler: preHandlerHookHandler = (request, reply, done) => {
    const { keyed } = request
    if (!keyed) return done()
    outcomes.begin(request, keyed).then((known) => {
      if (known) return replay(reply, known)
      keyed.isOpen = true
      keyed.headersBefore = { ...reply.getHeaders() }
      withCommitHook(outcomes.commitHookOf(keyed), done)
    }, done)
  }

  const onSend: onSendHookHandler = (request, reply, payload, done) => {
    const { keyed } = request
    if (!keyed?.isOpen) return done(null, payload)
    keyed.isOpen = false
    outcomes
      .end(keyed, toAnswer(reply, keyed, payload), request.log)
      .then(() => done(null, payload), done)
  }

  return { onRequest, preParsing, preHandler, onSend }
}

/** Null: too long to store, or a stream. */
function toAnswer(
  reply: FastifyReply,
  { headersBefore }: KeyedRequest,
  payload: unknown,
): Answer | null {
  const body = toBytes(payload)
  if (body === null || body.length > BODY_BYTES_MAX) return null
  const headers = Object.entries(reply.getHeaders()).filter(
    ([name, value]) => value !== headersBefore[name] && !HEADERS_NOT_KEPT.includes(name),
  )
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body,
  }
}

function toBytes(payload: unknown): Uint8Array | null {
  if (payload === null || payload === undefined) return new Uint8Array()
  if (typeof payload === 'string') return Buffer.from(payload)
  return payload instanceof Uint8Array ? payload : null
}

function replay(reply: FastifyReply, { status, headers, body }: Answer): void {
  reply.code(status).headers(headers).header('idempotency-replayed', 'true')
  reply.send(body.length === 0 ? null : Buffer.from(body))
}
