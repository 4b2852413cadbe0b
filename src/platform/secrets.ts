import type { Db } from './database/db.ts'
import { newSecret } from './ids.ts'

/** A secret of this installation, created at the first start and shared by all processes. */
export async function requireSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: newSecret() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
