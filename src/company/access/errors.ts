import type { Scope } from '../../core/http/actor.ts'
import { AppError, invalidRequest } from '../../kernel/errors.ts'

/** One answer for a wrong address and a wrong password, so that nobody learns who has an account. */
export const wrongCredentials = (): AppError =>
  new AppError(
    'unauthenticated',
    'wrong_credentials',
    'The e-mail address or password is wrong. Try again.',
  )

/** The password was right, the code was not. */
export const wrongCode = (): AppError =>
  new AppError(
    'unauthenticated',
    'wrong_code',
    'The code is wrong or was used before. Enter the next code that the app shows.',
  )

export const challengeExpired = (): AppError =>
  new AppError(
    'unauthenticated',
    'challenge_expired',
    'The sign-in expired or began in another browser. Sign in with your password again.',
  )

export const passwordsBusy = (): AppError =>
  new AppError(
    'unavailable',
    'passwords_busy',
    'Too many people are signing in at the moment. Try again.',
    { retryAfterSeconds: 1 },
  )

export const tooManyAttempts = (retryAfterSeconds: number): AppError =>
  new AppError(
    'too_many',
    'too_many_attempts',
    `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds, params: { seconds: retryAfterSeconds } },
  )

export const crossSiteRequest = (): AppError =>
  new AppError(
    'forbidden',
    'cross_site_request',
    'Changes with a session must come from the pages of this service. Use an API key instead.',
  )

export const misdirectedRequest = (host: string): AppError =>
  new AppError(
    'misdirected',
    'misdirected_request',
    `This service does not answer for the host \`${host}\`. Set PUBLIC_URL to its public address.`,
  )

export const keyNotFound = (): AppError =>
  new AppError('not_found', 'api_key_not_found', 'There is no API key with this id.')

export const keyRevoked = (): AppError =>
  new AppError('conflict', 'api_key_revoked', 'This key is revoked. Create a new one.')

export const loginConfirmed = (): AppError =>
  new AppError(
    'conflict',
    'login_confirmed',
    'This login was confirmed before. Run `billwright login` again.',
  )

export const sessionNotFound = (): AppError =>
  new AppError(
    'not_found',
    'session_not_found',
    'You have no session with this id. It may have ended.',
  )

/** A key has neither sessions nor a second factor. */
export const peopleOnly = (): AppError =>
  new AppError('forbidden', 'people_only', 'API keys cannot do this. Sign in as a person.')

export const secondFactorActive = (): AppError =>
  new AppError(
    'conflict',
    'second_factor_active',
    'A second factor is already active. Turn it off before you set up another.',
  )

export const secondFactorInactive = (): AppError =>
  new AppError(
    'conflict',
    'second_factor_inactive',
    'No second factor is set up. Start with `POST /me/totp`.',
  )

export const secondFactorOwn = (): AppError =>
  new AppError(
    'forbidden',
    'second_factor_own',
    'You cannot reset your own second factor here. Use `POST /me/totp/disable`.',
  )

export const oidcNotConfigured = (): AppError =>
  new AppError(
    'not_found',
    'oidc_not_configured',
    'Single sign-on is not configured. Sign in with your password.',
  )

export const userNotFound = (): AppError =>
  new AppError('not_found', 'user_not_found', 'There is no user with this id or address.')

/** A key makes a company, and is no person. */
export const ownerRequired = (): AppError =>
  invalidRequest([
    {
      pointer: '/owner',
      code: 'required',
      message: 'A key owns no company. Name the address of its owner.',
    },
  ])

export const emailTaken = (email: string): AppError =>
  new AppError(
    'conflict',
    'email_taken',
    `A user with the address ${email} already exists. Use another address.`,
    { params: { name: email } },
  )

export const lastOwner = (): AppError =>
  new AppError(
    'conflict',
    'last_owner',
    'This is the only owner. Make someone else an owner first.',
  )

