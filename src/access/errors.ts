import { AppError } from '../errors.ts'
import type { Scope } from '../http/actor.ts'

/** One answer for a wrong address and a wrong password: it tells nobody who has an account. */
export const wrongCredentials = (): AppError =>
  new AppError(
    'unauthenticated',
    'wrong_credentials',
    'The e-mail address or the password is not right.',
  )

export const tooManyAttempts = (retryAfterSeconds: number): AppError =>
  new AppError(
    'too_many',
    'too_many_attempts',
    `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )

export const crossSiteRequest = (): AppError =>
  new AppError(
    'forbidden',
    'cross_site_request',
    'A signed-in browser may change things only from the pages of this service.',
  )

export const misdirectedRequest = (host: string): AppError =>
  new AppError(
    'misdirected',
    'misdirected_request',
    `This is not the host \`${host}\`. Set PUBLIC_URL to the address the service is reached at.`,
  )

export const keyNotFound = (): AppError =>
  new AppError('not_found', 'api_key_not_found', 'There is no such API key.')

export const userNotFound = (): AppError =>
  new AppError('not_found', 'user_not_found', 'There is no such user.')

export const emailTaken = (email: string): AppError =>
  new AppError('conflict', 'email_taken', `A user with the address ${email} exists already.`)

export const lastOwner = (): AppError =>
  new AppError('conflict', 'last_owner', 'This is the last owner. Make somebody else owner first.')

export const ownerOnly = (): AppError =>
  new AppError('forbidden', 'owner_only', 'Only an owner can decide about owners.')

/** Nobody gives away more than they have: else a narrow key could make itself a wide one. */
export const scopeNotHeld = (scope: Scope): AppError =>
  new AppError(
    'forbidden',
    'scope_not_held',
    `You cannot give the scope \`${scope}\`, which you do not have.`,
    { scope },
  )

export const alreadySetUp = (): AppError =>
  new AppError('conflict', 'already_set_up', 'This service is set up already. Sign in instead.')

export const invalidSetupToken = (): AppError =>
  new AppError(
    'forbidden',
    'invalid_setup_token',
    'This set-up link is not valid (any more). Start the service again for a new one.',
  )
