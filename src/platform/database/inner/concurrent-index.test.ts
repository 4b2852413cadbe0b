import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../../test/databases.ts'
import { type Db, openDatabase } from '../db.ts'
import { runMigrations } from '../migrations.ts'
import { createIndexConcurrently } from './concurrent-index.ts'

const INDEX = { name: 'things_name', table: 'things', columns: 'company_id, name', isUnique: true }
const steps = async () => [
  {
    name: '0001_things',
    load: async () => ({
      up: async (db: Kysely<unknown>) =>
        void (await sql`create table things (company_id int8 not null, name text)`.execute(db)),
    }),
  },
  {
    name: '0002_things_name',
    load: async () => ({
      outsideTransaction: true,
      up: (db: Kysely<unknown>) => createIndexConcurrently(db, INDEX),
    }),
  },
]

describe.each(ENGINES)('an index of a large table (%s)', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeEach(async () => {
    database = await createTestDatabase(engine)
    db = openAsOwner()
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })

  /** Migrations always run without row security. */
  const openAsOwner = (): Db => {
    const { config } = database
    const unrestricted = config.engine === 'postgres' ? { ...config, rowSecurity: false } : config
    return openDatabase(unrestricted, { isPatient: true })
  }
  const add = (name: string) =>
    sql`insert into things (company_id, name) values (1, ${name})`.execute(db)

  test('several concurrent processes create it once, and it is valid', async () => {
    const other = openAsOwner()
    const ran = await Promise.all([runMigrations(db, steps), runMigrations(other, steps)])
    await other.destroy()
    expect(ran.flat().toSorted()).toEqual(['0001_things', '0002_things_name'])
    await add('a')
    await expect(add('a')).rejects.toThrow(/unique|UNIQUE/)
  })

  test('a half-created one is created again once its cause is gone', async () => {
    await runMigrations(db, async () => (await steps()).slice(0, 1))
    await add('a')
    await add('a')
    await expect(runMigrations(db, steps)).rejects.toThrow(/unique|UNIQUE/)
    await sql`delete from things`.execute(db)
    expect(await runMigrations(db, steps)).toEqual(['0002_things_name'])
    await add('a')
    await expect(add('a')).rejects.toThrow(/unique|UNIQUE/)
  })
})
