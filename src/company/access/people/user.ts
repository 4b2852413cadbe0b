import type { Scope } from '../../../core/http/actor.ts'
import { etagOf } from '../../../core/http/etag.ts'

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const

/** In one company. An `owner` is an `admin` who also manages owners. A company always has one. */
export type Role = (typeof ROLES)[number]

export interface User {
  readonly id: string
  readonly version: number
  /** Lower case. */
  readonly email: string
  readonly name: string | null
  /** Creates and suspends companies, and sees none of their data. */
  readonly isOperator: boolean
  /** Null: they sign in only with another provider. */
  readonly passwordHash: string | null
  /** Whether signing in asks for a code. */
  readonly hasSecondFactor: boolean
  /** When a mailed link or single sign-on first proved the address; null: not yet. */
  readonly provenAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A person in one company. */
export interface Member extends User {
  readonly role: Role
}

export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['read', 'write', 'issue', 'admin'],
  admin: ['read', 'write', 'issue', 'admin'],
  member: ['read', 'write', 'issue'],
  viewer: ['read'],
}

/** One spelling per address: no second account and no failed sign-in because of a capital letter. */
export const toEmail = (text: string): string => text.trim().toLowerCase()

export const userEtag = ({ id, version }: User): string => etagOf(id, version)
