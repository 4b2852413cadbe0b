import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../../../../../test/databases.ts'
import { type Db, migrate, openDatabase } from '../../db.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createMigratedDatabase('sqlite')
  db = openDatabase(database.config)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const statOf = async (index: string) => {
  const { rows } = await sql<{ stat: string }>`select stat from sqlite_stat1
    where idx = ${index}`.execute(db)
  return rows.map(({ stat }) => stat)
}

test('every index has its numbers, also the key of a table that is stored in it', async () => {
  const { rows } = await sql`select name from sqlite_master where type = 'index'
    and name not in (select idx from sqlite_stat1)`.execute(db)
  expect(rows).toEqual([])
  expect(await statOf('invoices_customer')).toEqual(['100000 10000 100 1 1'])
  expect(await statOf('invoices_published')).toEqual(['1000 100 1 1'])
  expect(await statOf('quotes_number')).toEqual(['100000 10000 1'])
  expect(await statOf('invoice_items')).toEqual(['100000 10000 1 1'])
})

test('an index that was added later gets them at the next start', async () => {
  await sql`create index quotes_late on quotes (company_id, status, customer_name)`.execute(db)
  expect(await migrate(db)).toEqual([])
  expect(await statOf('quotes_late')).toEqual(['100000 10000 2000 1'])
})

test('replaces statistics of an operator', async () => {
  await sql`analyze`.execute(db)
  expect(await statOf('invoices_customer')).not.toEqual(['100000 10000 100 1 1'])
  expect(await migrate(db)).toEqual([])
  expect(await statOf('invoices_customer')).toEqual(['100000 10000 100 1 1'])
})
