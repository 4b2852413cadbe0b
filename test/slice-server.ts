import { pino } from 'pino'
import type { Scope } from '../src/core/http/actor.ts'
import { API_PREFIX, registerOpenApi } from '../src/core/http/openapi/document.ts'
import { createServer, type Server } from '../src/core/http/server.ts'
import { type Db, type Engine, migrate, openDatabase } from '../src/platform/database/db.ts'
import { createMigratedDatabase } from './databases.ts'
import { TEST_COMPANY } from './work.ts'

/** A real server on a real database with some slices' routes, and a caller with chosen scopes. */
export interface SliceServer {
  readonly app: Server
  readonly db: Db
  /** Calls with these scopes; by default with all. */
  send(request: SliceRequest): Promise<SliceResponse>
  close(): Promise<void>
}

interface SliceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's prefix. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly scopes?: readonly Scope[]
}

export interface SliceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
}

const ALL: readonly Scope[] = ['read', 'write', 'issue', 'admin']

export async function startSliceServer(
  engine: Engine,
  register: (app: Server, db: Db) => Promise<void>,
): Promise<SliceServer> {
  const database = await createMigratedDatabase(engine)
  const db = openDatabase(database.config)
  await migrate(db)
  const app = await createServer({
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    authenticate: async ({ headers }) => {
      const scopes = String(headers.authorization).split(' ') as Scope[]
      const actor = { kind: 'key', id: 'key_test', name: 'test', scopes: new Set(scopes) } as const
      return { actor, company: TEST_COMPANY }
    },
  })
  await registerOpenApi(app, '0.0.0')
  await app.register(async (scope) => register(scope, db), { prefix: API_PREFIX })
  await app.ready()
  return {
    app,
    db,
    async send({ method, path, body, headers = {}, scopes = ALL }) {
      const response = await app.inject({
        method,
        url: `${API_PREFIX}${path}`,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
          authorization: scopes.join(' '),
        },
        ...(body === undefined ? {} : { payload: toPayload(body) }),
      })
      const text = response.body
      const json = text.startsWith('{') ? JSON.parse(text) : {}
      return { status: response.statusCode, headers: response.headers, text, json }
    },
    async close() {
      await app.close()
      await db.destroy()
      await database.drop()
    },
  }
}

/** Text is sent as it is, so that a test may send what no serializer would write. */
const toPayload = (body: unknown): string =>
  typeof body === 'string' ? body : JSON.stringify(body)
