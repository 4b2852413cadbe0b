/** What went wrong, in the terms a caller can act on. Each kind has one HTTP status (`http/problem.ts`). */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'request_timeout'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'misdirected'
  | 'invalid'
  | 'too_many'
  | 'headers_too_large'
  | 'upstream'
  | 'unavailable'
  | 'timeout'

/** One fault of a request: where it is (a JSON pointer into the body, or `?name` of the query), and what to do. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

/** Members added to the problem document, e.g. `allowed` or `removed`. Never secrets. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** An expected failure. `code` is public and never changes meaning; `message` says what to do about it. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: ErrorDetails
  readonly faults: readonly Fault[]
  readonly retryAfterSeconds: number | null

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    details: ErrorDetails & {
      readonly faults?: readonly Fault[]
      readonly retryAfterSeconds?: number
      readonly cause?: unknown
    } = {},
  ) {
    const { faults, retryAfterSeconds, cause, ...rest } = details
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.details = rest
    this.faults = faults ?? []
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

/** A request whose content breaks rules: every fault at once, so that it is mended in one go. */
export const invalidRequest = (faults: readonly Fault[]): AppError =>
  new AppError(
    'invalid',
    'invalid_request',
    'The request has faults. `errors` lists all of them.',
    { faults },
  )

/** More work than can be done soon. */
export const overloaded = (): AppError =>
  new AppError('unavailable', 'overloaded', 'The service is busy. Try again in a moment.', {
    retryAfterSeconds: 2,
  })
