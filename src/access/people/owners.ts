import type { Actor } from '../../http/actor.ts'
import type { Db } from '../../platform/database/db.ts'
import { lastOwner, ownerOnly } from '../errors.ts'
import { ENVIRONMENT_KEY_ID } from '../keys/keys.ts'
import { findUser } from '../repository.ts'
import type { Role, User } from './user.ts'

/** The operator's key counts as an owner; stored keys do not, for every admin can make one. */
async function requireOwner(db: Db, actor: Actor): Promise<void> {
  if (actor.kind === 'system' || actor.id === ENVIRONMENT_KEY_ID) return
  const user = actor.kind === 'user' ? await findUser(db, actor.id) : undefined
  if (user?.role !== 'owner') throw ownerOnly()
}

/** Owners are for owners to decide about. */
export async function requireOwnerFor(db: Db, actor: Actor, role: Role): Promise<void> {
  if (role === 'owner') await requireOwner(db, actor)
}

export function requireAnotherOwner(owners: readonly User[], id: string): void {
  const isOwner = owners.some((owner) => owner.id === id)
  if (isOwner && owners.length === 1) throw lastOwner()
}
