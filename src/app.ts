import { createRunningExports } from './books/audit/running.ts'
import { createAuthenticator } from './company/access/authenticator.ts'
import { companyOfHost } from './company/access/domains/hosts.ts'
import { openOidc } from './company/access/oidc/open.ts'
import { openAccess } from './company/access/open.ts'
import { nameCompany } from './company/settings/change.ts'
import { ensureBuiltIns } from './company/templates/change.ts'
import { connectPorts } from './connect-ports.ts'
import type { Company } from './core/companies/company.ts'
import { createDirectory, type Directory, firstCompany } from './core/companies/directory.ts'
import { companyOfLink } from './core/companies/links.ts'
import { type CompanySecrets, createCompanySecrets } from './core/companies/secrets.ts'
import type { Actor, Caller } from './core/http/actor.ts'
import { registerCompression } from './core/http/compression.ts'
import { checksOf, registerHealth } from './core/http/health.ts'
import { registerIdempotency } from './core/http/idempotency/hooks.ts'
import { createMetrics, type Metrics } from './core/http/metrics.ts'
import { registerOpenApi } from './core/http/openapi/document.ts'
import { startRateLimit } from './core/http/rate-limit/start.ts'
import { createServer, type Server } from './core/http/server.ts'
import { createJobObserver } from './core/jobs/observer.ts'
import { createJobRunner } from './core/jobs/runner.ts'
import { createParts, type App as Parts } from './core/record/app.ts'
import { createWorkFor, createWorkOf, type WorkFor } from './core/record/work.ts'
import { fanOut } from './core/webhooks/deliveries/fan-out.ts'
import { countPending, openWebhookOutbound } from './core/webhooks/jobs.ts'
import { notFoundPage } from './entry/console/not-found.ts'
import { webhookOperations } from './entry/event-schemas.ts'
import { jobsOf } from './jobs.ts'
import { countOpenMessages } from './messages/mail/messages.ts'
import { sendGonePage } from './messages/sharing/page-routes.ts'
import { viewsSettled } from './messages/sharing/view-log.ts'
import type { Lifecycle } from './operations/lifecycle/lifecycle.ts'
import { type ReadRoute, readEverything } from './operations/lifecycle/read-back.ts'
import { createUsageCounter } from './operations/usage/counter.ts'
import { keepPdfs } from './paper/printing/kept-pdfs.ts'
import type { PdfRenderer } from './platform/browser/pdf/renderer.ts'
import { type Clock, instant } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/database/db.ts'
import { companyDb } from './platform/database/scope.ts'
import { requireSecret } from './platform/database/secrets.ts'
import { createLogger, type Logger, type Warn } from './platform/logger.ts'
import type { MailSink } from './platform/mail/sink.ts'
import type { Objects } from './platform/objects/objects.ts'
import type { OutboundClient } from './platform/outbound/client.ts'
import type { MailRecords } from './platform/outbound/mail-records.ts'
import type { Pressure } from './platform/pressure.ts'
import { countOpenBankEntries } from './receivables/bank/jobs.ts'
import { countUnassigned } from './receivables/checkout/jobs.ts'
import { reconciledSince } from './receivables/providers/change.ts'
import { type RouteOptions, registerApi, registerRoutes } from './routes.ts'

export interface AppDeps {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly logger: Logger
  readonly renderer: PdfRenderer
  readonly outbound: OutboundClient
  readonly webhookOutbound?: OutboundClient
  /** Absent: everything is stored in the database. */
  readonly objects?: Objects | null
  /** Accepts messages instead of a mail server, if none is set up. */
  readonly mailSink?: MailSink
  /** DNS, unless a test replaces it. */
  readonly mailRecords?: MailRecords
  /** Absent in tests: no limits. */
  readonly pressure?: Pressure
  /** IANA time zone of a new installation. */
  readonly timeZone: string
  readonly version: string
}

const JOBS_LOOK_MS = 1_000

export interface App {
  readonly server: Server
  readonly services: Services
  readonly directory: Directory
  /** Creates the work of a command, such as the sample data. */
  readonly workFor: WorkFor
}

export type Services = Awaited<ReturnType<typeof createServices>>

connectPorts()

