import { type App, createApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createOutboundClient } from '../platform/outbound/client.ts'
import { localTimeZone } from '../platform/process.ts'
import { quietRenderer, withDatabase } from './installation.ts'

/** Runs `run` with the services on the configured database, beside a service that may be running. */
export const withApp = <T>(run: (app: App) => Promise<T>): Promise<T> =>
  withDatabase(async (db, config) => {
    const outbound = createOutboundClient({ allow: config.outboundAllow })
    const renderer = quietRenderer(config, `${config.dataDir}/cache`)
    const app = await createApp({
      config,
      db,
      clock: systemClock,
      logger: createLogger('silent'),
      renderer,
      outbound,
      timeZone: localTimeZone(),
      version: '',
    })
    try {
      return await run(app)
    } finally {
      await app.server.close()
      await Promise.all([renderer.close(), outbound.close()])
    }
  })
