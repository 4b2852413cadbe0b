import type { App } from '../../app.ts'
import type { Company } from '../../core/companies/company.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { createLogger } from '../../platform/logger.ts'
import { openObjects } from '../../platform/objects/open.ts'
import { createOutboundClient } from '../../platform/outbound/client.ts'
import { localTimeZone } from '../../platform/process.ts'
import { packageVersion } from '../../platform/version.ts'
import { chosenCompany } from './company.ts'
import { quietRenderer, withDatabase } from './installation.ts'

interface Local extends App {
  /** The company that the command is for. */
  readonly company: Company
}

/**
 * Runs `run` with the services on the configured database. A running service may use the database
 * at the same time.
 */
export const withApp = <T>(run: (local: Local) => Promise<T>): Promise<T> =>
  withServices(async (app, db) => run({ ...app, company: await chosenCompany(db) }))

/**
 * `withApp` without a company. Loads the services late, so that `--help` and wrong options are
 * fast.
 */
export const withServices = <T>(run: (app: App, db: Db) => Promise<T>): Promise<T> =>
  withDatabase(async (db, config) => {
    const { createApp } = await import('../../app.ts')
    const outbound = createOutboundClient({ allow: config.outboundAllow })
    const objects = await openObjects(config)
    const renderer = quietRenderer(config, `${config.dataDir}/cache`)
    const app = await createApp({
      config,
      db,
      clock: systemClock,
      logger: createLogger('silent'),
      renderer,
      outbound,
      objects,
      timeZone: localTimeZone(),
      version: packageVersion(),
    })
    try {
      return await run(app, db)
    } finally {
      await app.server.close()
      await Promise.all([renderer.close(), outbound.close(), objects?.close()])
    }
  })
