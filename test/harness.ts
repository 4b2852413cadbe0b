import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import { type AppDeps, createApp } from '../src/app.ts'
import { type Company, FIRST_COMPANY } from '../src/core/companies/company.ts'
import { type Directory, firstCompany } from '../src/core/companies/directory.ts'
import type { Server } from '../src/core/http/server.ts'
import type { ReadWork } from '../src/core/record/work.ts'
import type { ScreenRenderer } from '../src/platform/browser/pdf/renderer.ts'
import type { Clock } from '../src/platform/clock.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { type Db, type Engine, migrate, openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createOutboundClient } from '../src/platform/outbound/client.ts'
import type { MailRecords } from '../src/platform/outbound/mail-records.ts'
import type { Services } from '../src/services.ts'
import { createMigratedDatabase, type TestDatabase } from './databases.ts'
import { expectDocumented } from './documented-answers.ts'
import type { Json } from './givens.ts'
import { openRenderer } from './printer.ts'
import { TESTER } from './work.ts'

export { ENGINES } from './databases.ts'

/** Of the company that every test begins with. */
export const COMPANY_NAME = 'Atelier Nord'
export const API_KEY = 'test-key-0123456789abcdef'
const HOST = 'localhost:3000'
const BASE = '/api/v1'
/** Tests send more than anybody would in a minute that does not pass. */
const DEFAULTS = { API_KEY, LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0' }

/** DNS that knows the TXT records of a test only: no test looks anything up. */
const recordsOf = (known: ReadonlyMap<string, string>): MailRecords => ({
  txt: async (name) => [known.get(name) ?? []].flat(),
  mx: async () => ['mx.example.org'],
})

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  set(instant: string): void
}

export interface TestApp {
  readonly server: Server
  readonly services: Services
  readonly db: Db
  /** The tables of all companies, to look at rows and to change them behind the back of the service. */
  readonly tables: Kysely<Tables>
  /** The work of a caller with every scope, at the time of the clock. */
  work(company?: Company): ReadWork
  readonly directory: Directory
  readonly clock: TestClock
  readonly config: Config
  /** TXT records of DNS, by name. */
  readonly textRecords: Map<string, string>
  readonly renderer: ScreenRenderer
  /** A request to the management API below `/api/v1`, with a key of every scope. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** The JSON of a request that must succeed; null: an empty body. */
  json(method: string, path: string, body?: unknown): Promise<Json>
  /** The problem of a request that must fail. */
  refused(method: string, path: string, body?: unknown): Promise<Json>
  /** A request as it is, without a credential. */
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

/**
 * The real service on a fresh database, or on one that several share: only the clock stands still, and
 * nothing listens.
 */
export async function startTestApp(
  engine: Engine,
  env: Record<string, string> = {},
  shared?: TestDatabase,
  more: Pick<AppDeps, 'mailSink' | 'objects'> = {},
): Promise<TestApp> {
  const database = shared ?? (await createMigratedDatabase(engine))
  const dataDir = mkdtempSync(join(tmpdir(), 'billwright-data-'))
  const config: Config = {
    ...readConfig({ ...DEFAULTS, DATA_DIR: dataDir, ...env }),
    database: database.config,
  }
  const db = openDatabase(database.config)
  await migrate(db)
  await nameCompany(db)
  const clock = testClock()
  const logger = createLogger(config.logLevel)
  const outbound = createOutboundClient({ allow: config.outboundAllow })
  const renderer = openRenderer(config.browser)
  const base = { config, db, clock, logger, renderer, outbound }
  const textRecords = new Map<string, string>()
  const mailRecords = recordsOf(textRecords)
  const deps = { ...base, ...more, mailRecords, timeZone: 'UTC', version: '0.0.0' }
  const { server, services, directory, workFor } = await createApp(deps)
  const first = await firstCompany(directory)
  await server.ready()
  const send = async (request: InjectOptions) => {
    const answer = await server.inject({ ...request, headers: { host: HOST, ...request.headers } })
    expectDocumented(request, answer)
    return answer
  }
  const call: TestApp['call'] = (method, path, body, headers) =>
    send({
      method: method as 'GET',
      url: BASE + path,
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  return {
    server,
    services,
    db,
    tables: tablesOfAllCompanies(db),
    directory,
    work: (company = first) => workFor(TESTER, company),
    clock,
    config,
    textRecords,
    renderer,
    send,
    call,
    async json(method, path, body) {
      const answer = await call(method, path, body)
      if (answer.statusCode >= 300) throw new Error(`${method} ${path} ${answer.body}`)
      return answer.body === '' ? null : answer.json()
    },
    async refused(method, path, body) {
      const answer = await call(method, path, body)
      if (answer.statusCode < 400) throw new Error(`${method} ${path} ${answer.body}`)
      return answer.json()
    },
    async close() {
      await server.close()
      await outbound.close()
      await db.destroy()
      if (!shared) await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Issuing needs a name. It is written directly, so that the log of events starts empty. */
export async function nameCompany(db: Db): Promise<void> {
  const document = JSON.stringify({ companyName: COMPANY_NAME })
  const updated_at = '1970-01-01T00:00:00.000Z'
  await tablesOfAllCompanies(db)
    .insertInto('settings')
    .values({ company_id: FIRST_COMPANY, version: 0n, document, updated_at })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
}

export function testClock(): TestClock {
  let nowMs = Date.parse('2026-11-21T09:30:00.000Z')
  return {
    now: () => nowMs,
    set: (instant) => {
      nowMs = Date.parse(instant)
    },
  }
}
