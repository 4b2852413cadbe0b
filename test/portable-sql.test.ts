import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutCompany } from './company-sql.ts'
import {
  levelFaults,
  requestFaults,
  statementFaults,
  transactionFaults,
} from './distributed-sql.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { faultsIn } from './portable-sql.ts'
import { namesOf, tableKinds } from './recorded-sql.ts'

/** What `test/every-route.test.ts` asks of every statement. */
describe('the rules for SQL', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('postgres')
  })
  afterAll(() => app.close())

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
      'select "kind", "company_id", "group_key", "due_at" from "jobs" where "kind" in ($1) and "due_at" <= $2 order by "kind", "due_at" limit $3 for update skip locked',
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
