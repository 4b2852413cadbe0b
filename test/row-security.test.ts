import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyDb, tablesOf, tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { createRowSecureDatabase, type TestDatabase } from './databases.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** Every route with it: `test/every-route.test.ts`. */
describe('DATABASE_ROW_SECURITY=on', () => {
  let database: TestDatabase
  let app: TestApp
  beforeAll(async () => {
    database = await createRowSecureDatabase()
    app = await startTestApp('postgres', {}, database)
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
  })

  test('each table with a company has the policy, and the role may not pass over it', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'company_id' and not exists (
        select 1 from pg_policies p join pg_class t on t.relname = p.tablename
        where p.tablename = c.table_name and t.relrowsecurity)`.execute(
      tablesOfAllCompanies(app.db),
    )
    expect(rows).toEqual([])
    const role = await sql`select rolsuper, rolbypassrls, rolcanlogin from pg_roles
      where rolname = 'billwright_company'`.execute(tablesOfAllCompanies(app.db))
    expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }])
  })

  test('a statement that forgets its company finds only rows of that company', async () => {
    const other = companyDb(app.db, 2n as CompanyId)
    await tablesOf(other)
      .insertInto('number_series', { key: 'B', last_value: 1n, skipped: 0n })
      .execute()
    const seen = await sql<{ key: string }>`select key from number_series`.execute(other.db)
    expect(seen.rows).toEqual([{ key: 'B' }])
    const own = await sql<{ key: string }>`select key from number_series`.execute(app.work().db)
    expect(own.rows.map(({ key }) => key)).not.toContain('B')
  })

  test('a statement of no company fails, and one for another company is refused', async () => {
    await expect(sql`select 1 from invoices`.execute(app.db)).rejects.toMatchObject({
      code: expect.stringMatching(/^(22P02|42704)$/),
    })
    const { db } = app.work()
    const written = sql`insert into number_series (company_id, key, last_value) values (2, 'C', 1)`
    await expect(written.execute(db)).rejects.toMatchObject({ code: '42501' })
    const changed = await sql`update number_series set last_value = 9 where company_id = 2`.execute(
      db,
    )
    expect(changed.numAffectedRows).toBe(0n)
  })
})
