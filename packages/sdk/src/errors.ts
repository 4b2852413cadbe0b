import { retryAfterSeconds } from './retry-after.ts'
import type { Problem } from './types.ts'

/** A fault of one field: where it is, and what is wrong with it. */
export type Fault = NonNullable<Problem['errors']>[number]

/** A call that failed: what the service answered, or that no answer came. */
export class BillwrightError extends Error {
  override readonly name = 'BillwrightError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** A code of docs/errors.md; `no_answer`, or `not_a_problem` when something in between answered. */
  readonly code: string
  /** Every fault of the request, when it was refused for its content. */
  readonly errors: readonly Fault[]
  /** Names the request in the service's log. */
  readonly requestId: string | undefined
  /** When it may be tried again, where the service says so. */
  readonly retryAfterSeconds: number | undefined
  /** The whole answer, with what is particular to its code, such as `current_etag`. */
  readonly problem: Problem | undefined

  constructor(message: string, given: Partial<BillwrightError> & { readonly cause?: unknown }) {
    super(message, 'cause' in given ? { cause: given.cause } : undefined)
    this.status = given.status ?? 0
    this.code = given.code ?? 'no_answer'
    this.errors = given.errors ?? []
    this.requestId = given.requestId
    this.retryAfterSeconds = given.retryAfterSeconds
    this.problem = given.problem
  }
}

/** The error of an answer that is none of 2xx. */
export function toError({ status, headers }: Response, body: unknown): BillwrightError {
  const requestId = headers.get('x-request-id') ?? undefined
  const retryAfter = retryAfterSeconds(headers, Date.now()) ?? undefined
  if (!isProblem(body))
    return new BillwrightError(`The answer is ${status}, and not of the service.`, {
      status,
      code: 'not_a_problem',
      requestId,
      retryAfterSeconds: retryAfter,
    })
  const { code, detail, errors = [], request_id } = body
  return new BillwrightError(detail, {
    status,
    code,
    errors,
    requestId: request_id,
    retryAfterSeconds: retryAfter,
    problem: body,
  })
}

export const noAnswer = (cause: unknown): BillwrightError =>
  new BillwrightError('No answer came.', { cause })

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
