import type { Db } from '../../platform/database/db.ts'

export interface SetupToken {
  /** SHA-256 of the token, in hex. */
  readonly hash: string
  readonly expiresAt: string
}

const NAME = 'setup_token'

/** Replaces the token that was there. */
export async function saveSetupToken(db: Db, { hash, expiresAt }: SetupToken): Promise<void> {
  const value = `${hash} ${expiresAt}`
  await db
    .insertInto('secrets')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function findSetupToken(db: Db): Promise<SetupToken | undefined> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  const [hash, expiresAt] = row?.value.split(' ') ?? []
  return hash === undefined || expiresAt === undefined ? undefined : { hash, expiresAt }
}

/** Whether there was one to delete: of two who use it at the same time, one is told no. */
export async function deleteSetupToken(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secrets')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
