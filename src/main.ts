import { parseArgs } from 'node:util'
import { createApp } from './app.ts'
import { ensureFirstRun, refuseOpenAddress } from './company/access/set-up/first-run.ts'
import { firstCompany } from './core/companies/directory.ts'
import { openRenderer } from './core/render/renderer.ts'
import { createRenderServer } from './core/render/server.ts'
import { DEMO_ACTOR, fillDemo, fillSecondDemo } from './entry/demo/demo.ts'
import { type DemoProvider, startDemoProvider } from './entry/demo/provider.ts'
import type { Log } from './platform/browser/pdf/engine.ts'
import { after, pause, systemClock } from './platform/clock.ts'
import { type Config, publicUrlOf, readConfig } from './platform/config.ts'
import { migrate, openDatabase } from './platform/database/db.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { giveMemoryBack } from './platform/memory.ts'
import { openObjects } from './platform/objects/open.ts'
import { createOutboundClient } from './platform/outbound/client.ts'
import { watchPressure } from './platform/pressure.ts'
import { filesOfSqlite, isOpenToOthers } from './platform/private-file.ts'
import { announce, fail, localTimeZone, onStopSignal } from './platform/process.ts'
import { packageVersion } from './platform/version.ts'

const STOP_MS = 9_500
const STOP_AFTER_GRACE_MS = 5_000
const LAST_SECOND_MS = 1_000

/** Starts the service and prints how to sign in. On SIGTERM it finishes accepted work and stops. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } })
  const read = readConfig()
  const logger = createLogger(read.logLevel)
  if (read.role === 'render') return await print(read, logger)
  const clock = systemClock
  const provider = values.demo ? await startDemoProvider(clock) : null
  const config = provider === null ? read : withDemoProvider(read, provider)
  const db = openDatabase(config.database)
  await migrate(db)
  if (config.database.engine === 'sqlite')
    for (const file of filesOfSqlite(config.database.path).filter(isOpenToOthers))
      logger.warn({ file }, 'other users can read the database: its owner should run chmod 600')
  const firstRun = await ensureFirstRun({ db, config, clock })
  refuseOpenAddress(config, firstRun)
  const renderer = openRenderer(config, logOf(logger))
  const outbound = createOutboundClient({ allow: config.outboundAllow })
  const pressure = watchPressure()
  const objects = await openObjects(config)
  const deps = { config, db, clock, logger, renderer, outbound, objects }
  const { server, services, directory, workFor } = await createApp({
    ...deps,
    // A demo sends nothing; its messages are in the outbox.
    ...(values.demo ? { mailSink: { take: () => {} } } : {}),
    pressure,
    timeZone: localTimeZone(),
    version: packageVersion(),
  })
  await server.listen({ port: config.port, host: config.host })

  if (config.role !== 'web') services.jobRunner.start()
  giveMemoryBack()

  const limitMs = stopLimitMs(config)
  onStopSignal(limitMs, async ({ isFromTerminal }) => {
    server.draining.hasBegun = true
    after(limitMs - LAST_SECOND_MS, () => {
      logger.warn('shutdown takes too long: open requests are canceled')
      server.server.closeAllConnections()
    })
    if (!isFromTerminal) await pause(config.shutdownGraceMs)
    // A message that is being sent gets a moment; then it is cut off, and another process sends
    // it.
    const { jobRunner, webhookOutbound } = services
    await Promise.all([server.close(), jobRunner.stop(), webhookOutbound.close()])
    await Promise.all([renderer.close(), outbound.close(), objects?.close()])
    await provider?.close()
    await db.destroy()
  })

  const url = publicUrlOf(config)
  announce(`Billwright is ready at ${url}`)
  if (config.role !== 'jobs') announce(`  reference  ${url}/docs`)
  if (config.trustProxy !== false)
    announce(`  proxies    ${config.trustProxy}  (they tell the addresses of callers)`)
  if (firstRun.setupToken !== null)
    announce(`  set it up  ${url}/setup#${firstRun.setupToken}  (once, within 24 hours)`)
  if (values.demo) {
    announce(await fillDemo(workFor(DEMO_ACTOR, await firstCompany(directory))))
    await fillSecondDemo({ services, directory, workFor })
  }
}

/** Payments at Mollie go to the played provider. */
const withDemoProvider = (config: Config, { host, origin }: DemoProvider): Config => ({
  ...config,
  outboundAllow: [...config.outboundAllow, host],
  paymentOrigins: { mollie: origin, ...config.paymentOrigins },
})

/** Prints for other processes until it is stopped. */
async function print(config: Config, logger: Logger): Promise<void> {
  const { renderSecret: secret, port, host } = config
  if (secret === null) throw new Error('A render process needs a secret.')
  const renderer = openRenderer(config, logOf(logger))
  const pressure = watchPressure()
  const server = await createRenderServer({
    secret,
    renderer,
    clock: systemClock,
    logger,
    pressure,
  })
  await server.listen({ port, host })
  giveMemoryBack()
  onStopSignal(stopLimitMs(config), async () => {
    await server.close()
    await renderer.close()
  })
  announce(`Billwright prints at ${publicUrlOf(config)}`)
}

const logOf =
  (logger: Logger): Log =>
  (level, message, details) =>
    logger[level](details ?? {}, message)

/** Below the 10 seconds after which Docker kills, unless a longer grace period is set. */
const stopLimitMs = ({ shutdownGraceMs }: Config): number =>
  Math.max(STOP_MS, shutdownGraceMs + STOP_AFTER_GRACE_MS)

main().catch(fail)
