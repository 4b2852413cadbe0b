import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { createTestDatabase, type TestDatabase } from './databases.ts'
import { levelFaults } from './distributed-sql.ts'
import { recordPostgres, type Sent } from './recorded-sql.ts'
import { sourceFiles } from './source-files.ts'

/** It runs while there are no other tables, on one machine. */
const BASELINE = '0001_baseline'

/** Sequences, triggers, advisory locks, temporary tables, cursors and notifications; and reference tables. */
const OF_ONE_MACHINE =
  /\b((small|big)?serial|as identity|create sequence|nextval|trigger|pg_(try_)?advisory\w*|temp(orary)?|cursor|listen|create_reference_table)\b|^\s*notify\b/i

describe('migrations of a database that is large or distributed', () => {
  let database: TestDatabase
  let faults: ReadonlyMap<string, readonly string[]>
  let sent: readonly Sent[]
  let statements: readonly string[]
  beforeAll(async () => {
    database = await createTestDatabase('postgres')
    sent = recordPostgres()
    const db = openDatabase(database.config)
    await migrate(db)
    await db.destroy()
    vi.restoreAllMocks()
    faults = faultsByMigration(sent)
    statements = sent.map(({ text }) => text)
  })
  afterAll(() => database.drop())

  test('rules 11 and 12: change one thing each, make indexes concurrently and tables with createCompanyTable', () => {
    expect(faults.has(BASELINE)).toBe(true)
    const later = [...faults].filter(([name]) => name !== BASELINE)
    expect(later.filter(([, found]) => found.length > 0)).toEqual([])
  })

  test('rule 9: ask for no other level of isolation', () => {
    expect(sent.some(({ text }) => /^begin\b/.test(text))).toBe(true)
    expect(sent.flatMap(levelFaults)).toEqual([])
  })

  test('rules 7 and 10: make nothing that only one machine knows, and copy no table to all machines', () => {
    expect(statements.filter((text) => /^create table /i.test(text)).length).toBeGreaterThan(60)
    expect(statements.filter((text) => OF_ONE_MACHINE.test(text))).toEqual([])
  })

  test.each([
    'create table x (id serial)',
    'create table x (id bigint generated always as identity)',
    'create sequence x',
    "select nextval('x')",
    'create trigger x before insert on customers',
    'select pg_advisory_xact_lock(1)',
    'create temporary table x (name text)',
    'declare x cursor for select name from customers',
    'listen customers',
    'notify customers',
    "select create_reference_table('users')",
  ])('would find: %s', (text) => {
    expect(text).toMatch(OF_ONE_MACHINE)
  })

  test.each([
    [['create table a (company_id int8)', 'create index a_x on a (company_id, x)'], 0],
    [['alter table invoices add column x text'], 0],
    [['alter table invoices add column x text', 'alter table events add column x text'], 1],
    [['create index invoices_x on invoices (company_id, x)'], 1],
    [['create index concurrently if not exists "invoices_x" on "invoices" (company_id, x)'], 0],
    [['create unique index if not exists invoices_x on "invoices" (company_id, x)'], 1],
    [['alter table "invoices" add constraint x unique (company_id, x)'], 1],
    [['alter table invoices add unique (company_id, x)'], 1],
    [['alter table invoices add foreign key (company_id, x) references events'], 1],
    [['create table a (company_id int8)', 'alter table a add unique (company_id, x)'], 0],
    [['update "invoices" set x = 1'], 1],
    [['delete from invoices'], 1],
    [['delete from invoices where company_id = $1'], 1],
    [['delete from invoices where company_id = $1 and id = $2'], 0],
    [['create table a (company_id int8)', 'update a set x = 1'], 0],
    [['insert into kysely_migration (name) values ($1)'], 0],
  ])('%j', (texts, count) => {
    expect(changesOf(texts)).toHaveLength(count)
  })

  test.each([
    ["await createCompanyTable(db, { name: 'a', columns })", 0],
    ["await createCompanyTable(db, { name: 'b', columns })", 1],
    ['await sql`create table a (company_id int8)`.execute(db)', 1],
  ])('a table of companies, made by: %s', (source, count) => {
    expect(plainTablesOf(['create table a (company_id int8 not null)'], source)).toHaveLength(count)
    expect(plainTablesOf(['create table a (company int8 not null)'], source)).toEqual([])
  })

  test('outside a transaction, each statement is one of its own', () => {
    const texts = ['alter table invoices add column x text', 'alter table events add column x text']
    expect(faultsOf(texts, '')).toEqual(['2 changes of older tables in one transaction'])
    expect(faultsOf(texts, 'export const outsideTransaction = true')).toEqual([])
  })
})