/** Anyone who sets a password can sign in with it, also to the other companies of that person. */
export const inviteInstead = (): AppError =>
  new AppError(
    'conflict',
    'invite_instead',
    'With several companies, people choose their own password. Invite the person instead.',
  )

/** One answer for links that never existed, were used, were deleted or have expired. */
export const invitationNotFound = (): AppError =>
  new AppError(
    'not_found',
    'invitation_not_found',
    'This invitation is invalid, expired or was used. Ask for a new one.',
  )

/** One answer for links that were made up, were used or have expired. */
export const passwordResetNotFound = (): AppError =>
  new AppError(
    'not_found',
    'password_reset_not_found',
    'This link is invalid, expired or was used. Ask for a new one.',
  )

/** Nobody must join with an account that they did not choose. */
export const invitationForOther = (email: string): AppError =>
  new AppError(
    'conflict',
    'invitation_for_other',
    `The invitation is for another address. Sign out, or join as ${email} with \`other_account: true\`.`,
    { params: { name: email } },
  )

export const signInFirst = (): AppError =>
  new AppError(
    'conflict',
    'sign_in_first',
    'Sign in with the invited address first. Then open the invitation again.',
  )

export const passwordRequired = (): AppError =>
  invalidRequest([
    { pointer: '/password', code: 'required', message: 'Choose a password for your new account.' },
  ])

/** To delete a company. */
export const currentPasswordRequired = (): AppError =>
  invalidRequest([
    { pointer: '/password', code: 'required', message: 'Confirm with your current password.' },
  ])

export const tooManyInvitations = (max: number): AppError =>
  new AppError(
    'too_many',
    'too_many_invitations',
    `This company can invite ${max} people a day. Try again tomorrow.`,
    { retryAfterSeconds: 60 * 60, params: { max } },
  )

export const ownAccountOnly = (): AppError =>
  new AppError(
    'forbidden',
    'own_account_only',
    'With several companies, only the person or an operator can change this.',
  )

export const ownerOnly = (): AppError =>
  new AppError('forbidden', 'owner_only', 'Only owners can do this. Ask an owner.')

export const domainNotFound = (): AppError =>
  new AppError(
    'not_found',
    'domain_not_found',
    'There is no such domain. GET /domains lists yours.',
  )

export const domainExists = (host: string): AppError =>
  new AppError(
    'conflict',
    'domain_exists',
    `The domain ${host} is in the list already. Verify it.`,
    {
      params: { name: host },
    },
  )

export const tooManyDomains = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_domains',
    `A company can have ${max} domains. Delete one first.`,
    { params: { max } },
  )

export const domainUnproven = (name: string, value: string): AppError =>
  new AppError(
    'conflict',
    'domain_unproven',
    `DNS has no such TXT record yet. Set ${name} to ${value} and try again; it may take an hour.`,
    { record: { type: 'TXT', name, value }, params: { name, value } },
  )

/** Answers as for an unknown path, because a company's domain has only its links. */
export const notOnThisDomain = (): AppError =>
  new AppError('not_found', 'no_such_endpoint', 'There is no such page on this domain.')

export const supportGrantNotFound = (): AppError =>
  new AppError('not_found', 'support_grant_not_found', 'There is no support access with this id.')

/** Callers grant only scopes that they have; otherwise a narrow key could create a wide one. */
export const scopeNotHeld = (scope: Scope): AppError =>
  new AppError(
    'forbidden',
    'scope_not_held',
    `You cannot grant the scope \`${scope}\` because you do not have it.`,
    { scope },
  )

export const alreadySetUp = (): AppError =>
  new AppError('conflict', 'already_set_up', 'This service is already set up. Sign in instead.')

export const invalidSetupToken = (): AppError =>
  new AppError(
    'forbidden',
    'invalid_setup_token',
    'This setup link is invalid or was used. Restart the service to get a new one.',
  )
