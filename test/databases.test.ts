import { expect, test } from 'vitest'
import { engineOf, migrate, openDatabase, pendingMigrations } from '../src/platform/database.ts'
import { createTestDatabase, ENGINES } from './databases.ts'

test.each(
  ENGINES,
)('migrations run once, also when two processes start at the same time (%s)', async (engine) => {
  const database = await createTestDatabase(engine)
  const first = openDatabase(database.config)
  const second = openDatabase(database.config)
  const ran = await Promise.all([migrate(first), migrate(second)])
  expect(ran.flat().length).toBe(new Set(ran.flat()).size)
  expect(ran.flat().length).toBeGreaterThan(0)
  expect(await pendingMigrations(first)).toEqual([])
  expect(engineOf(first)).toBe(engine)
  await Promise.all([first.destroy(), second.destroy()])
  await database.drop()
})
