import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import { createPdfRenderer } from '../src/platform/browser/pdf/renderer.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createOutboundClient } from '../src/platform/outbound/client.ts'
import { packageVersion } from '../src/platform/version.ts'

/**
 * The OpenAPI document as the service itself serves it, as text that is the same on every machine: the
 * app on an empty database, without this process's environment.
 */
export async function openApiDocument(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'billwright-openapi-'))
  try {
    return await documentOf(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function documentOf(config: Config): Promise<string> {
  const db = openDatabase(config.database)
  await migrate(db)
  const outbound = createOutboundClient({ allow: [] })
  const renderer = createPdfRenderer({
    chromiumPath: null,
    remoteUrl: null,
    concurrency: 1,
    cacheDir: join(config.dataDir, 'cache'),
    log: () => {},
  })
  const logger = createLogger(config.logLevel)
  const deps = { config, db, clock: systemClock, logger, renderer, outbound, timeZone: 'UTC' }
  const { server } = await createApp({ ...deps, version: packageVersion() })
  await server.ready()
  const text = `${JSON.stringify(server.swagger(), null, 1)}\n`
  await server.close()
  await Promise.all([renderer.close(), outbound.close()])
  await db.destroy()
  return text
}
