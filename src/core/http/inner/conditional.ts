import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import { checkIfMatch, etagOfBytes, isNotModified, tag, withoutBody } from '../etag.ts'
import { listOf } from './route-hooks.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: the route already sends everything through `sendWithEtag`. */
    conditional?: false
  }
}

/**
 * Only for bodies sent as a whole, because the tag of a stream is unknown when its headers are
 * sent.
 */
type Body = string | Buffer
const TAGGED_TYPES = /^(application\/json|text\/html)\b/

/**
 * Preconditions of RFC 9110 §13 for routes that do not check them: every JSON response to a read
 * gets a tag, of its version or its bytes; `If-Match` works on reads; and changes with
 * `If-None-Match` are refused.
 */
export function registerConditionals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (methods.some((method) => CHANGES.includes(method)))
      route.preHandler = [refuseChangeOfNothing, ...listOf(route.preHandler)]
    else if (methods.some(isReading) && route.config?.conditional !== false)
      route.onSend = [sendConditionally, ...listOf(route.onSend)]
  })
}

const CHANGES = ['PUT', 'PATCH', 'DELETE']
const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** PUT, PATCH and DELETE change existing resources, so `If-None-Match` always fails (§13.1.2). */
const refuseChangeOfNothing: preHandlerHookHandler = ({ headers }, _reply, done) =>
  done(headers['if-none-match'] === undefined ? undefined : nothingIsCreated())

const nothingIsCreated = (): AppError =>
  new AppError(
    'precondition_failed',
    'precondition_failed',
    'This operation only changes existing resources. Send `If-Match` instead of `If-None-Match`.',
  )

const sendConditionally: onSendHookHandler = (request, reply, payload, done) => {
  const etag = tagOf(request, reply, payload)
  if (etag === undefined) return done(null, payload)
  try {
    // Evaluated before `If-None-Match` (§13.2.2).
    checkIfMatch(request.headers['if-match'], etag)
  } catch (error) {
    withoutBody(reply.removeHeader('etag'))
    return done(error as Error)
  }
  if (reply.statusCode !== 200 || !isNotModified(request.headers['if-none-match'], etag))
    return done(null, payload)
  withoutBody(reply).code(304)
  done(null, null)
}

/** Undefined for errors, streams and health checks. */
function tagOf(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.statusCode !== 200 && reply.statusCode !== 304) return undefined
  const given = reply.getHeader('etag')
  if (given !== undefined) return isBody(payload) || payload == null ? String(given) : undefined
  if (!isTagged(request, reply) || !isBody(payload)) return undefined
  const etag = etagOfBytes(payload)
  tag(reply, etag)
  return etag
}

const isTagged = ({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean =>
  routeOptions.config.rateLimit !== false &&
  reply.statusCode === 200 &&
  TAGGED_TYPES.test(String(reply.getHeader('content-type')))

const isBody = (payload: unknown): payload is Body =>
  typeof payload === 'string' || Buffer.isBuffer(payload)
