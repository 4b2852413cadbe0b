import type { Scope } from '../../http/actor.ts'
import type { CompanyId } from '../../platform/database/tables.ts'

/** What operators may do in a company that lets them in: never issue, never manage. */
export const SUPPORT_SCOPES = {
  read: ['read'],
  write: ['read', 'write'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>

export type SupportAccess = keyof typeof SUPPORT_SCOPES

export const SUPPORT_ACCESSES = Object.keys(SUPPORT_SCOPES) as readonly SupportAccess[]

/** An owner lets the operators of the installation into the company for some time. */
export interface SupportGrant {
  readonly id: string
  readonly company: CompanyId
  readonly access: SupportAccess
  /** The id of the person or key. */
  readonly grantedBy: string
  readonly createdAt: string
  readonly expiresAt: string
  /** When it ended before its time; null: it did not. */
  readonly revokedAt: string | null
}

export const isActive = (
  { expiresAt, revokedAt }: Pick<SupportGrant, 'expiresAt' | 'revokedAt'>,
  now: string,
): boolean => revokedAt === null && expiresAt > now
