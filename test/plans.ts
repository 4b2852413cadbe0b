import { CompiledQuery, sql } from 'kysely'
import { vi } from 'vitest'
import { engineOf } from '../src/platform/database/db.ts'
import type { CompanyDb } from '../src/platform/database/scope.ts'
import type { TestApp } from './harness.ts'

/** The statements that a read sends. */
export async function recorded(
  app: TestApp,
  read: (scope: CompanyDb) => Promise<unknown>,
): Promise<readonly CompiledQuery[]> {
  // A database with a separate executor: statements that were compiled before pass it too.
  const db = app.db.withoutPlugins()
  const sent = vi.spyOn(db.getExecutor(), 'executeQuery')
  await read({ ...app.work(), db })
  return sent.mock.calls.map(([statement]) => statement)
}

/**
 * PostgreSQL is kept from reading or sorting so small a table as a whole where an index has it: what it
 * would do with a large one.
 */
export async function explain(
  { db }: TestApp,
  statement: CompiledQuery,
  { mayGather }: { readonly mayGather: boolean },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const ask = async (prefix: string) => {
      const query = CompiledQuery.raw(`${prefix} ${statement.sql}`, [...statement.parameters])
      return (await trx.executeQuery<Record<string, unknown>>(query)).rows
    }
    if (engineOf(db) === 'sqlite')
      return (await ask('explain query plan')).map(({ detail }) => detail).join('\n')
    await sql`set local enable_seqscan = off`.execute(trx)
    if (!mayGather) await sql`set local enable_sort = off`.execute(trx)
    return (await ask('explain')).map((row) => row['QUERY PLAN']).join('\n')
  })
}
