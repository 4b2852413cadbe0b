import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { asOwner } from '../../../../test/global-setup.ts'
import { compiledOnce } from '../compiled.ts'
import { type Db, inTransaction, openDatabase } from '../db.ts'
import { namesOfTexts } from './named-statements.ts'

const findSecret = compiledOnce((db, name: string) =>
  db.selectFrom('secrets').select('value').where('name', '=', name),
)

let database: TestDatabase
/** Of one connection, so that each statement reuses the previous preparation. */
let db: Db

beforeAll(async () => {
  database = await createMigratedDatabase('postgres')
  if (database.config.engine !== 'postgres') throw new Error('Not on PostgreSQL.')
  db = openDatabase({ ...database.config, poolSize: 1 })
  await db.insertInto('secrets').values({ name: 'one', value: 'first' }).execute()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const kept = async (): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count
    from pg_prepared_statements where statement like '%secrets%'`.execute(db)
  return Number(rows[0]?.count)
}
/** Of the connection itself, or by the owner of the tables. */
const change = async (statement: string): Promise<void> => {
  const { config } = database
  if (!statement.startsWith(ALTER)) await sql.raw(statement).execute(db)
  else if (config.engine === 'postgres') await asOwner(config.url, [statement])
}
const ALTER = 'alter table secrets alter column value type'

test('a statement is kept by the server, and read with other values', async () => {
  expect(await findSecret(db, 'one')).toEqual([{ value: 'first' }])
  expect(await kept()).toBe(1)
  expect(await findSecret(db, 'none')).toEqual([])
  expect(await kept()).toBe(1)
})

test('a text gets its name at its second use, and few texts get one', () => {
  const nameOf = namesOfTexts(2)
  expect(['a', 'b', 'c'].map(nameOf)).toEqual([undefined, undefined, undefined])
  const [a, b, c] = ['a', 'b', 'c'].map(nameOf)
  expect([typeof a, typeof b, c]).toEqual(['string', 'string', undefined])
  expect(['a', 'b', 'c'].map(nameOf)).toEqual([a, b, undefined])
  expect(a).not.toBe(b)
})

test.each([
  ['has other columns', `${ALTER} varchar(100)`, `${ALTER} varchar(200)`],
  ['is not kept any more', 'deallocate all', 'deallocate all'],
])('one that %s is sent again, alone and in a transaction', async (_what, first, second) => {
  await findSecret(db, 'one')
  await change(first)
  expect(await findSecret(db, 'one')).toEqual([{ value: 'first' }])
  await findSecret(db, 'one')
  await change(second)
  const read = inTransaction(db, (trx) => findSecret(trx, 'one'))
  expect(await read).toEqual([{ value: 'first' }])
})
