import type { Fault, OnFault, Params } from '@billwright/rules/faults'

export type { Fault, OnFault, Params }

/** The kind of an expected failure. Each kind has one HTTP status (`core/http/problem.ts`). */
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

type Standard = 'type' | 'title' | 'status' | 'detail' | 'code' | 'request_id' | 'errors'

/**
 * Members of the problem document, e.g. `allowed` or `removed`. Never secrets, nor the members
 * that every problem has.
 */
type ErrorDetails = Readonly<Record<string, unknown>> & { readonly [S in Standard]?: never }

/**
 * An expected failure. `code` is public and never changes meaning. `message` says what is wrong and
 * what to do.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: ErrorDetails
  readonly params: Params | undefined
  readonly faults: readonly Fault[]
  readonly retryAfterSeconds: number | null

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    details: ErrorDetails & {
      readonly params?: Params | undefined
      readonly faults?: readonly Fault[]
      readonly retryAfterSeconds?: number
      readonly cause?: unknown
    } = {},
  ) {
    const { params, faults, retryAfterSeconds, cause, ...rest } = details
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.details = rest
    this.params = params
    this.faults = faults ?? []
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

/** Reports all faults of a request together, so that the caller can fix them at once. */
export const invalidRequest = (faults: readonly Fault[]): AppError =>
  new AppError(
    'invalid',
    'invalid_request',
    'The request has faults. `errors` lists all of them.',
    { faults },
  )

/** Faults that are found one by one: `refuse` throws if there are any. */
export function faultList(): { readonly onFault: OnFault; readonly refuse: () => void } {
  const faults: Fault[] = []
  return {
    onFault: (pointer, code, message, params) => faults.push({ pointer, code, message, params }),
    refuse() {
      if (faults.length > 0) throw invalidRequest(faults)
    },
  }
}

export const overloaded = (): AppError =>
  new AppError('unavailable', 'overloaded', 'The service is busy. Try again in a moment.', {
    retryAfterSeconds: 2,
  })

/** Returns null instead of throwing not_found. */
export async function orGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return null
    throw error
  }
}
