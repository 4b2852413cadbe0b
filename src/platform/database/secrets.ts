import { newSecret } from '../ids.ts'
import type { Db } from './db.ts'

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

/** Stores a value under a name and replaces the previous one. */
export async function saveSecret(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Whether it existed: of two concurrent callers, one gets false. */
export async function deleteSecret(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secrets')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
