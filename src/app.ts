import { createAuthenticator } from './company/access/authenticator.ts'
import { companyOfHost } from './company/access/domains/hosts.ts'
import { ensureBuiltIns } from './company/templates/change.ts'
import { connectPorts } from './connect-ports.ts'
import type { Company } from './core/companies/company.ts'
import { createDirectory, type Directory, firstCompany } from './core/companies/directory.ts'
import { companyOfLink } from './core/companies/links.ts'
import { createCompanySecrets } from './core/companies/secrets.ts'
import { registerCompression } from './core/http/compression.ts'
import { checksOf, registerHealth } from './core/http/health.ts'
import { registerIdempotency } from './core/http/idempotency/hooks.ts'
import { createMetrics } from './core/http/metrics.ts'
import { registerOpenApi } from './core/http/openapi/document.ts'
import { startRateLimit } from './core/http/rate-limit/start.ts'
import { createServer, type Server } from './core/http/server.ts'
import { createParts } from './core/record/app.ts'
import { createWorkFor, createWorkOf, type WorkFor } from './core/record/work.ts'
import { fanOut } from './core/webhooks/deliveries/fan-out.ts'
import { openWebhookOutbound } from './core/webhooks/jobs.ts'
import { notFoundPage } from './entry/console/not-found.ts'
import { webhookOperations } from './entry/event-schemas.ts'
import { sendGonePage } from './messages/sharing/page-routes.ts'
import { viewsSettled } from './messages/sharing/view-log.ts'
import { createUsageCounter } from './operations/usage/counter.ts'
import { keepPdfs } from './paper/printing/kept-pdfs.ts'
import type { PdfRenderer } from './platform/browser/pdf/renderer.ts'
import { type Clock, instant } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/database/db.ts'
import { companyDb } from './platform/database/scope.ts'
import { requireSecret } from './platform/database/secrets.ts'
import type { Logger, Warn } from './platform/logger.ts'
import type { MailSink } from './platform/mail/sink.ts'
import type { Objects } from './platform/objects/objects.ts'
import type { OutboundClient } from './platform/outbound/client.ts'
import type { MailRecords } from './platform/outbound/mail-records.ts'
import type { Pressure } from './platform/pressure.ts'
import { readCompany } from './read-company.ts'
import { registerRoutes } from './routes.ts'
import { createServices, type Services } from './services.ts'

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

export interface App {
  readonly server: Server
  readonly services: Services
  readonly directory: Directory
  /** Creates the work of a command, such as the sample data. */
  readonly workFor: WorkFor
}

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
    app: parts,
    metrics,
    workFor,
    directory,
    readBack: (company) => readBack(company),
  })
  const options = { ...parts, ...services, workFor, workOf }
  const readBack = (company: Company) => readCompany(options, company)
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
