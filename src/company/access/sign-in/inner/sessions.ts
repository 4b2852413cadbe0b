import type { Actor } from '../../../../core/http/actor.ts'
import { type Db, inTransaction } from '../../../../platform/database/db.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import type { Access } from '../../access.ts'
import { sessionNotFound } from '../../errors.ts'
import { isLive, type Session, sessionHandle } from './session.ts'
import {
  deleteSession,
  deleteSessionsOf,
  listSessions,
  renameSession,
} from './session-repository.ts'

/** A person and the cookie of the session in which they make this request. */
export interface OwnSession {
  readonly actor: Actor
  readonly session: string | null
}

export const listOwnSessions = async (
  { clock, db }: Access,
  { actor }: OwnSession,
): Promise<readonly Session[]> =>
  (await listSessions(db, actor.id)).filter((it) => isLive(it, clock.now()))

/** Throws `session_not_found`; ending the caller's own session signs them out. */
export async function endSession(access: Access, own: OwnSession, handle: string): Promise<void> {
  const found = (await listOwnSessions(access, own)).find((it) => sessionHandle(it) === handle)
  if (!found) throw sessionNotFound()
  await inTransaction(access.db, (trx) => deleteSession(trx, found.id))
}

export const endOtherSessions = ({ db }: Access, own: OwnSession): Promise<void> =>
  inTransaction(db, (trx) => deleteSessionsOf(trx, own.actor.id, idOf(own)))

/**
 * After a change of password or second factor: ends the person's other sessions and gives the calling
 * one a new id. Returns its new cookie; null if the session is another person's.
 */
export async function renewSessions(
  db: Db,
  own: OwnSession,
  userId: string,
): Promise<string | null> {
  const isOwn = own.actor.kind === 'user' && own.actor.id === userId
  const id = isOwn ? idOf(own) : null
  await deleteSessionsOf(db, userId, id)
  if (id === null) return null
  const secret = newSecret()
  await renameSession(db, id, sha256(secret))
  return secret
}

const idOf = ({ session }: OwnSession): string | null => (session === null ? null : sha256(session))
