import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { withoutCompany } from './company-sql.ts'
import { createTestDatabase, ROW_SECURITY } from './databases.ts'
import {
  levelFaults,
  requestFaults,
  statementFaults,
  type TableKinds,
  transactionFaults,
} from './distributed-sql.ts'
import { useEveryRoute } from './every-route.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { faultsIn, type Statement } from './portable-sql.ts'
import { namingRequests, recordPostgres, type Sent } from './recorded-sql.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

/** These store nothing of their own, or need a provider, a browser, a web or mail server. */
const NOT_CALLED =
  /\/pdf|oidc|_template-assets|install-from-manifest|load-from-file|\/admin\/|invoices\/import|\/raw|mail-transport\/test|messages\/\{id\}\/retry/

describe('the SQL that PostgreSQL is sent', () => {
  let sent: readonly Sent[]
  let app: TestApp
  let receiver: Receiver

  beforeAll(async () => {
    sent = recordPostgres()
    receiver = await startReceiver()
    app = await startTestApp('postgres', { OUTBOUND_ALLOW: receiver.host })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
    await receiver.close()
  })

  test('200: test/every-route.ts calls nearly every route, and what runs besides', async () => {
    const called = await useEveryRoute(namingRequests(app), receiver)
    const { paths } = JSON.parse(
      readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
    )
    const missing = Object.entries<object>(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`)
        .filter((name) => !NOT_CALLED.test(name) && ![...called].some(matching(name))),
    )
    expect(missing).toEqual([])
  })

  // Row security is PostgreSQL's alone.
  test.skipIf(ROW_SECURITY)('has no SQL that a relative of PostgreSQL refuses', async () => {
    const statements = differentOf(sent)
    const names = await namesOf(app)
    const faults = statements.flatMap((statement) =>
      faultsIn(statement, names).map((fault) => `${fault}: ${statement.text}`),
    )
    expect(statements.length).toBeGreaterThan(300)
    expect(faults).toEqual([])
  })

  test('names the company of each table of companies', async () => {
    expect(await companyFaults(app, differentOf(sent))).toEqual([])
  })

  test('has no statement, transaction or request that a distributed engine refuses', async () => {
    const kinds = await tableKinds(app)
    const faults = differentOf(sent).flatMap(({ text }) =>
      statementFaults(text, kinds).map((fault) => `${fault}: ${text}`),
    )
    expect(faults).toEqual([])
    expect(transactionFaults(sent, kinds)).toEqual([])
    expect([...new Set(sent.flatMap(requestFaults))]).toEqual([])
  })

  // A table that no migration makes is on no machine but the coordinator.
  test.skipIf(ROW_SECURITY)('rule 12: changes no table while the service runs', () => {
    const changes = sent.filter(({ text }) => /^\s*(create|alter|drop|truncate)\b/i.test(text))
    const known = /^create table if not exists kysely_migration|^alter index invoices_search set /
    expect(changes.map(({ text }) => text).filter((text) => !known.test(text))).toEqual([])
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
      1,
    ],
    [
      'select 1 from invoices where company_id = $1 and exists (select 1 from payments where payments.company_id = $2)',
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
    [
      'select id from invoices as i where i.company_id = $1 union all select id from invoices as i',
      1,
    ],
    ['select company_id = $1 as own from invoices', 1],
    ['select case when company_id = $1 then 1 end from invoices', 1],
    ['select 1 from invoices where case when company_id = $1 then id = $2 else true end', 1],
    ['select 1 from invoices where not company_id = $1', 1],
    ['select 1 from invoices where not (id = $1 and company_id = $2)', 1],
    ['select count(*) filter (where company_id = $1) from invoices', 1],
    ['select id from invoices group by id having max(company_id) = $1', 1],
    ['select id from invoices order by company_id = $1', 1],
    [
      'select 1 from invoices as i left join payments as p on p.company_id = i.company_id and i.company_id = $1',
      2,
    ],
    [
      'select 1 from invoices as i left join payments as p on p.company_id = i.company_id where i.company_id = $1',
      0,
    ],
    [
      'insert into payments (company_id, id) values ($1, $2) on conflict on constraint x do nothing',
      1,
    ],
  ])('would find a forgotten company: %s', (text, faults) => {
    expect(withoutCompany(text, ['invoices', 'payments'])).toHaveLength(faults)
  })

  test.each([
    [
      'insert into events (company_id, sequence) values ($1, (select max(sequence) + 1 from events where company_id = $1))',
      'rule 3: a subquery in an insert of values',
    ],
    [
      'insert into events (company_id, sequence) select company_id, max(sequence) + 1 from events where company_id = $1 group by company_id',
      null,
    ],
    [
      'update invoices set notes = $1, company_id = $2 where company_id = $3',
      'rule 4: a row moves to another company',
    ],
    [
      'insert into jobs (company_id, id) values ($1, $2) on conflict (company_id, id) do update set company_id = $3',
      'rule 4: a row moves to another company',
    ],
    [
      'update invoices set (notes, company_id) = ($1, $2) where company_id = $3',
      'rule 4: a row moves to another company',
    ],
    [
      'select 1 from invoices join users on users.id = invoices.id where invoices.company_id = $1',
      'rule 3: tables of companies and of the installation in one statement',
    ],
    [
      'select "company_id", "group_key" from "jobs" where "kind" = $1 and "due_at" <= $2 limit $3 for update skip locked',
      'rule 2: a lock over all companies',
    ],
    [`with x as (select 'a' as kind) update jobs set lease = $1 where company_id = $2`, null],
    [
      'select 1 from invoices where company_id = $1 and id in (select id from users)',
      'rule 3: tables of companies and of the installation in one statement',
    ],
    [
      'insert into jobs (company_id, id) values ($1, $2) on conflict (company_id, id) do update set due_at = (select max(due_at) from jobs where company_id = $1)',
      'rule 3: a subquery in an insert of values',
    ],
    [
      'update jobs set due_at = coalesce(due_at, cast(clock_timestamp() as text)) where company_id = $1',
      'rule 3: a function that is not immutable in a write',
    ],
    [
      'update jobs set payload = $1 where company_id = $2 returning json_build_array(id, due_at)',
      'rule 3: a function that is not immutable in a write',
    ],
    ['select clock_timestamp() as now', null],
  ])('would find in a statement: %s', async (text, fault) => {
    expect(statementFaults(text, await tableKinds(app))).toEqual(fault === null ? [] : [fault])
  })

  test.each([
    [
      [
        'update "users" set "name" = $1',
        'update "invoices" set "notes" = $1 where "company_id" = $2',
      ],
      1,
    ],
    [
      [
        'update "jobs" set "lease" = $1 where "company_id" = $2',
        'delete from "jobs" where "company_id" = $1',
      ],
      1,
    ],
    [['select 1 from "users"', 'update "invoices" set "notes" = $1 where "company_id" = $2'], 0],
    [['insert into "jobs" ("company_id", "id") values ($1, $2), ($3, $4)'], 1],
    [
      [
        'insert into "jobs" (company_id, "id") select $1, "id" from unnest($3) as given ("id")',
        'delete from "jobs" where "company_id" = $2',
      ],
      1,
    ],
    [
      [
        'with gone as (delete from "users" returning id) select 1 from gone',
        'update "invoices" set "notes" = $1 where "company_id" = $2',
      ],
      1,
    ],
    [
      [
        'select 1 from "users" for update',
        'insert into "jobs" ("company_id") values ($1) on conflict ("company_id") do update set "lease" = $2',
      ],
      0,
    ],
  ])('would find in a transaction: %j', async (texts, faults) => {
    const kinds = await tableKinds(app)
    const connection = {}
    const send = (text: string, values: readonly unknown[]) => ({
      text,
      values,
      connection,
      request: null,
    })
    const statements = texts.map((text) => send(text, [1n, 2n, 3n, 4n]))
    const whole = [
      send('begin isolation level read committed', []),
      ...statements,
      send('commit', []),
    ]
    expect(transactionFaults(whole, kinds)).toHaveLength(faults)
    expect(transactionFaults([send('begin', []), send('commit', [])], kinds)).toHaveLength(1)
  })

  test.each([
    ['begin', 1],
    ['begin isolation level serializable', 1],
    ['begin isolation level repeatable read', 1],
    ['begin isolation level read committed; set local statement_timeout = 15000', 0],
    ['begin isolation level repeatable read read only', 0],
    ['set transaction isolation level serializable', 1],
    ["set local default_transaction_isolation = 'serializable'", 1],
    ["select set_config('default_transaction_isolation', $1, false)", 1],
    ["select set_config('default_transaction_isolation', 'read committed', false)", 0],
    ['select id from invoices where company_id = $1', 0],
  ])('would find a level of isolation: %s', (text, faults) => {
    expect(levelFaults({ text })).toHaveLength(faults)
  })

  test('would find a request that asks all companies', () => {
    const text = 'select count(*) as "count" from "webhook_deliveries" where "status" = $1'
    const from = (request: string | null) =>
      requestFaults({ text, values: [], connection: {}, request })
    expect(
      [from('GET /invoices'), from('GET /metrics'), from(null)].map((it) => it.length),
    ).toEqual([1, 0, 0])
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
    ["select create_reference_table('users')", 'function create_reference_table'],
    ['create table x (id serial)', 'word serial'],
    ["select nextval('x')", 'function nextval'],
    ['create trigger x before insert on customers', 'word trigger'],
    ['declare x cursor for select name from customers', 'word cursor'],
    ['listen customers', 'word listen'],
    ['create temporary table x (name text)', 'word temporary'],
    ['select id::regclass from customers', 'word regclass'],
  ])('would find: %s', async (text, fault) => {
    expect(faultsIn({ text, values: [] }, await namesOf(app))).toContain(fault)
  })

  test('would find queries that YugabyteDB’s index refuses', () => {
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
    // A migration may copy a table with all its companies.
    const database = await createTestDatabase('sqlite')
    const db = openDatabase(database.config)
    await migrate(db)
    await db.destroy()
    // Files of other programs have tables of the same names.
    const { path } = database.config as { readonly path: string }
    const prepare = Database.prototype.prepare
    vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
      this: Database.Database,
      text: string,
    ) {
      if (this.name === path) sent.set(text, { text, values: [] })
      return Reflect.apply(prepare, this, [text])
    })
    const receiver = await startReceiver()
    const app = await startTestApp('sqlite', { OUTBOUND_ALLOW: receiver.host }, database)
    await useEveryRoute(app, receiver)
    vi.restoreAllMocks()
    expect(sent.size).toBeGreaterThan(100)
    expect(await companyFaults(app, sent.values())).toEqual([])
    await app.close()
    await receiver.close()
    await database.drop()
  })
})

/** A search is another statement with other words. */
const differentOf = (sent: readonly Sent[]): readonly Sent[] => [
  ...new Map(
    sent.map((it) => [it.text.includes('tsquery') ? `${it.text} ${it.values}` : it.text, it]),
  ).values(),
]

async function tableKinds({ db }: TestApp): Promise<TableKinds> {
  const all = await db.introspection.getTables()
  const names = (isOfCompanies: boolean) =>
    all
      .filter((it) => it.columns.some(({ name }) => name === 'company_id') === isOfCompanies)
      .map(({ name }) => name)
  return { companies: names(true), installation: names(false) }
}

async function companyFaults(app: TestApp, sent: Iterable<Statement>) {
  const { companies: tables } = await tableKinds(app)
  const statements = [...sent].filter(({ text }) => !/^(create|alter|drop|pragma)\b/.test(text))
  expect([tables.length > 15, statements.length > 300]).toEqual([true, true])
  return statements.flatMap(({ text }) =>
    withoutCompany(text, tables).map((fault) => `${fault}: ${text}`),
  )
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
