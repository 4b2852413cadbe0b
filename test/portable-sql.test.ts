import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withoutCompany } from './company-sql.ts'
import { useEveryRoute } from './every-route.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { faultsIn, type Statement } from './portable-sql.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

/** These store nothing of their own, or need a provider, a browser or a web server. */
const NOT_CALLED =
  /\/pdf|oidc|_template-assets|install-from-manifest|load-from-file|\/admin\/|invoices\/import/

describe('the SQL that PostgreSQL is sent', () => {
  const sent = new Map<string, Statement>()
  let app: TestApp
  let receiver: Receiver

  beforeAll(async () => {
    record(sent)
    receiver = await startReceiver()
    app = await startTestApp('postgres', { OUTBOUND_ALLOW: receiver.host })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
    await receiver.close()
  })

  test('200: nearly every route is called, and what runs besides', async () => {
    const called = await useEveryRoute(app, receiver)
    const { paths } = JSON.parse(
      readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
    )
    const missing = Object.entries<object>(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`)
        .filter((name) => !NOT_CALLED.test(name) && ![...called].some(matching(name))),
    )
    expect(missing).toEqual([])
  }, 120_000)

  test('holds nothing that a relative of PostgreSQL refuses', async () => {
    const statements = [...sent.values()]
    const names = await namesOf(app)
    const faults = statements.flatMap((statement) =>
      faultsIn(statement, names).map((fault) => `${fault}: ${statement.text}`),
    )
    expect(statements.length).toBeGreaterThan(300)
    expect(faults).toEqual([])
  })

  test('names the company of each table of companies', async () => {
    expect(await companyFaults(app, sent.values())).toEqual([])
  })

  test.each([
    ['select id from invoices where id = $1', 1],
    ['select id from invoices where company_id = $1 and id = $2', 0],
    ['select i.id from invoices as i where "i"."company_id" = $1', 0],
    ['select id from invoices where (company_id > $1)', 1],
    [
      'select 1 from invoices where company_id = $1 and exists (select 1 from payments where invoice_id = invoices.id)',
      1,
    ],
    [
      'select 1 from invoices where company_id = $1 and exists (select 1 from payments where payments.company_id = invoices.company_id)',
      0,
    ],
    [
      'select 1 from invoices inner join payments on payments.invoice_id = invoices.id where invoices.company_id = $1',
      1,
    ],
    ['insert into payments (id) values ($1)', 1],
    ['insert into payments (company_id, id) values ($1, $2) on conflict (id) do nothing', 1],
    [
      'insert into payments (company_id, id) values ($1, $2) on conflict (company_id, id) do nothing',
      0,
    ],
    ['update invoices set notes = $1 where id = $2', 1],
    ['delete from invoices where company_id = $1', 0],
    ['select id from invoices where company_id = $1 for update', 0],
    ['select id from invoices where company_id = $1 for no key update', 0],
    ['select id from invoices where company_id = ? and (id = ? or number = ?)', 0],
    ['select id from invoices where company_id = $1 and id = $2 or number = $3', 1],
    ['select id from invoices where (company_id = $1 or number = $2)', 1],
    ['update invoices set company_id = $1 where id = $2', 1],
    ['select 1 from invoices where company_id = company_id', 1],
    [
      'select 1 from invoices join payments on payments.company_id = invoices.company_id where invoices.id = $1',
      2,
    ],
    [
      'select 1 from invoices join payments on payments.company_id = invoices.company_id where payments.company_id = $1',
      0,
    ],
    [
      'select 1 from invoices as i, payments as p where i.company_id = $1 and p.invoice_id = i.id',
      1,
    ],
    ['delete from payments using invoices where payments.company_id = $1', 1],
  ])('would find a forgotten company: %s', (text, faults) => {
    expect(withoutCompany(text, ['invoices', 'payments'])).toHaveLength(faults)
  })

  test.each([
    [
      'select array_to_tsvector(string_to_array(name, $1)) from customers',
      'function array_to_tsvector',
    ],
    ['select name collate "C" from customers', 'word collate'],
    ['select name from customers where name ilike $1', 'word ilike'],
    ['select name from customers where name ~ $1', 'operator ~'],
    ['select pg_advisory_xact_lock(1)', 'function pg_advisory_xact_lock'],
    ['create table x (id serial)', 'word serial'],
    ['select id::regclass from customers', 'word regclass'],
  ])('would find: %s', async (text, fault) => {
    expect(faultsIn({ text, values: [] }, await namesOf(app))).toContain(fault)
  })

  test('would find what the index of YugabyteDB does not answer', () => {
    const names = new Set(['invoices', 'search_text'])
    const one = 'select 1 from invoices where search_text::tsvector @@ $1::tsquery'
    const two = `${one} and search_text::tsvector @@ $2::tsquery`
    expect(faultsIn({ text: one, values: ["'a':* & 'b':*"] }, names)).toEqual([])
    expect(faultsIn({ text: one, values: ["'a':* | 'b':*"] }, names)).toHaveLength(1)
    expect(faultsIn({ text: two, values: ["'a':*", "'b':*"] }, names)).toHaveLength(1)
  })
})

describe('the SQL that SQLite is sent', () => {
  test('names the company of each table of companies', async () => {
    const sent = new Map<string, Statement>()
    const prepare = Database.prototype.prepare
    vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
      this: Database.Database,
      text: string,
    ) {
      sent.set(text, { text, values: [] })
      return Reflect.apply(prepare, this, [text])
    })
    const receiver = await startReceiver()
    const app = await startTestApp('sqlite', { OUTBOUND_ALLOW: receiver.host })
    await useEveryRoute(app, receiver)
    vi.restoreAllMocks()
    expect(await companyFaults(app, sent.values())).toEqual([])
    await app.close()
    await receiver.close()
  }, 120_000)
})

async function companyFaults({ db }: TestApp, sent: Iterable<Statement>) {
  const all = await db.introspection.getTables()
  const tables = all
    .filter(({ columns }) => columns.some(({ name }) => name === 'company_id'))
    .map(({ name }) => name)
  const statements = [...sent].filter(({ text }) => !/^(create|alter|drop|pragma)\b/.test(text))
  expect([tables.length > 15, statements.length > 300]).toEqual([true, true])
  return statements.flatMap(({ text }) =>
    withoutCompany(text, tables).map((fault) => `${fault}: ${text}`),
  )
}

/** All that is sent, except where the tests themselves make and drop databases. */
function record(sent: Map<string, Statement>): void {
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked, parameters] = given
    const { text, values } =
      typeof asked === 'object' ? (asked as pg.QueryConfig) : { text: asked, values: parameters }
    if (typeof text === 'string' && !/^(create|drop) database/.test(text)) {
      const what = text.includes('tsquery') ? `${text} ${values}` : text
      sent.set(what, { text, values: Array.isArray(values) ? values : [] })
    }
    return Reflect.apply(query, this, given)
  })
}

/** Whether a call is one of `GET /invoices/{id}`. */
const matching = (name: string) => {
  const pattern = new RegExp(`^${name.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`)
  return (call: string) => pattern.test(call)
}

async function namesOf({ db }: TestApp): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    union select column_name from information_schema.columns where table_schema = 'public'
    union select indexname from pg_indexes where schemaname = 'public'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
