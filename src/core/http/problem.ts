import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError, type ErrorKind, type Fault } from '../../kernel/errors.ts'
import { table } from '../../kernel/table.ts'
import { storageError } from '../../platform/database/storage-error.ts'
import { allowedMethods } from './inner/allowed-methods.ts'
import { validationError } from './validation.ts'

/** The only mapping from kinds of errors to HTTP statuses. */
export const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many: 429,
  headers_too_large: 431,
  upstream: 502,
  unavailable: 503,
  timeout: 504,
}

export const STATUS_TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const ParamsView = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
  title: 'ErrorParams',
  $id: 'ErrorParams',
  description:
    'The values in the sentence, e.g. `max`, for a sentence in your own language. docs/errors.md lists them for each code.',
  examples: [{ max: 50 }],
})

const ProblemView = Type.Object(
  {
    type: Type.String({ description: 'The code as a URI.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'The fault, and what to do.' }),
    code: Type.String({ description: 'Stable; listed in docs/errors.md.' }),
    request_id: Type.String(),
    params: Type.Optional(Type.Ref('ErrorParams')),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: 'JSON pointer into the body, or `?name` of the query.',
          }),
          code: Type.String({ description: 'Stable; listed in docs/errors.md.' }),
          message: Type.String(),
          params: Type.Optional(Type.Ref('ErrorParams')),
          rule: Type.Optional(Type.String({ description: 'E-invoices: the rule, e.g. BR-CO-26.' })),
          level: Type.Optional(Type.String({ description: 'E-invoices: `error` or `warning`.' })),
          resource: Type.Optional(
            Type.String({ description: 'E-invoices: the resource of the pointer.' }),
          ),
        }),
      ),
    ),
  },
  {
    title: 'Problem',
    $id: 'Problem',
    description: 'RFC 9457 problem details.',
    additionalProperties: true,
    examples: [
      {
        type: 'urn:billwright:error:invalid_request',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'The request has faults. `errors` lists all of them.',
        code: 'invalid_request',
        request_id: 'req_019a…',
        errors: [
          {
            pointer: '/items/0/description',
            code: 'too_long',
            message: 'Too long: use at most 1000 characters.',
            params: { max: 1000 },
          },
        ],
      },
    ],
  },
)

/**
 * The problem responses in the schema of an operation, beyond those that follow from its route
 * (`openapi/statuses.ts`): `problems(502, 504)`.
 */
export const problems = <S extends number>(...statuses: readonly S[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: STATUS_TITLES[status] ?? 'Problem',
        content: { 'application/problem+json': { schema: Type.Ref('Problem') } },
      },
    ]),
  )

/** Serves an HTML page for 404; null: a problem document. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null

/** Shown to browsers where there is no page. */
export interface NotFoundPages {
  readonly unknown: NotFoundPage
  /** On the domain of a company, which has its links alone. */
  readonly onDomain: NotFoundPage
}

/** Whether a person asked for a page, and no program for an answer. */
const asksForPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

export function registerProblems(app: FastifyInstance, pages: NotFoundPages | null): void {
  app.addSchema(ParamsView)
  app.addSchema(ProblemView)
  const pageFor = (error: AppError, name: keyof NotFoundPages, request: FastifyRequest) =>
    pages && error.kind === 'not_found' && asksForPage(request) ? pages[name] : () => null
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error, request.routeOptions)
    // An operation of the API answers as the reference says.
    const isPage = !request.routeOptions.url?.startsWith('/api/')
    const isNoRoute = known instanceof AppError && known.code === 'no_such_endpoint' && isPage
    const page = isNoRoute ? pageFor(known, 'onDomain', request)(request, reply) : null
    return page ?? sendProblem(known, request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    const error = noRoute(app, request, reply)
    const page = pageFor(error, 'unknown', request)(request, reply)
    return page ?? sendProblem(error, request, reply)
  })
}

/** 404, or 405 with the allowed methods of the path. */
export function noRoute(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError {
  const allowed = allowedMethods(app, request.url)
  // A route may also find nothing, such as that of files.
  if (allowed.length === 0 || allowed.includes(request.method))
    return new AppError(
      'not_found',
      'no_such_endpoint',
      'There is no such endpoint. Check the path and method in the reference at /docs.',
    )
  reply.header('allow', allowed.join(', '))
  return new AppError(
    'method_not_allowed',
    'method_not_allowed',
    `Allowed here: ${allowed.join(', ')}.`,
    { allowed },
  )
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Sends a problem document. An unexpected error becomes a 500 without details. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = error instanceof AppError ? error : null
  const status = known ? STATUS[known.kind] : 500
  // Metrics count overload; a log line per refused request would add to the load.
  if (status >= 500 && known?.code !== 'overloaded')
    request.log.error({ err: error }, 'request failed')
  if (known?.retryAfterSeconds != null) reply.header('retry-after', known.retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="billwright"')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send(problemOf(error, request.id))
}

export function problemOf(error: unknown, requestId: string) {
  const known = error instanceof AppError ? error : null
  const status = known ? STATUS[known.kind] : 500
  return {
    type: `urn:billwright:error:${known?.code ?? 'internal'}`,
    title: STATUS_TITLES[status] ?? 'Error',
    status,
    detail:
      known?.message ??
      'Something went wrong. Report it with the request id, which is also in the log.',
    code: known?.code ?? 'internal',
    request_id: requestId,
    ...(known?.params ? { params: known.params } : {}),
    ...(known && known.faults.length > 0
      ? { errors: known.faults satisfies readonly Fault[] }
      : {}),
    ...known?.details,
  }
}

const FASTIFY_ERRORS = table<readonly [ErrorKind, string, string]>({
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'unsupported_media_type',
    'Send the body as application/json.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed', 'malformed_json', 'The body is empty. Send JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed',
    'malformed_request',
    'The length of the body differs from Content-Length.',
  ],
  FST_ERR_BAD_URL: ['malformed', 'malformed_request', 'The path cannot be decoded.'],
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Error for a body beyond the route's `bodyLimit`, if it has its own code. */
    bodyTooLarge?: () => AppError
  }
}

type BodyLimit = Pick<FastifyRequest['routeOptions'], 'bodyLimit' | 'config'>

export const bodyTooLarge = ({ bodyLimit, config }: BodyLimit): AppError =>
  config.bodyTooLarge?.() ??
  new AppError(
    'too_large',
    'body_too_large',
    `The body is larger than ${bodyLimit / 1024 / 1024} MiB. Send less.`,
    { params: { max_bytes: bodyLimit } },
  )

/** Translates errors of the framework and the database; returns others unchanged. */
export function toAppError(error: unknown, route: BodyLimit): unknown {
  if (error instanceof AppError) return error
  const { code, validation, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(route)
  if (validation) return validationError(error as FastifyError)
  const known = FASTIFY_ERRORS[code ?? '']
  if (known) return new AppError(...known)
  if (['EMFILE', 'ENFILE'].includes(code ?? ''))
    return new AppError(
      'unavailable',
      'overloaded',
      'The service has too many open files. Try again in a moment.',
      { retryAfterSeconds: 2, cause: error },
    )
  if (statusCode === 400)
    return new AppError('malformed', 'malformed_request', 'The request is malformed.')
  return storageError(error)
}
