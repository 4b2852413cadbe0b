import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { companyDb, tablesOf, tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { type Mutant, mutantsOf } from './company-mutants.ts'
import { spansCompanies, withoutCompany } from './company-sql.ts'
import { createRowSecureDatabase, type TestDatabase } from './databases.ts'
import { companiesIn, type TableKinds } from './distributed-sql.ts'
import { useEveryRoute } from './every-route.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { recordPostgres, type Sent } from './recorded-sql.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

const RESTRICTED = `set local role billwright_company; set local billwright.company = '1'`
/** A company that no route creates. */
const OTHER = 77
const REFUSED_BY_POLICY = '42501'
const NO_SUCH_KEY = '42P10'

describe('DATABASE_ROW_SECURITY=on', () => {
  let database: TestDatabase
  let app: TestApp
  let receiver: Receiver
  let sent: readonly Sent[]
  beforeAll(async () => {
    sent = recordPostgres()
    database = await createRowSecureDatabase()
    receiver = await startReceiver()
    app = await startTestApp('postgres', { OUTBOUND_ALLOW: receiver.host }, database)
  })
  afterAll(async () => {
    await app.close()
    await receiver.close()
    await database.drop()
  })

  test('every route, job and command finds its rows', async () => {
    await useEveryRoute(app, receiver)
    vi.restoreAllMocks()
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

  describe('a statement that forgets its company', () => {
    let client: pg.Client
    let kinds: TableKinds
    let mutants: readonly Mutant[]

    /** Every statement that the routes sent, and a second company with a copy of all rows. */
    beforeAll(async () => {
      client = new pg.Client({
        connectionString: 'url' in database.config ? database.config.url : '',
      })
      await client.connect()
      const tables = await app.db.introspection.getTables()
      const companies = tables.filter(({ columns }) =>
        columns.some(({ name }) => name === 'company_id'),
      )
      kinds = { companies: companies.map(({ name }) => name), installation: [] }
      await client.query(`set session_replication_role = replica`)
      for (const { name, columns } of companies) {
        const names = columns.map((it) => `"${it.name}"`)
        const values = names.map((it) => (it === '"company_id"' ? OTHER : it))
        await client.query(
          `insert into "${name}" (${names}) select ${values} from "${name}" where company_id = 1`,
        )
      }
      await client.query(`set session_replication_role = origin`)
      const statements = new Map(
        sent
          .filter(({ text }) => /^\s*(select|with|insert|update|delete)/i.test(text))
          .filter((it) => companiesIn(it, kinds).length > 0 && !spansCompanies(it.text))
          // As it was sent first: for company 1. Later ones may be for a company that a route made.
          .reverse()
          .map((it) => [it.text, it]),
      )
      mutants = [...statements.values()].flatMap(mutantsOf)
    })
    afterAll(() => client?.end())

    const ofKind = (kind: Mutant['kind']) => mutants.filter((it) => it.kind === kind)

    test('the first wall: the test of statements finds every mutant', () => {
      expect(ofKind('condition').length).toBeGreaterThan(400)
      expect(ofKind('inserted column').length).toBeGreaterThan(20)
      const survivors = mutants.filter(
        ({ text }) => withoutCompany(text, kinds.companies).length === 0,
      )
      expect(survivors.map(({ text }) => text)).toEqual([])
    })

    test('the second wall: with row security no mutant sees or changes a row of another company', async () => {
      let leaks = 0
      const survivors: string[] = []
      for (const mutant of ofKind('condition').filter(isOfFirst)) {
        const right = await outcomeOf(mutant.original, RESTRICTED)
        if ((await outcomeOf(mutant, RESTRICTED)) !== right) survivors.push(mutant.text)
        if ((await outcomeOf(mutant)) !== right) leaks += 1
      }
      expect(survivors).toEqual([])
      // So the rows of the second company are there to be found.
      expect(leaks).toBeGreaterThan(100)
    })

    test('the second wall: an insert for another company is refused, and one without a company too', async () => {
      const survivors: string[] = []
      for (const { text, values, original } of ofKind('inserted column')) {
        const at = placeOfCompany(original)
        const moved = values.map((value, index) => (index % at.width === at.place ? OTHER : value))
        const outcome = await outcomeOf({ text: original.text, values: moved }, RESTRICTED)
        const isRefused = outcome === REFUSED_BY_POLICY
        if (!isRefused) survivors.push(`${outcome}: ${text}`)
      }
      expect(survivors).toEqual([])
    })

    test('the second wall: a conflict without the company has no key', async () => {
      for (const mutant of ofKind('conflict target'))
        expect(await outcomeOf(mutant, RESTRICTED), mutant.text).toMatch(
          new RegExp(`^(${NO_SUCH_KEY}|42601)$`),
        )
    })

    /** The rows and their number, or the code of the error; nothing of it stays. */
    async function outcomeOf(
      { text, values }: Pick<Sent, 'text' | 'values'>,
      settings = '',
    ): Promise<string> {
      await client.query(`begin; ${settings}`)
      try {
        const { rows, rowCount } = await client.query(text, [...values])
        return JSON.stringify([rowCount, rows.map((row) => JSON.stringify(row)).toSorted()])
      } catch (error) {
        return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
      } finally {
        await client.query('rollback')
      }
    }
  })
})

/** Row security is set to company 1; what a route sent for one that it made itself shows nothing. */
function isOfFirst({ text, original }: Mutant): boolean {
  const place = /\(\$(\d+)::int8 is not null\)/.exec(text)?.[1]
  return place === undefined || Number(original.values[Number(place) - 1]) === 1
}

/** Of the first row of an insert. */
function placeOfCompany({ text }: Sent) {
  const names = /\(([^)]*)\)/.exec(text)?.[1]?.split(', ') ?? []
  return { width: names.length, place: names.findIndex((name) => /company_id/.test(name)) }
}
