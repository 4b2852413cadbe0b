import { AppError, invalidRequest } from '../../kernel/errors.ts'

export const providerNotFound = (): AppError =>
  new AppError('not_found', 'provider_not_found', 'There is no payment provider with this id.')

export const tooManyProviders = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_providers',
    `There are ${max} payment providers already. Delete one first.`,
    { params: { max } },
  )

export const providerInUse = (): AppError =>
  new AppError(
    'conflict',
    'provider_in_use',
    'The provider has checkouts. Disable it: payments and refunds are still followed.',
  )

export const accountDiffers = (account: string): AppError =>
  new AppError(
    'conflict',
    'account_differs',
    `The key belongs to another account than ${account}. Add a second provider for it.`,
    { params: { name: account } },
  )

export const keyUnusable = (): AppError =>
  invalidRequest([
    {
      pointer: '/api_key',
      code: 'wrong_format',
      message: 'This is not a secret key of the provider. Copy the secret key from its dashboard.',
    },
  ])

export const modeDiffers = (mode: string): AppError =>
  new AppError(
    'invalid',
    'mode_differs',
    `The provider has a ${mode} key and stays in that mode. Add a second provider for the other mode.`,
    { params: { value: mode } },
  )

export const kindFixed = (): AppError =>
  invalidRequest([
    {
      pointer: '/kind',
      code: 'read_only',
      message: 'The kind cannot be changed. Add a second provider.',
    },
  ])

/** Another body than the one that the provider signed. */
export const badSignature = (): AppError =>
  new AppError('malformed', 'bad_signature', 'The signature of the hook is wrong.')

const SENTENCE_MAX = 300

/** `sentence`: that of the provider, without secrets. It is shortened. */
export function providerFailed(code: string | null, sentence: string): AppError {
  const value = sentence.slice(0, SENTENCE_MAX)
  return new AppError('upstream', 'provider_failed', `The payment provider refused: ${value}`, {
    provider_code: code,
    params: { value },
  })
}

/** The code of a refusal because the same call was just made. */
export const DUPLICATE = 'duplicate'

/** The code of a refusal of the key itself. */
export const UNAUTHORIZED = 'unauthorized'

export const providerRefused = (): AppError =>
  new AppError(
    'upstream',
    'provider_failed',
    'The payment provider refused the API key. Replace it with a valid one.',
    { provider_code: UNAUTHORIZED, params: { value: 'API key' } },
  )

/** It did not answer, or its answer cannot be read. Whether it did something is unknown. */
export const providerUnreachable = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'provider_unreachable',
    'The payment provider does not answer. Try again shortly.',
    { retryAfterSeconds: 30, ...(cause === undefined ? {} : { cause }) },
  )

export const isUnknownOutcome = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'provider_unreachable'

/** The provider answered, and refused. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'provider_failed'
