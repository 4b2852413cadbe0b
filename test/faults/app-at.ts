import { createApp } from '../../src/app.ts'
import { firstCompany } from '../../src/core/companies/directory.ts'
import type { ReadWork } from '../../src/core/record/work.ts'
import { type Config, readConfig } from '../../src/platform/config.ts'
import { migrate, openDatabase } from '../../src/platform/database/db.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createOutboundClient } from '../../src/platform/outbound/client.ts'
import type { Services } from '../../src/services.ts'
import { nameCompany } from '../harness.ts'
import { TESTER } from '../work.ts'

export interface AppAt {
  readonly services: Services
  readonly work: ReadWork
  close(): Promise<void>
}

const unused = () => Promise.reject(new Error('Nothing is printed here.'))
const NO_RENDERER = {
  print: unused,
  check: unused,
  warm: async () => {},
  checkStarted: unused,
  close: async () => {},
}

/** The service on a database, with a clock that goes on from an instant. It prints nothing. */
export async function openAppAt(
  database: Config['database'],
  atMs: number,
  env: Readonly<Record<string, string>> = {},
): Promise<AppAt> {
  const db = openDatabase(database)
  await migrate(db)
  await nameCompany(db)
  const config = readConfig({ DATA_DIR: '/nonexistent', ...env })
  const outbound = createOutboundClient({ allow: config.outboundAllow })
  const startedMs = performance.now()
  const { server, services, directory, workFor } = await createApp({
    config: { ...config, database },
    db,
    clock: { now: () => Math.trunc(atMs + performance.now() - startedMs) },
    logger: createLogger('silent'),
    renderer: NO_RENDERER,
    outbound,
    timeZone: 'UTC',
    version: '0.0.0',
  })
  return {
    services,
    work: workFor(TESTER, await firstCompany(directory)),
    async close() {
      await server.close()
      await outbound.close()
      await db.destroy()
    },
  }
}
