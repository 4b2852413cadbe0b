import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../../../test/databases.ts'
import { ENGINES } from '../../../test/harness.ts'
import {
  type Db,
  inTransaction,
  isUniqueViolation,
  openDatabase,
  repeatAfter,
  type Trx,
} from './db.ts'
import { companyDb, insertRows, insertRowsAhead, readAhead, tablesOf } from './scope.ts'
import type { CompanyId } from './tables.ts'

const COMPANY = 1n as CompanyId

describe.each(ENGINES)('statements that are only sent (%s)', (engine) => {
  let database: TestDatabase
  let pool: Db
  let db: Db
  beforeAll(async () => {
    database = await createMigratedDatabase(engine)
    pool = openDatabase(database.config)
    db = companyDb(pool, COMPANY).db
  })
  afterAll(async () => {
    await pool.destroy()
    await database.drop()
  })

  const on = (trx: Trx) => ({ db: trx, companyId: COMPANY })
  const rowOf = (key: string) => ({ key, last_value: 1n, skipped: 0n })
  const send = (trx: Trx, key: string) => insertRowsAhead(on(trx), 'number_series', [rowOf(key)])
  const keys = async (among = companyDb(db, COMPANY)) => {
    const rows = await tablesOf(among)
      .selectFrom('number_series')
      .select('key')
      .orderBy('key')
      .execute()
    return rows.map(({ key }) => key)
  }
  const askKeys = readAhead((scope) =>
    tablesOf(scope).selectFrom('number_series').select('key').orderBy('key'),
  )

  test('take effect in order, and the next statement sees them', async () => {
    await inTransaction(db, async (trx) => {
      for (let at = 100; at < 240; at += 1) await send(trx, `many:${at}`)
      expect(await keys(on(trx))).toHaveLength(140)
    })
    expect(await keys()).toHaveLength(140)
  })

  test('a requested answer has the state of its time', async () => {
    await inTransaction(db, async (trx) => {
      const before = await askKeys(on(trx))
      await send(trx, 'later')
      const after = await keys(on(trx))
      expect((await before()).length + 1).toBe(after.length)
    })
  })

  test('the error of one is that of the next statement or of the commit, and nothing is stored', async () => {
    const before = await keys()
    const failing = async (trx: Trx) => {
      await send(trx, 'first')
      await send(trx, 'first')
    }
    const reads = inTransaction(db, async (trx) => {
      await failing(trx)
      await keys(on(trx))
    })
    await expect(reads).rejects.toSatisfy(isUniqueViolation)
    await expect(inTransaction(db, failing)).rejects.toSatisfy(isUniqueViolation)
    expect(await keys()).toEqual(before)
  })

  test('a requested answer throws the first error', async () => {
    const reads = inTransaction(db, async (trx) => {
      await send(trx, 'first')
      await send(trx, 'first')
      const answer = await askKeys(on(trx))
      await answer()
    })
    await expect(reads).rejects.toSatisfy(isUniqueViolation)
  })

  test('the error of one is not taken for that of a later statement', async () => {
    const misread = inTransaction(db, async (trx) => {
      await send(trx, 'first')
      await send(trx, 'first')
      await insertRows(on(trx), 'number_series', [rowOf('later')]).catch((error) => {
        throw isUniqueViolation(error) ? new Error('later is taken') : error
      })
    })
    await expect(misread).rejects.toSatisfy(isUniqueViolation)
  })

  test('after an error that it names, a transaction is repeated', async () => {
    let tries = 0
    await inTransaction(db, async (trx) => {
      tries += 1
      if (tries === 1) repeatAfter(trx, isUniqueViolation)
      await send(trx, 'second')
      if (tries === 1) await send(trx, 'second')
    })
    expect(tries).toBe(2)
    expect(await keys()).toContain('second')
  })

  test('a failing transaction leaves none of their effects', async () => {
    const refused = inTransaction(db, async (trx) => {
      await send(trx, 'refused')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await keys()).not.toContain('refused')
  })
})
