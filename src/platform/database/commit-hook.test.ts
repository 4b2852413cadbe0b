import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { announceAtCommit, onAnnouncement } from './commit-hook.ts'
import { type Db, inTransaction, openDatabase } from './db.ts'

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase('sqlite')
  db = openDatabase(database.config)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

test('a listener is called once after the commit of a notifying transaction only', async () => {
  const calls: string[] = []
  const stop = onAnnouncement(db, () => calls.push('told'))
  await inTransaction(db, async () => {})
  expect(calls).toEqual([])
  await inTransaction(db, async (trx) => {
    announceAtCommit(trx)
    announceAtCommit(trx)
    calls.push('still open')
  })
  expect(calls).toEqual(['still open', 'told'])
  const rolledBack = inTransaction(db, async (trx) => {
    announceAtCommit(trx)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(calls).toHaveLength(2)
  stop()
  await inTransaction(db, async (trx) => announceAtCommit(trx))
  expect(calls).toHaveLength(2)
})
