import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, migrate, openDatabase, pendingMigrations } from '../src/platform/database/db.ts'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'
import { runMigrations } from '../src/platform/database/migrations.ts'
import { createTestDatabase, ENGINES, openAsOwner, type TestDatabase } from './databases.ts'

describe('migrations', () => {
  let database: TestDatabase
  let db: Db

  beforeEach(async () => {
    database = await createTestDatabase('postgres')
    db = openAsOwner(database.config)
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })

  test('several processes at once: each migration runs once, and the tables are the same', async () => {
    const others = Array.from({ length: 3 }, () => openDatabase(database.config))
    const ran = (await Promise.all(others.map(migrate))).flat()
    await Promise.all(others.map((other) => other.destroy()))
    expect(ran.toSorted()).toEqual(await allNames())
    expect(await schemaOf(db)).toEqual(await usualSchema())
  })

  test('killed at any statement: the next run continues, and the tables are complete', async () => {
    let kills = 0
    for (let answers = 1; kills === answers - 1; answers += 1)
      await runMigrations(db.withPlugin(killedAfter(answers)), steps).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        kills++
      })
    expect(kills).toBeGreaterThan(10)
    expect(await runMigrations(db, steps)).toEqual([])
    const usual = await onUsual(async (other) => {
      await runMigrations(other, steps)
      return schemaOf(other)
    })
    expect(await schemaOf(db)).toEqual(usual)
  })

  test('killed in the first one: no table of it is there', async () => {
    await expect(runMigrations(db.withPlugin(killedAfter(100)))).rejects.toBeInstanceOf(Killed)
    const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%'`.execute(db)
    expect(rows).toEqual([])
    expect(await migrate(db)).toEqual(await allNames())
    expect(await schemaOf(db)).toEqual(await usualSchema())
  })

  test("another program's table of the same name is an error, however often it starts", async () => {
    await sql`create table users (name text)`.execute(db)
    for (let start = 0; start < 3; start++)
      await expect(migrate(db)).rejects.toMatchObject({ code: '42P07' })
  })
})

test.each(ENGINES)('a database on which nothing ran: all are pending (%s)', async (engine) => {
  const database = await createTestDatabase(engine)
  const db = openDatabase(database.config)
  expect(await pendingMigrations(db)).toEqual(await allNames())
  await db.destroy()
  await database.drop()
})

/** One of each sort: new tables with rows, an index beside writers, a column. */
const STEPS: Readonly<Record<string, (db: Kysely<unknown>) => Promise<void>>> = {
  '0001_things': async (db) => {
    await sql`create table things (company_id int8 not null, id text primary key)`.execute(db)
    await sql`create table parts (thing text not null references things (id))`.execute(db)
    await sql`insert into things (company_id, id) values (1, 'one')`.execute(db)
  },
  '0002_things_company': (db) =>
    createIndexConcurrently(db, {
      name: 'things_company',
      table: 'things',
      columns: 'company_id, id',
    }),
  '0003_names': async (db) => {
    await sql`alter table things add column name text`.execute(db)
  },
}

const steps = async () =>
  Object.entries(STEPS).map(([name, up]) => ({
    name,
    load: async () => ({ up, outsideTransaction: name === '0002_things_company' }),
  }))

class Killed extends Error {}

function killedAfter(answers: number): KyselyPlugin {
  let left = answers
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      left--
      if (left <= 0) throw new Killed()
      return result
    },
  }
}

async function onUsual<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await createTestDatabase('postgres')
  const db = openDatabase(database.config)
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await database.drop()
  }
}

const allNames = () => onUsual(migrate)

const usualSchema = () =>
  onUsual(async (db) => {
    await migrate(db)
    return schemaOf(db)
  })

async function schemaOf(db: Db): Promise<unknown> {
  const columns = await sql`select table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public'
    order by table_name, column_name`.execute(db)
  const indexes = await sql`select indexdef from pg_indexes where schemaname = 'public'
    order by indexname`.execute(db)
  const constraints = await sql`select conrelid::regclass::text as of, conname,
    pg_get_constraintdef(oid) as text from pg_constraint order by 1, 2`.execute(db)
  return { columns: columns.rows, indexes: indexes.rows, constraints: constraints.rows }
}
