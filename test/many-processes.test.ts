import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, type Engine, openDatabase } from '../src/platform/database/db.ts'
import { createMigratedDatabase, ENGINES, type TestDatabase } from './databases.ts'
import { type Service, startService } from './faults/harness.ts'

/** A file has one writer; two processes meet on it when one takes the other's place. */
const PROCESSES: Readonly<Record<Engine, number>> = { sqlite: 2, postgres: 4 }

let database: TestDatabase
let db: Db
let folder: string
let started: Service[]

afterEach(async () => {
  await Promise.all(started.map((service) => service.kill()))
  await db.destroy()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const { config } = database
  const DATABASE_URL = config.engine === 'postgres' ? config.url : `sqlite:${config.path}`
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const service = await startService({ dataDir, env: { DATABASE_URL, ...env } })
  started.push(service)
  return service
}

async function exitOf({ child }: Service): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

async function checksOf({ url }: Service): Promise<unknown> {
  const answer = await (await fetch(`${url}/readyz`)).json()
  return (answer as { readonly checks: unknown }).checks
}

const ranMigrations = async (): Promise<readonly string[]> => {
  const found = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return found.rows.map(({ name }) => name)
}

describe.each(ENGINES)('several processes on one database (%s)', (engine) => {
  beforeEach(async () => {
    database = await createMigratedDatabase(engine)
    db = openDatabase(database.config)
    folder = mkdtempSync(join(tmpdir(), 'billwright-many-'))
    started = []
  })

  test('all start on an empty database at once, and each migration runs once', async () => {
    const services = await Promise.all(Array.from({ length: PROCESSES[engine] }, () => start()))
    await Promise.all(services.map((service) => service.ready()))
    for (const service of services)
      expect(await checksOf(service)).toMatchObject({
        database: { ok: true },
        migrations: { ok: true },
      })
    const names = await ranMigrations()
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names).size).toBe(names.length)
  })

  test('after an upgrade the old processes continue, and no further old one can start', async () => {
    const old = await start()
    await old.ready()
    await sql`insert into kysely_migration (name, timestamp)
      values ('9999_add_something', '2099-01-01T00:00:00.000Z')`.execute(db)
    expect(await checksOf(old)).toMatchObject({ migrations: { ok: true } })
    const late = await start()
    expect(await exitOf(late)).toBe(78)
    expect(late.output()).toContain('belongs to a newer version: it has 9999_add_something')
  })
})

test('exit 69: the database is not available yet; a supervisor may start it again', async () => {
  database = await createMigratedDatabase('sqlite')
  db = openDatabase(database.config)
  folder = mkdtempSync(join(tmpdir(), 'billwright-many-'))
  started = []
  const service = await start({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/db' })
  expect(await exitOf(service)).toBe(69)
  expect(service.output()).toMatch(/The database is unavailable: .*ECONNREFUSED/)
  expect(service.output()).not.toContain('secret')
})
