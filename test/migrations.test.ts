import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, migrate, openDatabase, pendingMigrations } from '../src/platform/database/db.ts'
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

  test('killed repeatedly: the next run continues, and the tables are the same', async () => {
    let kills = 0
    for (let answers = 1; kills === answers - 1; answers += 1)
      await runMigrations(db.withPlugin(killedAfter(answers))).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        kills++
      })
    expect(kills).toBeGreaterThan(10)
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
