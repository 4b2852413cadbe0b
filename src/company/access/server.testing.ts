import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { createMigratedDatabase, type TestDatabase } from '../../../test/databases.ts'
import { partsOn, workOn } from '../../../test/work.ts'
import { changeInDirectory, createDirectory } from '../../core/companies/directory.ts'
import {
  API_PREFIX,
  registerOpenApi,
  registerOpenApiRoute,
} from '../../core/http/openapi/document.ts'
import { createServer, type Server } from '../../core/http/server.ts'
import { createWorkFor, createWorkOf } from '../../core/record/work.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, type Engine, migrate, openDatabase } from '../../platform/database/db.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Access, AccessConfig } from './access.ts'
import { createAuthenticator } from './authenticator.ts'
import { hostGuard } from './inner/host-guard.ts'
import { openAccess } from './open.ts'
import { accessRoutes } from './routes.ts'

export const API_KEY = 'a key of the environment'
const HOST = 'localhost:3000'
export const ORIGIN = `http://${HOST}`

/** A clock that tests move by hand. */
interface TestClock extends Clock {
  move(seconds: number): void
}

export interface TestServer {
  readonly app: Server
  readonly db: Db
  readonly clock: TestClock
  readonly access: Access
  readonly named: string[]
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  /** Another process on the same database, with the same clock. */
  beside(): Promise<TestServer>
  close(): Promise<void>
}

/** A server of this folder's routes alone, on a fresh database, for tests. */
export async function startTestServer(
  engine: Engine,
  config: Partial<AccessConfig> = {},
): Promise<TestServer> {
  const database = await createMigratedDatabase(engine)
  return startOn(database, testClock(), config)
}

async function startOn(
  database: TestDatabase,
  clock: TestClock,
  config: Partial<AccessConfig>,
): Promise<TestServer> {
  const db = openDatabase(database.config)
  await migrate(db)
  const named: string[] = []
  const full = { host: '127.0.0.1', publicUrl: null, apiKey: API_KEY, oidc: null, ...config }
  const directory = createDirectory({ db, clock })
  const workOf = createWorkOf(createWorkFor(partsOn(db, clock)))
  const access = openAccess({
    db,
    clock,
    config: full,
    oidc: null,
    records: { txt: async () => [] },
    warn: () => {},
    directory,
    workFor: (actor, entry) => ({ ...workOn(db, clock, entry), actor }),
    nameCompany: async (work, name, decide = () => ({})) => {
      named.push(name)
      return changeInDirectory(directory, work.companyId, (before) => ({ ...decide(before), name }))
    },
  })
  const authenticate = createAuthenticator(access)
  const app = await createServer({
    logger: createLogger('silent'),
    trustProxy: false,
    isHttps: false,
    authenticate,
  })
  app.addHook('onRequest', hostGuard(full))
  await registerOpenApi(app, '0.0.0')
  await app.register(accessRoutes, { prefix: API_PREFIX, access, workOf })
  app.get(`${API_PREFIX}/read`, probe('read'), async () => ({}))
  app.post(`${API_PREFIX}/issue`, probe('issue'), async () => ({}))
  registerOpenApiRoute(app)
  await app.ready()
  return {
    app,
    db,
    clock,
    access,
    named,
    send: (request) => app.inject({ ...request, headers: { host: HOST, ...request.headers } }),
    beside: () => startOn({ ...database, drop: async () => {} }, clock, config),
    close: async () => {
      await app.close()
      await access.settled()
      await db.destroy()
      await database.drop()
    },
  }
}

const probe = (access: 'read' | 'issue') => ({ config: { access }, schema: { hide: true } })

function testClock(): TestClock {
  let nowMs = Date.parse('2026-11-21T09:30:00.000Z')
  return {
    now: () => nowMs,
    move: (seconds) => {
      nowMs += seconds * 1000
    },
  }
}

/** The `Cookie` header that a browser would send after those answers. */
export const cookiesOf = (...responses: readonly LightMyRequestResponse[]): string =>
  responses
    .flatMap(({ cookies }) => cookies)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
