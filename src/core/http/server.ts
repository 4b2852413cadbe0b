import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Ajv, type Options } from 'ajv'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { pause } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Pressure } from '../../platform/pressure.ts'
import type { Company } from '../companies/company.ts'
import { companyNotFound } from '../companies/errors.ts'
import { type Caller, requireScope, unauthenticated } from './actor.ts'
import { registerCursors } from './cursors.ts'
import { withFormats } from './formats.ts'
import { rememberRoutes } from './inner/allowed-methods.ts'
import { registerApiVersion } from './inner/api-version.ts'
import { clientErrors } from './inner/client-error.ts'
import { registerConditionals } from './inner/conditional.ts'
import { lazySerializers, lazyValidator } from './inner/lazy-compilers.ts'
import { registerMediaTypes } from './inner/media-types.ts'
import { registerObjectQueries } from './inner/object-query.ts'
import { registerOptionalBodies } from './inner/optional-body.ts'
import { registerOverload } from './inner/overload.ts'
import { registerReadOnlyFields } from './inner/read-only.ts'
import { securityHeaders } from './inner/security-headers.ts'
import { refuseUnknownQueries } from './inner/strict-query.ts'
import { registerTracing } from './inner/tracing.ts'
import { registerUnreadBodies } from './inner/unread-body.ts'
import { registerJsonBody } from './json-body.ts'
import { registerMeaning } from './meaning.ts'
import { type NotFoundPages, registerProblems, sendProblem, toAppError } from './problem.ts'
import type { RateLimit } from './rate-limit/limits.ts'
import { registerTextCheck } from './text.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
/** How often Node checks for slow requests. */
const TIMEOUT_CHECK_MS = 5_000
/** For a connection without traffic, e.g. because the client does not read the response. */
const SILENCE_MAX_MS = 60_000
const DRAIN_MS = 500
/** Longer than proxies keep idle connections, so that they close them first. */
const KEEP_ALIVE_MS = 75_000
/** Node refuses a request with more headers as too long. */
const HEADERS_MAX = 100
/** As long as Node's limit for headers, so that an invalid id gets a 404 like any other. */
const URL_PART_LENGTH_MAX = 16 * 1024

/** Links in pages, such as to a PDF, send no header, so their URL contains the company. */
const LINK_OF_COMPANY = /^\/c\/([a-z2-7]{8})(\/api\/v1\/.*)$/

interface ServerOptions {
  readonly logger: FastifyBaseLogger
  readonly trustProxy: string | false
  /** Whether the public origin uses https. */
  readonly isHttps?: boolean
  /** Returns the caller, or null; throws for an invalid credential. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller | null>
  /** The company of a domain in the request; throws if that domain does not serve the request. */
  readonly companyOfHost?: (request: FastifyRequest) => Promise<Company | null>
  /** The company of a request without a credential, from its link. */
  readonly companyOfLink?: (request: FastifyRequest) => Promise<Company>
  /** Null: no rate limits. */
  readonly rateLimit?: RateLimit | null
  /** Absent: every 404 is a problem document. */
  readonly notFoundPages?: NotFoundPages | null
  /** Absent: no overload protection. */
  readonly pressure?: Pressure
}

export type Server = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    readonly draining: { hasBegun: boolean }
  }
}

/** The server without routes: limits, problem documents, security headers, authentication. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const headers = securityHeaders(options)
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MAX_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node would answer without a problem document; it is refused below.
      requireHostHeader: false,
    },
    clientErrorHandler: clientErrors(headers),
    schemaController: { compilersFactory: { buildSerializer: lazySerializers() } },
    routerOptions: { maxParamLength: URL_PART_LENGTH_MAX, ignoreTrailingSlash: true },
    genReqId: () => newId('req'),
    rewriteUrl: ({ url = '/', headers, method }) => {
      const [, handle, path] = (method === 'GET' && LINK_OF_COMPANY.exec(url)) || []
      if (handle === undefined || path === undefined) return url
      headers['billwright-company'] = handle
      return path
    },
    // Requests refused by the router reach no hook or error handler.
    frameworkErrors: (error, request, reply) =>
      sendProblem(toAppError(error, request.routeOptions), request, identified(reply, headers)),
    forceCloseConnections: 'idle',
    // Requests that still arrive on open connections are answered normally.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.server.maxHeadersCount = HEADERS_MAX
  // Node would answer 417 without a problem document. Unknown expectations may be ignored.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  registerValidation(app)
  registerTracing(app)
  registerDraining(app)
  registerUnreadBodies(app)
  rememberRoutes(app)
  refuseUnknownQueries(app)
  registerMediaTypes(app)
  registerProblems(app, options.notFoundPages ?? null)
  registerJsonBody(app)
  registerTextCheck(app)
  registerObjectQueries(app)
  registerOptionalBodies(app)
  registerReadOnlyFields(app)
  registerMeaning(app)
  registerConditionals(app)
  registerCursors(app)
  await app.register(cookie)
  app.addHook('onRequest', ({ raw }, reply, done) => {
    identified(reply, headers)
    done(hostFault(raw))
  })
  registerApiVersion(app)
  registerAccessLog(app)
  if (options.pressure) registerOverload(app, options.pressure)
  options.rateLimit?.countLinks(app)
  registerAuthentication(app, options)
  return app
}

const identified = (reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply =>
  reply.headers(headers).header('x-request-id', reply.request.id)

/** Missing or repeated (RFC 9112 §3.2): a proxy may have used another `Host`. */
function hostFault({ headers, httpVersion, rawHeaders }: FastifyRequest['raw']) {
  const isMissing = headers.host === undefined && httpVersion === '1.1'
  const isHost = (name: string, at: number) =>
    at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host'
  if (!isMissing && rawHeaders.filter(isHost).length < 2) return undefined
  const message = `The request has ${isMissing ? 'no' : 'more than one'} \`Host\` header.`
  return new AppError('malformed', 'malformed_request', message)
}

