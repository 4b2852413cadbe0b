import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Config } from '../src/platform/config.ts'
import { type Db, type Engine, migrate, openDatabase } from '../src/platform/database/db.ts'
import { onServer, type PostgresOffer } from './global-setup.ts'
import { LIMIT_MS } from './patience.ts'
import { SCRATCH } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the global set-up answers with a `PostgresOffer`. It starts the server when first asked. */
    postgresOffer: string
    /** File of a migrated SQLite database. */
    sqliteTemplate: string
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

/** A database with every migration, copied from one: the first company has the same id in all copies. */
export async function createMigratedDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'postgres') return createPostgres({ isMigrated: true })
  const database = await createSqlite()
  copyFileSync(inject('sqliteTemplate'), database.config.path)
  return database
}

async function createSqlite() {
  const folder = mkdtempSync(join(SCRATCH, 'billwright-test-'))
  return {
    config: { engine: 'sqlite' as const, path: join(folder, 'billwright.db') },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** As the owner of the tables, whom row security does not restrict. */
export const openAsOwner = (config: Config['database']): Db =>
  openDatabase(config.engine === 'postgres' ? { ...config, rowSecurity: false } : config)

/** `TEST_ROW_SECURITY=on npm test` runs every test on PostgreSQL with row security. */
export const ROW_SECURITY = process.env.TEST_ROW_SECURITY === 'on'

async function createPostgres({
  rowSecurity = ROW_SECURITY,
  isMigrated = false,
} = {}): Promise<TestDatabase> {
  const { url, template } = await postgres()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files of the template takes half the time of the default, which logs each page.
  const source = isMigrated ? ` template ${template} strategy file_copy` : ''
  await onServer(url, `create database ${name}${source}`)
  const config = {
    engine: 'postgres' as const,
    url: `${url}/${name}`,
    rowSecurity,
    statementTimeoutMs: LIMIT_MS,
  }
  if (isMigrated && rowSecurity) await withPolicies(config)
  return {
    config,
    drop: () => onServer(url, `drop database ${name} with (force)`),
  }
}

async function withPolicies(config: Config['database']): Promise<void> {
  const db = openDatabase(config)
  await migrate(db)
  await db.destroy()
}

let known: Promise<PostgresOffer> | undefined

const postgres = (): Promise<PostgresOffer> => {
  known ??= askForPostgres()
  return known
}

async function askForPostgres(): Promise<PostgresOffer> {
  const answer = await fetch(inject('postgresOffer'))
  if (!answer.ok) throw new Error(`PostgreSQL did not start: ${await answer.text()}`)
  return (await answer.json()) as PostgresOffer
}
