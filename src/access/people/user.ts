import type { Scope } from '../../http/actor.ts'
import { etagOf } from '../../http/etag.ts'

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const

/** In one company. `owner` is `admin` who also decides about owners; there is always at least one. */
export type Role = (typeof ROLES)[number]

export interface User {
  readonly id: string
  readonly version: number
  /** Lower case. */
  readonly email: string
  readonly name: string | null
  /** Makes and suspends companies, and sees nothing in them. */
  readonly isOperator: boolean
  /** Null: they sign in with another provider only. */
  readonly passwordHash: string | null
  /** Whether a code is asked for when they sign in. */
  readonly hasSecondFactor: boolean
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

/** One spelling per address, so that nobody signs up twice and nobody misses by a capital. */
export const toEmail = (text: string): string => text.trim().toLowerCase()

export const userEtag = ({ id, version }: User): string => etagOf(id, version)
