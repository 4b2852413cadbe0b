import type { Trx } from '../../../../platform/database/db.ts'
import { saveUser, unlinkSubjects } from '../../inner/repository.ts'
import { deleteInvitationsBy } from '../../invitations/inner/repository.ts'
import { revokeKeysOf } from '../../keys/inner/repository.ts'
import { deleteSecondFactor } from '../../second-factor/inner/repository.ts'
import { deleteSessionsOf } from '../../sign-in/inner/session-repository.ts'
import type { User } from '../user.ts'

/**
 * A mailed link or a verified address of single sign-on proves whose account this is. Before the
 * first proof it may have been a stranger's, so no password, second factor, session, key, link to
 * another provider or open invitation from before stays. Call it with a locked user.
 */
export async function proveAddress(
  trx: Trx,
  user: User,
  { at, passwordHash }: { readonly at: string; readonly passwordHash: string | null },
): Promise<User> {
  if (user.provenAt !== null) return user
  const { id } = user
  await deleteSecondFactor(trx, id)
  await unlinkSubjects(trx, id)
  await revokeKeysOf(trx, id, at)
  await deleteInvitationsBy(trx, id)
  await deleteSessionsOf(trx, id, null)
  const version = user.version + 1
  const proven = { ...user, version, provenAt: at, passwordHash, updatedAt: at }
  await saveUser(trx, proven)
  return { ...proven, hasSecondFactor: false }
}
