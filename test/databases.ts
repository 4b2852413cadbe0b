import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Config } from '../src/config.ts'
import type { Engine } from '../src/platform/database/db.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the global set-up answers the address of a PostgreSQL server, which it starts when first asked. */
    postgresOffer: string
  }
}

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

export interface TestDatabase {
  readonly config: Config['database']
  drop(): Promise<void>
}

/** A fresh, empty PostgreSQL database, in which the service sees the rows of one company at a time. */
export const createRowSecureDatabase = (): Promise<TestDatabase> =>
  createPostgres({ rowSecurity: true })

/** A fresh, empty database of that engine. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? createSqlite() : createPostgres()
}

async function createSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-test-'))
  return {
    config: { engine: 'sqlite', path: join(folder, 'billwright.db') },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** `TEST_ROW_SECURITY=on npm test` runs every test on PostgreSQL with row security. */
const ROW_SECURITY = process.env.TEST_ROW_SECURITY === 'on'

async function createPostgres({ rowSecurity = ROW_SECURITY } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(`create database ${name}`)
  return {
    config: { engine: 'postgres', url: `${await postgresUrl()}/${name}`, rowSecurity },
    drop: () => runOnServer(`drop database ${name} with (force)`),
  }
}

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${await postgresUrl()}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

let known: Promise<string> | undefined

/** Of the server, without the name of a database. */
const postgresUrl = (): Promise<string> => {
  known ??= askForPostgres()
  return known
}

async function askForPostgres(): Promise<string> {
  const answer = await fetch(inject('postgresOffer'))
  if (!answer.ok) throw new Error(`PostgreSQL did not start: ${await answer.text()}`)
  return answer.text()
}
