import type { Actor } from '../../http/actor.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { newSecret, sha256 } from '../../platform/ids.ts'
import type { AccessContext } from '../access.ts'
import { sessionNotFound } from '../errors.ts'
import { isLive, type Session, sessionHandle } from './session.ts'
import {
  deleteSession,
  deleteSessionsOf,
  listSessions,
  renameSession,
} from './session-repository.ts'

/** A person and the session, by its cookie, with which they make this request. */
export interface OwnSession {
  readonly actor: Actor
  readonly session: string | null
}

export type Sessions = ReturnType<typeof createSessions>

/** The sessions of the person who asks. */
export function createSessions({ db, clock }: AccessContext) {
  const live = async ({ actor }: OwnSession): Promise<readonly Session[]> =>
    (await listSessions(db, actor.id)).filter((it) => isLive(it, clock.now()))

  return {
    list: live,

    /** Throws `session_not_found`; ending the one that asks is signing out. */
    async end(own: OwnSession, handle: string): Promise<void> {
      const found = (await live(own)).find((it) => sessionHandle(it) === handle)
      if (!found) throw sessionNotFound()
      await inTransaction(db, (trx) => deleteSession(trx, found.id))
    },

    endOthers: (own: OwnSession): Promise<void> =>
      inTransaction(db, (trx) => deleteSessionsOf(trx, own.actor.id, idOf(own))),
  }
}

/**
 * After a change of what opens an account: ends all other sessions of theirs and gives the one that
 * asks a new id. Answers the new value of its cookie; null for a session of another person.
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
