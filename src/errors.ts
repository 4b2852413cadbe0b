/** The kind of an expected failure. Each kind has one HTTP status (`http/problem.ts`). */
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

/** One fault of a request. `pointer` is a JSON pointer into the body, or `?name` for a query parameter. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

/** Members added to the problem document, e.g. `allowed` or `removed`. Never secrets. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/**
 * An expected failure. `code` is public and never changes meaning. `message` says what is wrong and
 * what to do.
 */
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

/** Reports all faults of a request together, so that the caller can fix them in one go. */
export const invalidRequest = (faults: readonly Fault[]): AppError =>
  new AppError(
    'invalid',
    'invalid_request',
    'The request has faults. `errors` lists all of them.',
    { faults },
  )

export const overloaded = (): AppError =>
  new AppError('unavailable', 'overloaded', 'The service is busy. Try again in a moment.', {
    retryAfterSeconds: 2,
  })
