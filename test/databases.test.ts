import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { engineOf, openDatabase, pendingMigrations } from '../src/platform/database/db.ts'
import { createTestDatabase, ENGINES } from './databases.ts'

const run = promisify(execFile)
const MODULE = JSON.stringify(new URL('../src/platform/database/db.ts', import.meta.url))
/** Prints the migrations that it ran on the database of its first argument. */
const MIGRATES = `
  const { migrate, openDatabase } = await import(${MODULE})
  const db = openDatabase(JSON.parse(process.argv[1]))
  process.stdout.write(JSON.stringify(await migrate(db)))
  await db.destroy()`

test.each(
  ENGINES,
)('migrations run once, also when six processes start at the same time (%s)', async (engine) => {
  const database = await createTestDatabase(engine)
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', MIGRATES]
  const all = await Promise.all(
    Array.from({ length: 6 }, () =>
      run(process.execPath, [...args, JSON.stringify(database.config)]),
    ),
  )
  const ran: readonly string[] = all.flatMap(({ stdout }) => JSON.parse(stdout))
  expect(ran.length).toBe(new Set(ran).size)
  expect(ran.length).toBeGreaterThan(0)
  const db = openDatabase(database.config)
  expect(await pendingMigrations(db)).toEqual([])
  expect(engineOf(db)).toBe(engine)
  await db.destroy()
  await database.drop()
})
