import type {
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { AppError } from '../errors.ts'
import { checkIfMatch, etagOfBytes, isNotModified, tag, withoutBody } from './etag.ts'
import { listOf } from './route-hooks.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: all that the route answers goes through `sendWithEtag`, and is not looked at again. */
    conditional?: false
  }
}

/** Of what there is one whole body of. Streams are sent while they are made, so no tag can go before. */
type Body = string | Buffer
const TAGGED_TYPES = /^(application\/json|text\/html)\b/

/**
 * The preconditions of RFC 9110 §13 where no route looks at them: each JSON body that is read has a
 * tag, of its bytes unless the route gave it one of its version; `If-Match` is heeded when reading
 * too; and a change on the condition that there is nothing yet is not made.
 */
export function registerConditionals(app: Server): void {
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

/** PUT, PATCH and DELETE are of what exists: `If-None-Match` never holds there (§13.1.2). */
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
    // Before `If-None-Match` (§13.2.2).
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

/** Undefined: of a failure, a stream, or what tells the health of the process. */
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
