import type { Scope } from '../../../../core/http/actor.ts'
import type { CompanyId } from '../../../../platform/database/tables.ts'

/** The scopes of an operator in a company that gave access: they never issue and never manage. */
export const SUPPORT_SCOPES = {
  read: ['read'],
  write: ['read', 'write'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>

export type SupportAccess = keyof typeof SUPPORT_SCOPES

export const SUPPORT_ACCESSES = Object.keys(SUPPORT_SCOPES) as readonly SupportAccess[]

/** An owner gives the operators of the installation access to the company for a limited time. */
export interface SupportGrant {
  readonly id: string
  readonly company: CompanyId
  readonly access: SupportAccess
  /** The id of the person or key. */
  readonly grantedBy: string
  readonly createdAt: string
  readonly expiresAt: string
  /** When it was revoked; null: it was not. */
  readonly revokedAt: string | null
}

export const isActive = (
  { expiresAt, revokedAt }: Pick<SupportGrant, 'expiresAt' | 'revokedAt'>,
  now: string,
): boolean => revokedAt === null && expiresAt > now
