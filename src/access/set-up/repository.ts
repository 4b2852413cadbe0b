import type { Db } from '../../platform/database/db.ts'
import { deleteSecret, findSecret, saveSecret } from '../../platform/secrets.ts'

export interface SetupToken {
  /** SHA-256 of the token, in hex. */
  readonly hash: string
  readonly expiresAt: string
}

const NAME = 'setup_token'

/** Replaces the token that was there. */
export const saveSetupToken = (db: Db, { hash, expiresAt }: SetupToken): Promise<void> =>
  saveSecret(db, NAME, `${hash} ${expiresAt}`)

export async function findSetupToken(db: Db): Promise<SetupToken | undefined> {
  const [hash, expiresAt] = (await findSecret(db, NAME))?.split(' ') ?? []
  return hash === undefined || expiresAt === undefined ? undefined : { hash, expiresAt }
}

/** Whether there was one to delete: of two who use it at the same time, one is refused. */
export const deleteSetupToken = (db: Db): Promise<boolean> => deleteSecret(db, NAME)
