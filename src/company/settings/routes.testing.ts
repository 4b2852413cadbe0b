import {
  type SliceResponse,
  type SliceServer,
  startSliceServer,
} from '../../../test/slice-server.ts'
import { partsOn, withParts, workOn } from '../../../test/work.ts'
import { connectPorts } from '../../connect-ports.ts'
import { createWorkFor, createWorkOf, type ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Engine } from '../../platform/database/db.ts'
import { tablesOfAllCompanies } from '../../platform/database/scope.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/client.ts'
import { settingsRoutes } from './routes.ts'

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const PNG_URL = `data:image/png;base64,${PNG.toString('base64')}`

const clock = { now: () => Date.parse('2026-11-21T09:00:00.000Z') }

/** The settings' routes on a real database, and a stand-in server with one file. */
export interface SettingsFixture {
  readonly server: SliceServer
  readonly work: ReadWork
  readonly fetched: OutboundRequest[]
  readonly served: { body: Uint8Array }
  get(path?: string): Promise<SliceResponse>
  put(body: unknown, path?: string): Promise<SliceResponse>
  patch(body: unknown, path?: string): Promise<SliceResponse>
  clear(): Promise<void>
}

export async function startSettings(engine: Engine): Promise<SettingsFixture> {
  const fetched: OutboundRequest[] = []
  const served: { body: Uint8Array } = { body: PNG }
  const outbound: OutboundClient = {
    async send(request) {
      fetched.push(request)
      if (request.url.includes('refused')) throw new AppError('invalid', 'url_refused', 'No.')
      return { status: 200, url: request.url, headers: {}, body: served.body }
    },
    close: async () => {},
  }
  connectPorts()
  const server = await startSliceServer(engine, async (app, db) => {
    const workOf = createWorkOf(
      createWorkFor(partsOn(db, clock, { outbound, timeZone: 'Europe/Vienna' })),
    )
    await app.register(settingsRoutes, { workOf })
  })
  return {
    server,
    work: withParts(workOn(server.db, clock), { outbound, timeZone: 'Europe/Vienna' }),
    fetched,
    served,
    get: (path = '/settings') => server.send({ method: 'GET', path }),
    put: (body, path = '/settings') => server.send({ method: 'PUT', path, body }),
    patch: (body, path = '/settings') => server.send({ method: 'PATCH', path, body }),
    async clear() {
      fetched.length = 0
      served.body = PNG
      await tablesOfAllCompanies(server.db).deleteFrom('settings').execute()
      await tablesOfAllCompanies(server.db).deleteFrom('logos').execute()
    },
  }
}