const AJV_OPTIONS: Options = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  strictNumbers: true,
  // Optimized code would check no faster, and optimizing takes half of the compile time.
  code: { optimize: false },
}

/**
 * Bodies are not coerced; paths and query parameters are converted to numbers and booleans.
 * `binary` tells client generators that a body is a file; its route checks the bytes itself.
 */
function registerValidation(app: Server): void {
  app.setValidatorCompiler<{ readonly format?: string }>(({ schema, httpPart }) =>
    schema.format === 'binary'
      ? () => true
      : lazyValidator(httpPart === 'body' ? BODIES : TEXT, schema),
  )
}

// A process that starts several services, as tests do, compiles each schema once.
const BODIES = withFormats(new Ajv({ ...AJV_OPTIONS, coerceTypes: false }))
// Without `strictNumbers`, which would not compare the Infinity that `1e400` becomes with any limit.
const TEXT = withFormats(new Ajv({ ...AJV_OPTIONS, strictNumbers: false, coerceTypes: true }))

/** Monitoring calls these every second. */
const PROBES = ['/healthz', '/readyz']

/** One log line per request with its caller, never with its contents. */
function registerAccessLog(app: Server): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request
    const route = request.routeOptions.url ?? 'no route'
    const ms = Math.ceil(reply.elapsedTime)
    const { statusCode: status } = reply
    const traceId = request.span?.traceId
    const level = PROBES.includes(route) && status === 200 ? 'debug' : 'info'
    request.log[level]({ id, method, route, status, ms, actor: request.actor?.id, traceId })
    done()
  })
}

/**
 * When the service stops, open connections are not closed immediately. For a moment it still
 * answers their requests with `Connection: close`, and `/readyz` answers 503.
 */
function registerDraining(app: Server): void {
  app.decorate('draining', { hasBegun: false })
  app.addHook('preClose', async () => {
    app.draining.hasBegun = true
    const { server } = app
    if (!server.listening) return
    // Closing the server would close them first.
    const cutIdle = server.closeIdleConnections.bind(server)
    server.closeIdleConnections = () => {}
    void pause(DRAIN_MS).then(cutIdle)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.draining.hasBegun) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** In `Vary` of each response that depends on the company, so that caches separate them. */
const COMPANY_HEADER = 'Billwright-Company'

function registerAuthentication(
  app: Server,
  { authenticate, companyOfHost, companyOfLink, rateLimit }: ServerOptions,
): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('company', null)
  app.decorateRequest('refusal', null)
  const requireCaller = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    try {
      const caller = await authenticate(request)
      if (caller) return caller
      throw unauthenticated()
    } catch (error) {
      rateLimit?.countAddress(request, reply)
      throw error
    }
  }
  app.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.access && url.startsWith('/api/'))
      throw new Error(`${method} ${url} does not say who may call it.`)
  })
  app.addHook('onRequest', async (request, reply) => {
    // First of all: on a company's domain nobody can sign in, and cookies are ignored.
    const hosted = (await companyOfHost?.(request)) ?? null
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public') {
      rateLimit?.countAddress(request, reply)
      if (access === 'public' && companyOfLink)
        request.company = hosted ?? (await companyOfLink(request))
      return
    }
    reply.header('vary', COMPANY_HEADER)
    const caller = await requireCaller(request, reply)
    request.actor = caller.actor
    request.company = caller.company
    request.refusal = caller.refusal ?? null
    rateLimit?.countActor(request, reply)
    if (access === 'session') return
    if (!caller.company && access !== 'companies') throw caller.refusal ?? companyNotFound()
    requireScope(caller.actor, access)
  })
}