/** The name of each migration that ran, and what is wrong with it. */
function faultsByMigration(sent: readonly Sent[]): ReadonlyMap<string, readonly string[]> {
  const sources = sourceFiles('migrations')
  const faults = new Map<string, readonly string[]>()
  let texts: string[] = []
  for (const { text, values } of sent) {
    if (/^begin\b/i.test(text)) texts = []
    texts.push(text)
    if (!text.startsWith('insert into kysely_migration (')) continue
    const name = String(values[0])
    const source = sources.find(({ path }) => path === `migrations/${name}.ts`)?.text ?? ''
    faults.set(name, faultsOf(texts, source))
  }
  return faults
}

function faultsOf(texts: readonly string[], source: string): readonly string[] {
  // Outside a transaction each statement commits by itself.
  const parts = source.includes('outsideTransaction = true') ? texts.map((it) => [it]) : [texts]
  return [...parts.flatMap(changesOf), ...plainTablesOf(texts, source)]
}

/** What locks or rewrites tables that have rows; a table that was made here has none. */
function changesOf(texts: readonly string[]): readonly string[] {
  const made = new Set(texts.flatMap((text) => /^create table "?(\w+)/i.exec(text)?.[1] ?? []))
  const indexes = texts.flatMap((text) => {
    const [, index = '', table = ''] =
      /^create (?:unique )?index (?:if not exists )?"?(\w+)"? on "?(\w+)/i.exec(text) ?? []
    return index === '' || made.has(table) ? [] : [{ index, table }]
  })
  const others = texts.filter((text) => {
    const [, table] = /^alter table "?(\w+)/i.exec(text) ?? []
    return table === undefined ? /^drop\b/i.test(text) : !made.has(table)
  })
  const slow = texts.filter((text) => {
    const [, table = ''] = SLOW.exec(text) ?? []
    return table !== '' && !made.has(table) && !ONE_ROW.test(text)
  })
  const count = indexes.length + others.length
  return [
    ...indexes.map(({ index, table }) => `${index} is made while writers of ${table} wait`),
    ...slow.map((text) => `writers wait for all rows: ${text}`),
    ...(count > 1 ? [`${count} changes of older tables in one transaction`] : []),
  ]
}

/** What reads or writes each row of a table in one transaction. */
const SLOW =
  /^(?:alter table|update|delete from) "?(\w+)"? ?(?:set |where |$|add (?:constraint|unique|primary|foreign|check)\b)/i

const ONE_ROW = /^delete from "?\w+"? where company_id = (1|\$\d) and id = \$\d$/

/** On a distributed database such a table would stay on the coordinator. */
function plainTablesOf(texts: readonly string[], source: string): readonly string[] {
  const beside = [...source.matchAll(/createCompanyTable\(\w+, \{\s*name: '(\w+)'/g)]
  const names = beside.map(([, name = '']) => name)
  return texts
    .flatMap((text) => /^create table "?(\w+)"? \(.*\bcompany_id\b/is.exec(text)?.[1] ?? [])
    .filter((table) => !names.includes(table))
    .map((table) => `${table} is made without createCompanyTable`)
}
