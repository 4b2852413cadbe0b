import type { CompanyId } from '../../../../platform/database/tables.ts'
import type { Role } from '../../people/user.ts'

/** A link with which one person joins a company, once. */
export interface Invitation {
  readonly id: string
  readonly company: CompanyId
  /** As `toEmail` returns it. */
  readonly email: string
  readonly role: Role
  /** Whether the inviter saw the secret of the link, so that its use proves no address. */
  readonly isShown: boolean
  /** Id of the person or key. */
  readonly invitedBy: string
  readonly createdAt: string
  readonly expiresAt: string
}

export const INVITATION_SECONDS = 7 * 24 * 60 * 60
