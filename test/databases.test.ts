import { expect, test } from 'vitest'
import { engineOf, migrate, openDatabase, pendingMigrations } from '../src/platform/database/db.ts'
import { createTestDatabase, ENGINES } from './databases.ts'

test.each(
  ENGINES,
)('migrations run once, also when six processes start at the same time (%s)', async (engine) => {
  const database = await createTestDatabase(engine)
  const all = Array.from({ length: 6 }, () => openDatabase(database.config))
  const [first = openDatabase(database.config)] = all
  const ran = await Promise.all(all.map((db) => migrate(db)))
  expect(ran.flat().length).toBe(new Set(ran.flat()).size)
  expect(ran.flat().length).toBeGreaterThan(0)
  expect(await pendingMigrations(first)).toEqual([])
  expect(engineOf(first)).toBe(engine)
  await Promise.all(all.map((db) => db.destroy()))
  await database.drop()
})
