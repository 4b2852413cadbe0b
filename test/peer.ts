import { createApp } from '../src/app.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createOutboundClient } from '../src/platform/outbound/client.ts'
import { API_KEY, type TestApp } from './harness.ts'

/** Another process on the same database. */
export async function startPeer({ config, clock, renderer }: TestApp) {
  const db = openDatabase(config.database)
  const outbound = createOutboundClient({ allow: [] })
  const logger = createLogger('silent')
  const { server } = await createApp({
    config,
    db,
    clock,
    logger,
    renderer,
    outbound,
    timeZone: 'UTC',
    version: '0.0.0',
  })
  await server.ready()
  return {
    post: (path: string, payload: object, key: string) =>
      server.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: {
          host: 'localhost:3000',
          authorization: `Bearer ${API_KEY}`,
          'idempotency-key': key,
        },
        payload,
      }),
    close: async () => {
      await server.close()
      await outbound.close()
      await db.destroy()
    },
  }
}
