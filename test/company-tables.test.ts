import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, type Engine, openDatabase } from '../src/platform/database/db.ts'
import { createMigratedDatabase, ENGINES, type TestDatabase } from './databases.ts'
import { sourceFiles } from './source-files.ts'

/** A key, a unique index or a foreign key: its table and its columns in their order. */
interface Constraint {
  readonly table: string
  readonly columns: string
}

interface ForeignKey extends Constraint {
  readonly target: string
  readonly targetColumns: string
  /** What a change or deletion of the target does here. */
  readonly onUpdate: string
  readonly onDelete: string
}

/** SQLite's index of words, and where migrations are recorded. */
const NOT_DECLARED = /^(kysely_migration|invoices_search(_|$)|sqlite_)/

describe.each(ENGINES)('tables of companies (%s)', (engine) => {
  let database: TestDatabase
  let db: Db
  let companyTables: readonly string[]
  let allTables: readonly string[]
  beforeAll(async () => {
    database = await createMigratedDatabase(engine)
    db = openDatabase(database.config)
    const tables = await db.introspection.getTables()
    const ours = tables.filter(({ name }) => !NOT_DECLARED.test(name))
    allTables = ours.map(({ name }) => name)
    companyTables = ours
      .filter(({ columns }) => columns.some(({ name }) => name === 'company_id'))
      .map(({ name }) => name)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  test('rule 12: each table is declared, as one of companies or of the installation', () => {
    const declared = sourceFiles('src/platform/database')
      .filter(({ path }) => /tables[\w-]*\.ts$/.test(path))
      .flatMap(({ text }) =>
        [...text.matchAll(/^ {2}readonly (\w+): \w+Table$/gm)].map(([, name = '']) => name),
      )
    expect(allTables.toSorted()).toEqual(declared.toSorted())
    const ofInstallation = allTables.filter((name) => !companyTables.includes(name))
    expect(ofInstallation.toSorted()).toEqual([
      'anchored_heads',
      'anchors',
      'api_keys',
      'built_in_templates',
      'companies',
      'company_domains',
      'company_handles',
      'installation_idempotency_keys',
      'invitations',
      'memberships',
      'oidc_subjects',
      'periodic_jobs',
      'recovery_codes',
      'request_counts',
      'second_factors',
      'secrets',
      'sessions',
      'support_grants',
      'throttles',
      'users',
    ])
  })

  // Citus keeps the rows of a company together only if its number has one type in all tables.
  test.runIf(engine === 'postgres')(
    'rule 12: the company of each row is an int8, without a default',
    async () => {
      const tables = await db.introspection.getTables()
      const others = tables.filter(({ columns }) =>
        columns.some(
          ({ name, dataType, isNullable, hasDefaultValue }) =>
            name === 'company_id' && (dataType !== 'int8' || isNullable || hasDefaultValue),
        ),
      )
      expect(others.map(({ name }) => name)).toEqual([])
    },
  )

  test('rule 4: every primary key and unique index of a company table begins with the company', async () => {
    const unique = await uniqueKeys(db, engine, companyTables)
    // SQLite numbers the rows of the whole file for its search index.
    const isOwned = ({ columns }: Constraint) => /^company_id(,|$)|^search_key$/.test(columns)
    const keyed = new Set(unique.map(({ table }) => table))
    expect(companyTables.filter((table) => !keyed.has(table))).toEqual([])
    expect(unique.filter((it) => !isOwned(it))).toEqual([])
  })

  test.runIf(engine === 'postgres')(
    'every company table has a primary key: without one its rows do not move while others write',
    async () => {
      const { rows } = await sql<{ name: string }>`
        select t.relname as name from pg_index i join pg_class t on t.oid = i.indrelid
        where i.indisprimary`.execute(db)
      const keyed = new Set(rows.map(({ name }) => name))
      expect(companyTables.filter((table) => !keyed.has(table))).toEqual([])
    },
  )

  test('rule 5: a foreign key of a company table holds the company and leads to another one', async () => {
    const foreign = await foreignKeys(db, engine, allTables)
    const ofCompanies = foreign.filter(({ table, target }) =>
      [table, target].some((name) => companyTables.includes(name)),
    )
    expect(ofCompanies.length).toBeGreaterThan(8)
    const isWithin = ({ table, columns, target, targetColumns }: ForeignKey) =>
      [columns, targetColumns].every((it) => /^company_id(,|$)/.test(it)) &&
      [table, target].every((name) => companyTables.includes(name))
    expect(ofCompanies.filter((it) => !isWithin(it))).toEqual([])
  })

  // Anything else would change the company of a row, which Citus refuses.
  test('rule 5: a foreign key of a company table deletes its rows with the target, or keeps the target', async () => {
    const foreign = await foreignKeys(db, engine, companyTables)
    const isPlain = ({ onUpdate, onDelete }: ForeignKey) =>
      onUpdate === 'NO ACTION' && ['NO ACTION', 'CASCADE'].includes(onDelete)
    expect(foreign.filter((it) => !isPlain(it))).toEqual([])
  })
})

async function uniqueKeys(
  db: Db,
  engine: Engine,
  tables: readonly string[],
): Promise<readonly Constraint[]> {
  if (engine === 'postgres') {
    const { rows } = await sql<Constraint>`
      select t.relname as "table", (select string_agg(a.attname, ',' order by k.place)
          from unnest(i.indkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum) as columns
      from pg_index i join pg_class t on t.oid = i.indrelid
      where i.indisunique and t.relname in (${sql.join(tables)})`.execute(db)
    return rows
  }
  const found = tables.map(async (table) => {
    const { rows } = await sql<Constraint>`
      select ${table} as "table", (select group_concat(name, ',') from
        (select name from pragma_index_info(l.name) order by seqno)) as columns
      from pragma_index_list(${table}) as l where l."unique" = 1
      union all
      select ${table}, group_concat(name, ',') from
        (select name from pragma_table_info(${table}) where pk > 0 order by pk)
      having count(*) > 0`.execute(db)
    return rows
  })
  return (await Promise.all(found)).flat()
}

async function foreignKeys(
  db: Db,
  engine: Engine,
  tables: readonly string[],
): Promise<readonly ForeignKey[]> {
  if (engine === 'postgres') {
    const namesOf = (columns: string, table: string) => sql`(
      select string_agg(a.attname, ',' order by k.place)
      from unnest(c.${sql.ref(columns)}) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.${sql.ref(table)} and a.attnum = k.attnum)`
    const actionOf = (column: string) => sql`case c.${sql.ref(column)} when 'a' then 'NO ACTION'
      when 'r' then 'RESTRICT' when 'c' then 'CASCADE' when 'n' then 'SET NULL' else 'SET DEFAULT' end`
    const { rows } = await sql<ForeignKey>`
      select t.relname as "table", ${namesOf('conkey', 'conrelid')} as columns,
        f.relname as target, ${namesOf('confkey', 'confrelid')} as "targetColumns",
        ${actionOf('confupdtype')} as "onUpdate", ${actionOf('confdeltype')} as "onDelete"
      from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
      where c.contype = 'f' and t.relname in (${sql.join(tables)})`.execute(db)
    return rows
  }
  const found = tables.map(async (table) => {
    const { rows } = await sql<ForeignKey>`
      select ${table} as "table", group_concat("from", ',') as columns,
        "table" as target, group_concat("to", ',') as "targetColumns",
        on_update as "onUpdate", on_delete as "onDelete" from
        (select * from pragma_foreign_key_list(${table}) order by id, seq) group by id`.execute(db)
    return rows
  })
  return (await Promise.all(found)).flat()
}
