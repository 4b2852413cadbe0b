import { retryAfterSeconds } from './retry-after.ts'
import type { Problem } from './types.ts'

/** A fault of one field: its position and a message. */
export type Fault = NonNullable<Problem['errors']>[number]

/** A failed call: the error of the service, or no response at all. */
export class BillwrightError extends Error {
  override readonly name = 'BillwrightError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** A code of docs/errors.md, `no_answer`, or `not_a_problem` if a proxy answered instead. */
  readonly code: string
  /** The values in the message, e.g. `max`, for messages in your own language. */
  readonly params: NonNullable<Problem['params']>
  /** Every fault of the request's content. */
  readonly errors: readonly Fault[]
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined
  /** When to try again, if the service says so. */
  readonly retryAfterSeconds: number | undefined
  /** The whole problem document, with the members of its code, such as `current_etag`. */
  readonly problem: Problem | undefined

  constructor(message: string, given: Partial<BillwrightError> & { readonly cause?: unknown }) {
    super(message, 'cause' in given ? { cause: given.cause } : undefined)
    this.status = given.status ?? 0
    this.code = given.code ?? 'no_answer'
    this.params = given.params ?? {}
    this.errors = given.errors ?? []
    this.requestId = given.requestId
    this.retryAfterSeconds = given.retryAfterSeconds
    this.problem = given.problem
  }
}

/** 400, 413, 415 and 422: the request is invalid; `errors` lists its faults. */
export class InvalidRequestError extends BillwrightError {}
/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends BillwrightError {}
/** 403: the key lacks a scope. */
export class PermissionError extends BillwrightError {}
/** 404: there is no such resource. */
export class NotFoundError extends BillwrightError {}
/** 409 and 412: the resource is not in the state that the request needs. */
export class ConflictError extends BillwrightError {}
/** 429: too many requests; try again after `retryAfterSeconds`. */
export class RateLimitError extends BillwrightError {}
/** 5xx: the service or a proxy failed. */
export class ServiceError extends BillwrightError {}
/** No response: a network failure, a time limit, or a restart that took too long. */
export class NoAnswerError extends BillwrightError {}

const CLASSES: Readonly<Record<number, typeof BillwrightError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
}

const classOf = (status: number): typeof BillwrightError =>
  CLASSES[status] ?? (status >= 500 ? ServiceError : BillwrightError)

const FAULTS_IN_MESSAGE = 3

/** Adds the first faults, because the detail of an invalid request only says that there are some. */
const messageOf = (detail: string, errors: readonly Fault[]): string =>
  [detail, ...errors.slice(0, FAULTS_IN_MESSAGE).map((it) => `${it.pointer}: ${it.message}`)].join(
    ' ',
  )

/** The error of a response without a 2xx status. */
export function toError({ status, headers }: Response, body: unknown): BillwrightError {
  const requestId = headers.get('x-request-id') ?? undefined
  const retryAfter = retryAfterSeconds(headers, Date.now()) ?? undefined
  if (!isProblem(body))
    return new (classOf(status))(`The answer is ${status}, and not of the service.`, {
      status,
      code: 'not_a_problem',
      requestId,
      retryAfterSeconds: retryAfter,
    })
  const { code, detail, params, errors = [], request_id } = body
  return new (classOf(status))(messageOf(detail, errors), {
    status,
    code,
    ...(params === undefined ? {} : { params }),
    errors,
    requestId: request_id,
    retryAfterSeconds: retryAfter,
    problem: body,
  })
}

export const noAnswer = (cause: unknown): BillwrightError =>
  new NoAnswerError('No answer came. Is the service running, and is `baseUrl` right?', { cause })

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
