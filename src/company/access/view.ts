import { type Company, isFirst } from '../../core/companies/company.ts'
import { API_PREFIX } from '../../core/http/openapi/document.ts'
import { type Domain, recordName, recordValue } from './domains/domain.ts'
import type { DomainStatus } from './domains/inner/schema.ts'
import { type Standing, scopesOf } from './inner/standing.ts'
import type { Invitation } from './invitations/inner/invitation.ts'
import type { Joined, Offer } from './invitations/invitations.ts'
import { type ApiKey, keyHint } from './keys/api-key.ts'
import type { Member } from './people/user.ts'
import type { Enrolment, SecondFactorStatus } from './second-factor/second-factors.ts'
import type { Challenge } from './sign-in/inner/challenge.ts'
import { type Session, sessionHandle } from './sign-in/inner/session.ts'
import type { Current, SignedIn } from './sign-in/inner/sign-in.ts'
import type { SupportGrant } from './support/inner/grant.ts'

export const keyView = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: keyHint(key.id),
  scopes: [...key.scopes],
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt,
})

export const newKeyView = ({ key, text }: { readonly key: ApiKey; readonly text: string }) => ({
  ...keyView(key),
  key: text,
})

export const userView = (user: Member) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  second_factor: user.hasSecondFactor,
  password: user.passwordHash !== null,
  created_at: user.createdAt,
  updated_at: user.updatedAt,
})

export const sessionView = (
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  standing: Standing,
  companies: number,
) => ({
  kind: 'user' as const,
  id: user.id,
  name: user.name,
  email: user.email,
  role: standing.role,
  scopes: [...scopesOf(user, standing)],
  company: standing.company && chosenView(standing.company),
  companies,
  expires_at: session.expiresAt,
})

export const companyView = (company: Company) => ({
  id: company.id,
  handle: company.handle,
  name: company.name,
  status: company.status,
  limits: { ...company.limits },
  delete_at: company.deleteAt,
  first: isFirst(company),
  created_at: company.createdAt,
  updated_at: company.updatedAt,
})

export const invitationView = ({ id, email, role, createdAt, expiresAt }: Invitation) => ({
  id,
  email,
  role,
  created_at: createdAt,
  expires_at: expiresAt,
})

export const domainView = (domain: Domain) => ({
  host: domain.host,
  links: domain.forLinks,
  status: statusOf(domain),
  record: { type: 'TXT', name: recordName(domain), value: recordValue(domain) },
  created_at: domain.createdAt,
  verified_at: domain.verifiedAt,
  checked_at: domain.checkedAt,
})

function statusOf({ verifiedAt, failingSince }: Domain): DomainStatus {
  if (verifiedAt === null) return 'pending'
  return failingSince === null ? 'verified' : 'failing'
}

export const supportGrantView = (grant: SupportGrant) => ({
  id: grant.id,
  access: grant.access,
  created_at: grant.createdAt,
  expires_at: grant.expiresAt,
  revoked_at: grant.revokedAt,
})

/** For the person with the link, who may not join the company in the end. */
export const offerView = ({ invitation, company, person }: Offer) => ({
  company: { name: company.name },
  email: invitation.email,
  role: invitation.role,
  expires_at: invitation.expiresAt,
  signed_in_as: person?.email ?? null,
})

export const joinedView = ({ company }: Joined) => ({ company: chosenView(company) })

/** The company of a session or key. */
const chosenView = ({ id, handle, name }: Company) => ({ id, handle, name })

export const currentView = ({ actor, signedIn }: Current, standing: Standing, companies: number) =>
  signedIn
    ? { ...sessionView(signedIn, standing, companies), scopes: [...actor.scopes] }
    : {
        kind: 'key' as const,
        id: actor.id,
        name: actor.name,
        email: null,
        role: null,
        scopes: [...actor.scopes],
        company: standing.company && chosenView(standing.company),
        companies,
        expires_at: null,
      }

export const challengeView = ({ token, expiresAt }: Challenge) => ({
  challenge: token,
  answers: ['totp', 'recovery_code'],
  expires_at: expiresAt,
})

/** @param current the hashed cookie of the calling session */
export const ownSessionView = (session: Session, current: string | null) => ({
  id: sessionHandle(session),
  current: session.id === current,
  browser: session.browser,
  address: session.address,
  created_at: session.createdAt,
  last_used_at: session.lastUsedAt,
  expires_at: session.expiresAt,
})

export const secondFactorView = ({ confirmedAt, recoveryCodesLeft }: SecondFactorStatus) => ({
  enabled: confirmedAt !== null,
  confirmed_at: confirmedAt,
  recovery_codes_left: recoveryCodesLeft,
})

export const enrolmentView = ({ secret, uri, qrCode }: Enrolment) => ({
  secret,
  uri,
  qr_svg: qrCode,
})

/** The ways to sign in, for the sign-in page. */
export const waysView = (label: string | null) => ({
  password: true,
  oidc: label === null ? null : { label, url: `${API_PREFIX}/auth/oidc` },
})
