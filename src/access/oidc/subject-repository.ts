import { type Db, isUniqueViolation } from '../../platform/database/db.ts'

/** Somebody as a provider knows them. Their address there may change; this does not. */
export interface Subject {
  readonly issuer: string
  readonly subject: string
}

export async function findUserIdBySubject(
  db: Db,
  { issuer, subject }: Subject,
): Promise<string | null> {
  const row = await db
    .selectFrom('oidc_subjects')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** False: that person is somebody else there already. */
export async function linkSubject(
  db: Db,
  { issuer, subject }: Subject,
  { userId, createdAt }: { readonly userId: string; readonly createdAt: string },
): Promise<boolean> {
  try {
    await db
      .insertInto('oidc_subjects')
      .values({ issuer, subject, user_id: userId, created_at: createdAt })
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