/** Puts the adapters into the services and the services into the routes. The database is migrated. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, db, clock } = deps
  const warn: Warn = (message, details) => deps.logger.warn(details, message)
  const directory = createDirectory({ db, clock })
  const companySecrets = createCompanySecrets()
  const metrics = createMetrics(db)
  const kept = deps.objects
    ? keepPdfs({
        renderer: metrics.measured(deps.renderer),
        objects: deps.objects,
        secret: await requireSecret(db, 'objects'),
        warn,
        count: metrics.countKeptPdf,
      })
    : null
  const renderer = kept?.renderer ?? metrics.measured(deps.renderer)
  const parts = createParts({
    ...deps,
    directory,
    secrets: companySecrets,
    webhookOutbound: deps.webhookOutbound ?? openWebhookOutbound(config.outboundAllow),
    renderer,
    objects: deps.objects
      ? { store: deps.objects, secret: await requireSecret(db, 'objects') }
      : null,
    counters: metrics,
    warn,
  })
  const workFor = createWorkFor(parts, fanOut)
  const workOf = createWorkOf(workFor)
  const services = await createServices({
    ...deps,
    renderer,
    app: parts,
    metrics,
    workFor,
    directory,
    companySecrets,
    readBack: (company) => readBack(company),
  })
  const options = { ...parts, ...services, workFor, workOf }
  const readBack = (company: Company) => readCompany(options, company)
  metrics.watchDeliveries(() => countPending(db))
  metrics.watchMessages(
    () => countOpenMessages(db),
    () => clock.now(),
  )
  metrics.watchBankEntries(() => countOpenBankEntries(db))
  metrics.watchPayments({
    countUnassigned: () => countUnassigned(db),
    reconciledSince: () => reconciledSince(db),
    now: () => clock.now(),
  })
  metrics.watchJobs(services.jobRunner)
  const { access } = services
  const authenticate = createAuthenticator(access)
  const limiting = startRateLimit({
    ...parts,
    companyOf: ({ company }) => company?.number ?? null,
  })
  const app = await createServer({
    logger: deps.logger,
    trustProxy: config.trustProxy,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    authenticate,
    companyOfHost: companyOfHost(access, config),
    companyOfLink: (request) => companyOfLink(directory, request),
    ...(deps.pressure ? { pressure: deps.pressure } : {}),
    rateLimit: limiting.rateLimit,
    notFoundPages:
      config.role === 'jobs' ? null : { unknown: notFoundPage(), onDomain: sendGonePage },
  })
  metrics.register(app, authenticate)
  const warnOfUsage = (error: unknown) => deps.logger.warn({ err: error }, 'usage was not counted')
  createUsageCounter(directory, warnOfUsage).register(app)
  registerIdempotency(app, {
    scopeOf: async ({ company }) =>
      companyDb(db, (company ?? (await firstCompany(directory))).number),
    secretOf: (scope) => companySecrets.require(scope, 'idempotency'),
    clock,
  })
  registerCompression(app)
  await registerOpenApi(app, deps.version, webhookOperations())
  // A process for jobs answers only for its health and metrics.
  if (config.role !== 'jobs') await registerRoutes(app, options)
  registerHealth(app, { checks: checksOf(deps) })
  app.addHook('onClose', () =>
    Promise.all([access.settled(), viewsSettled(parts), kept?.settled(), limiting.stop()]),
  )
  await ensureBuiltIns(db, instant(clock))
  return { server: app, services, directory, workFor }
}

/** Reads an imported company before it opens, from a server of its own that listens nowhere. */
async function readCompany(options: RouteOptions, company: Company): Promise<string | null> {
  const reader: Caller = { actor: READER, company }
  const server = await createServer({
    logger: createLogger('silent'),
    trustProxy: false,
    authenticate: async () => reader,
  })
  const routes: ReadRoute[] = []
  server.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'GET') routes.push({ url, access: config?.access })
  })
  try {
    await registerApi(server, options)
    await server.ready()
    return await readEverything(server, routes)
  } finally {
    await server.close()
  }
}

const READER: Actor = {
  kind: 'system',
  id: 'import',
  name: 'Import',
  scopes: new Set(['read', 'admin']),
}

interface ServiceDeps extends AppDeps {
  readonly metrics: Metrics
  readonly directory: Directory
  readonly companySecrets: CompanySecrets
  readonly app: Parts
  readonly workFor: WorkFor
  readonly readBack: Lifecycle['readBack']
}

async function createServices(deps: ServiceDeps) {
  const { config, db, clock, metrics, workFor, directory } = deps
  const { mailRecords: records, warn } = deps.app
  const access = openAccess({
    db,
    clock,
    config,
    directory,
    workFor,
    oidc: await openOidc(config, clock),
    records,
    nameCompany,
    warn,
  })
  const lifecycle: Lifecycle = {
    ...deps,
    database: config.database,
    jobKinds: () => jobRunner.kinds,
    exports: createRunningExports(),
  }
  const jobRunner = createJobRunner({
    db,
    clock,
    // Commits of other processes do not wake this one.
    ...(config.role === 'jobs' ? { lookMs: JOBS_LOOK_MS } : {}),
    directory,
    workFor,
    observer: createJobObserver(deps.logger, metrics.timeJob),
    handlers: jobsOf({ ...deps, access, lifecycle }),
  })
  return {
    access,
    lifecycle,
    jobRunner,
    webhookOutbound: deps.app.webhookOutbound,
  }
}
