import { AppError } from '../errors.ts'
import type { Scope } from '../http/actor.ts'

/** One answer for a wrong address and a wrong password: it tells nobody who has an account. */
export const wrongCredentials = (): AppError =>
  new AppError(
    'unauthenticated',
    'wrong_credentials',
    'The e-mail address or the password is not right.',
  )

/** The right password, and then no right code. */
export const wrongCode = (): AppError =>
  new AppError(
    'unauthenticated',
    'wrong_code',
    'The code is not right, or it was used already. Take the next one that the app shows.',
  )

export const challengeExpired = (): AppError =>
  new AppError(
    'unauthenticated',
    'challenge_expired',
    'The sign-in took too long or began elsewhere. Begin again with the password.',
  )

export const passwordsBusy = (): AppError =>
  new AppError(
    'unavailable',
    'passwords_busy',
    'Too many passwords are being checked at this moment. Try again.',
    { retryAfterSeconds: 1 },
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

export const keyRevoked = (): AppError =>
  new AppError('conflict', 'api_key_revoked', 'This key is revoked. Create another.')

export const sessionNotFound = (): AppError =>
  new AppError('not_found', 'session_not_found', 'You have no such session (any more).')

/** A key has neither sessions nor a second factor. */
export const peopleOnly = (): AppError =>
  new AppError('forbidden', 'people_only', 'This is for people who are signed in, not for keys.')

export const secondFactorActive = (): AppError =>
  new AppError(
    'conflict',
    'second_factor_active',
    'A second factor is in force. Turn it off before setting up another.',
  )

export const secondFactorInactive = (): AppError =>
  new AppError('conflict', 'second_factor_inactive', 'No second factor is set up.')

export const secondFactorOwn = (): AppError =>
  new AppError(
    'forbidden',
    'second_factor_own',
    'Turn your own second factor off with `POST /me/totp/disable`, which asks for a proof.',
  )

export const oidcNotConfigured = (): AppError =>
  new AppError('not_found', 'oidc_not_configured', 'There is no other provider to sign in with.')

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
