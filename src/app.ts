import type { FastifyRequest } from 'fastify'
import { anchorJob } from './books/audit/jobs.ts'
import { auditRoutes } from './books/audit/routes.ts'
import { reportRoutes } from './books/reports/routes.ts'
import { createAuthenticator } from './company/access/authenticator.ts'
import { companyOfHost } from './company/access/domains/hosts.ts'
import { certificateRoutes } from './company/access/domains/routes.ts'
import { checkDomains, expireAccess } from './company/access/jobs.ts'
import type { OidcProvider } from './company/access/oidc/provider.ts'
import { accessRoutes } from './company/access/routes.ts'
import { createAccessService } from './company/access/service.ts'
import { nameCompanyJob } from './company/settings/jobs.ts'
import { settingsRoutes } from './company/settings/routes.ts'
import { nameCompany } from './company/settings/service.ts'
import { templateRoutes } from './company/templates/routes.ts'
import { ensureBuiltIns, listKnownAssets } from './company/templates/service.ts'
import { connectPorts } from './connect-ports.ts'
import { type Company, FIRST_COMPANY } from './core/companies/company.ts'
import { createDirectory, type Directory } from './core/companies/directory.ts'
import { companyOfLink } from './core/companies/links.ts'
import { type CompanySecrets, createCompanySecrets } from './core/companies/secrets.ts'
import { expireFiles, expireObjects } from './core/files/jobs.ts'
import { listKnownFiles } from './core/files/service.ts'
import type { Actor, Caller } from './core/http/actor.ts'
import { registerCompression } from './core/http/compression.ts'
import { registerHealth } from './core/http/health.ts'
import { registerIdempotency } from './core/http/idempotency/hooks.ts'
import { deleteOldOutcomes, findOldOutcomes } from './core/http/idempotency/outcomes.ts'
import { createMetrics, type Metrics } from './core/http/metrics.ts'
import { API_PREFIX, registerOpenApi, registerOpenApiRoute } from './core/http/openapi/document.ts'
import { createRequestCounters } from './core/http/rate-limit/counters.ts'
import { createRateLimit, limitsOf } from './core/http/rate-limit/limits.ts'
import { startRateLimitSync } from './core/http/rate-limit/sync.ts'
import { createServer, type Server } from './core/http/server.ts'
import { inEveryCompany } from './core/jobs/every-company.ts'
import { expiring } from './core/jobs/expire.ts'
import { createJobObserver } from './core/jobs/observer.ts'
import { jobRoutes } from './core/jobs/routes.ts'
import { createJobRunner } from './core/jobs/runner.ts'
import { expireJobs } from './core/jobs/service.ts'
import { createParts, type App as Parts } from './core/record/app.ts'
import { eventRoutes } from './core/record/routes.ts'
import { createWorkFor, createWorkOf, type WorkFor, type WorkOf } from './core/record/work.ts'
import { fanOut } from './core/webhooks/deliveries/fan-out.ts'
import { webhookRoutes } from './core/webhooks/routes.ts'
import { createWebhookParts } from './core/webhooks/webhooks.ts'
import { receiveJob, transmitJob } from './einvoicing/access-point/jobs.ts'
import { accessPointRoutes } from './einvoicing/access-point/routes.ts'
import { eInvoiceRoutes } from './einvoicing/documents/routes.ts'
import { supplierInvoiceRoutes } from './einvoicing/supplier-invoices/routes.ts'
import { notFoundPage } from './entry/console/not-found.ts'
import { referenceRoutes } from './entry/console/reference.ts'
import { consoleRoutes } from './entry/console/routes.ts'
import { webhookOperations } from './entry/event-schemas.ts'
import { accountMailRoutes } from './messages/mail/accounts/routes.ts'
import { expireMessagesJob, sendMessageJob, sweepMessagesJob } from './messages/mail/jobs.ts'
import { mailRoutes } from './messages/mail/routes.ts'
import { countOpenMessages } from './messages/mail/service.ts'
import { lookAtRecurringJob, runRecurringJob } from './messages/recurring/jobs.ts'
import { recurringRoutes } from './messages/recurring/routes.ts'
import { lookAtRemindersJob } from './messages/reminders/jobs.ts'
import { reminderRoutes } from './messages/reminders/routes.ts'
import { sendGonePage, sharingPageRoutes } from './messages/sharing/page-routes.ts'
import { quotePageRoutes } from './messages/sharing/quotes/page-routes.ts'
import { quoteSharingRoutes } from './messages/sharing/quotes/routes.ts'
import { sharingRoutes } from './messages/sharing/routes.ts'
import { viewsSettled } from './messages/sharing/view-log.ts'
import { noticesJob } from './operations/attention/notices/notices.ts'
import { attentionRoutes } from './operations/attention/routes.ts'
import { deleteCompanies } from './operations/lifecycle/jobs.ts'
import { type ReadRoute, readEverything } from './operations/lifecycle/read-back.ts'
import { lifecycleRoutes } from './operations/lifecycle/routes.ts'
import { createLifecycleService, type LifecycleDeps } from './operations/lifecycle/service.ts'
import { runImportJob } from './operations/transfer/imports/jobs.ts'
import { importRoutes } from './operations/transfer/imports/routes.ts'
import { transferRoutes } from './operations/transfer/routes.ts'
import { createUsageCounter } from './operations/usage/counter.ts'
import { countFigures } from './operations/usage/jobs.ts'
import { usageRoutes } from './operations/usage/routes.ts'
import { deliveryNoteRoutes } from './paper/delivery-notes/routes.ts'
import { fontRoutes } from './paper/printing/font-routes.ts'
import { expirePdfs, keepPdfs } from './paper/printing/kept-pdfs.ts'
import { documentRoutes } from './paper/printing/routes.ts'
import { statementRoutes } from './paper/printing/statement/routes.ts'
import type { PdfRenderer } from './platform/browser/pdf/renderer.ts'
import { type Clock, instant } from './platform/clock.ts'
import { type Config, type OidcConfig, publicUrlOf } from './platform/config.ts'
import { checkDatabase, type Db, pendingMigrations } from './platform/database/db.ts'
import { companyDb } from './platform/database/scope.ts'
import { requireSecret } from './platform/database/secrets.ts'
import type { CompanyId } from './platform/database/tables.ts'
import { createLogger, type Logger, type Warn } from './platform/logger.ts'
import type { MailSink } from './platform/mail/sink.ts'
import type { Objects } from './platform/objects/objects.ts'
import { createOutboundClient, type OutboundClient } from './platform/outbound/client.ts'
import { createMailRecords, type MailRecords } from './platform/outbound/mail-records.ts'
import type { Pressure } from './platform/pressure.ts'
import { accountPaymentRoutes } from './receivables/payments/account/routes.ts'
import { paymentRoutes } from './receivables/payments/routes.ts'
import { billingRoutes } from './sales/billing/routes.ts'
import { bookRoutes } from './sales/customers/contacts/routes.ts'
import { createAddressService, createContactService } from './sales/customers/contacts/service.ts'
import { copyRoutes } from './sales/customers/copy/routes.ts'
import { customerRoutes } from './sales/customers/routes.ts'
import { checkTaxIdJob } from './sales/customers/tax-id/jobs.ts'
import { taxIdRoutes } from './sales/customers/tax-id/routes.ts'
import { entryRoutes } from './sales/entries/routes.ts'
import { markOverdueJob } from './sales/invoices/jobs.ts'
import { invoiceRoutes } from './sales/invoices/routes.ts'
import { savedViewRoutes } from './sales/invoices/saved-views/routes.ts'
import { seriesRoutes } from './sales/invoices/series/routes.ts'
import { accountRoutes } from './sales/ledger/routes.ts'
import { productRoutes } from './sales/products/routes.ts'
import { markExpiredJob } from './sales/quotes/jobs.ts'
import { quoteRoutes } from './sales/quotes/routes.ts'
import { uploadRoutes } from './sales/uploads/routes.ts'

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
  const directory = createDirectory({ db, clock })
  const companySecrets = await prepareSecrets(db)
  const metrics = createMetrics(db)
  const kept = deps.objects
    ? keepPdfs({
        renderer: metrics.measured(deps.renderer),
        objects: deps.objects,
        secret: await requireSecret(db, 'objects'),
        warn: (message, details) => deps.logger.warn(details, message),
        count: metrics.countKeptPdf,
      })
    : null
  const renderer = kept?.renderer ?? metrics.measured(deps.renderer)
  const parts = createParts({
    ...deps,
    directory,
    secrets: companySecrets,
    renderer,
    objects: deps.objects
      ? { store: deps.objects, secret: await requireSecret(db, 'objects') }
      : null,
    counters: metrics,
    warn: (message, details) => deps.logger.warn(details, message),
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
  /** A server for one company that listens nowhere: an import reads it before it opens. */
  const readBack = async (company: Company): Promise<string | null> => {
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
      const options = {
        ...services,
        db,
        workFor,
        directory,
        workOf,
        publicUrl: publicUrlOf(config),
        config,
      }
      await registerApi(server, options)
      await server.ready()
      return await readEverything(server, routes)
    } finally {
      await server.close()
    }
  }
  metrics.watchDeliveries(services.pendingDeliveries)
  metrics.watchMessages(
    () => countOpenMessages(db),
    () => clock.now(),
  )
  metrics.watchJobs(services.jobRunner)
  const { access } = services
  const authenticate = createAuthenticator({ access, directory })
  const limiting = startRateLimit(deps, ({ company }) => company?.number ?? null)
  const app = await createServer({
    logger: deps.logger,
    trustProxy: config.trustProxy,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    authenticate,
    companyOfHost: companyOfHost(access.domains, config),
    companyOfLink: (request) => companyOfLink(directory, request),
    ...(deps.pressure ? { pressure: deps.pressure } : {}),
    rateLimit: limiting.rateLimit,
    notFoundPages:
      config.role === 'jobs' ? null : { unknown: notFoundPage(), onDomain: sendGonePage },
  })
  metrics.register(app, authenticate)
  const warnOfUsage = (error: unknown) => deps.logger.warn({ err: error }, 'usage was not counted')
  createUsageCounter({ db, clock, directory, warn: warnOfUsage }).register(app)
  registerIdempotency(app, {
    scopeOf: async ({ company }) => companyDb(db, (company ?? (await directory.first())).number),
    secretOf: (scope) => companySecrets.require(scope, 'idempotency'),
    clock,
  })
  registerCompression(app)
  await registerOpenApi(app, deps.version, webhookOperations())
  // A process for jobs answers only for its health and metrics.
  if (config.role !== 'jobs')
    await registerRoutes(app, {
      ...services,
      db,
      workFor,
      directory,
      workOf,
      publicUrl: publicUrlOf(config),
      config,
    })
  registerHealth(app, { checks: checksOf(deps) })
  app.addHook('onClose', () =>
    Promise.all([access.settled(), viewsSettled(parts), kept?.settled(), limiting.stop()]),
  )
  await ensureBuiltIns(db, instant(clock))
  return { server: app, services, directory, workFor }
}

/** Reads an imported company before it opens. */
const READER: Actor = {
  kind: 'system',
  id: 'import',
  name: 'Import',
  scopes: new Set(['read', 'admin']),
}

type RouteOptions = Services & {
  readonly db: Db
  readonly workFor: WorkFor
  readonly directory: Directory
  readonly workOf: WorkOf
  readonly publicUrl: string
  readonly config: Config
}

async function registerRoutes(app: Server, options: RouteOptions): Promise<void> {
  await registerApi(app, options)
  await app.register(certificateRoutes, { domains: options.access.domains, config: options.config })
  await app.register(sharingPageRoutes, options)
  await app.register(quotePageRoutes, options)
  await app.register(fontRoutes)
  await app.register(referenceRoutes)
  await app.register(consoleRoutes)
  registerOpenApiRoute(app)
}

async function registerApi(app: Server, options: RouteOptions): Promise<void> {
  await app.register(
    async (api) => {
      await api.register(accessRoutes, options)
      await api.register(lifecycleRoutes, options)
      await api.register(usageRoutes, options)
      await api.register(eventRoutes, options)
      await api.register(webhookRoutes, options)
      await api.register(jobRoutes, options)
      await api.register(settingsRoutes, options)
      await api.register(customerRoutes, options)
      await api.register(copyRoutes, options)
      await api.register(bookRoutes, options)
      await api.register(taxIdRoutes, options)
      await api.register(seriesRoutes, options)
      await api.register(savedViewRoutes, options)
      await api.register(productRoutes, options)
      await api.register(templateRoutes, options)
      await api.register(invoiceRoutes, options)
      await api.register(paymentRoutes, options)
      await api.register(accountRoutes, options)
      await api.register(accountPaymentRoutes, options)
      await api.register(quoteRoutes, options)
      await api.register(entryRoutes, options)
      await api.register(billingRoutes, options)
      await api.register(uploadRoutes, options)
      await api.register(reportRoutes, options)
      await api.register(documentRoutes, options)
      await api.register(deliveryNoteRoutes, options)
      await api.register(eInvoiceRoutes, options)
      await api.register(supplierInvoiceRoutes, options)
      await api.register(accessPointRoutes, options)
      await api.register(auditRoutes, options)
      await api.register(statementRoutes, options)
      await api.register(recurringRoutes, options)
      await api.register(reminderRoutes, options)
      await api.register(mailRoutes, options)
      await api.register(accountMailRoutes, options)
      await api.register(attentionRoutes, options)
      await api.register(sharingRoutes, options)
      await api.register(quoteSharingRoutes, options)
      await api.register(transferRoutes, options)
      await api.register(importRoutes, options)
    },
    { prefix: API_PREFIX },
  )
}

function startRateLimit(
  { config, db, clock, logger }: AppDeps,
  companyOf: (request: FastifyRequest) => CompanyId | null,
) {
  if (config.rateLimitPerMinute === 0) return { rateLimit: null, stop: async () => {} }
  const counters = createRequestCounters(clock)
  const warn = (error: unknown) =>
    logger.warn({ err: error }, 'rate limits are not shared with the other processes')
  const { stop } = startRateLimitSync({ db, counters, warn })
  const limits = limitsOf(config.rateLimitPerMinute)
  return { rateLimit: createRateLimit({ limits, counters, companyOf }), stop }
}

/** Those of the first company are created and read before the first request. */
async function prepareSecrets(db: Db): Promise<CompanySecrets> {
  const secrets = createCompanySecrets()
  for (const name of ['share_tokens', 'webhooks', 'idempotency'] as const)
    await secrets.require(companyDb(db, FIRST_COMPANY), name)
  return secrets
}

interface ServiceDeps extends AppDeps {
  readonly metrics: Metrics
  readonly directory: Directory
  readonly companySecrets: CompanySecrets
  readonly app: Parts
  readonly workFor: WorkFor
  readonly readBack: LifecycleDeps['readBack']
}

async function createServices(deps: ServiceDeps) {
  const { config, db, clock, metrics, workFor, directory } = deps
  const warn: Warn = (message, details) => deps.logger.warn(details, message)
  const mailRecords = deps.mailRecords ?? createMailRecords()
  const access = createAccessService({
    db,
    clock,
    config,
    directory,
    workFor,
    oidc: config.oidc && (await createOidc(config.oidc, deps)),
    records: mailRecords,
    nameCompany: nameCompany,
    warn,
  })
  const webhookParts = createWebhookParts({
    ...deps,
    outboundAllow: config.outboundAllow,
    count: metrics.countAttempt,
  })
  const lifecycle = createLifecycleService({
    ...deps,
    database: config.database,
    jobKinds: () => jobRunner.kinds,
  })
  const jobRunner = createJobRunner({
    db,
    clock,
    // Commits of other processes do not wake this one.
    ...(config.role === 'jobs' ? { lookMs: JOBS_LOOK_MS } : {}),
    directory,
    workFor,
    observer: createJobObserver({ logger: deps.logger, timeJob: metrics.timeJob }),
    handlers: [
      webhookParts.deliverJob,
      runRecurringJob(),
      transmitJob(),
      runImportJob(),
      checkTaxIdJob(),
      nameCompanyJob(),
      sendMessageJob(access),
      ...[
        sweepMessagesJob(),
        expireMessagesJob(),
        webhookParts.expireJob,
        markOverdueJob(),
        markExpiredJob(),
        noticesJob(),
        lookAtRecurringJob(),
        lookAtRemindersJob(),
        receiveJob(),
        expiring(
          { name: 'idempotency.expire', parallel: 1, everySeconds: 10 * 60 },
          deleteOldOutcomes,
          findOldOutcomes,
        ),
        expireJobs,
        expireFiles(),
      ].map(inEveryCompany({ db, directory, workFor })),
      anchorJob({ db, directory }),
      countFigures(),
      expireAccess,
      checkDomains(access.domains),
      deleteCompanies(lifecycle),
      ...(deps.objects
        ? [
            expirePdfs(deps.objects),
            expireObjects({
              db,
              objects: deps.objects,
              known: [listKnownFiles, listKnownAssets],
            }),
          ]
        : []),
    ],
  })
  return {
    access,
    contacts: createContactService(),
    addresses: createAddressService(),
    lifecycle,
    jobRunner,
    ...webhookParts,
  }
}

/**
 * A separate client: the issuer that the operator configured is reachable for signing in, not for
 * templates and webhooks.
 */
async function createOidc(
  config: OidcConfig,
  { clock, config: all }: AppDeps,
): Promise<OidcProvider> {
  // Most installations have none, and its libraries load slowly.
  const { createOidcProvider, issuerAllowance } = await import('./company/access/oidc/provider.ts')
  const allow = [...all.outboundAllow, issuerAllowance(config)]
  const redirectUrl = `${publicUrlOf(all)}${API_PREFIX}/auth/oidc/callback`
  return createOidcProvider({
    config,
    redirectUrl,
    clock,
    outbound: createOutboundClient({ allow }),
  })
}

const checksOf = ({ db, renderer }: AppDeps) => ({
  database: async () => {
    await checkDatabase(db)
    return { ok: true, detail: null }
  },
  migrations: async () => {
    const pending = await pendingMigrations(db)
    return { ok: pending.length === 0, detail: pending.join(', ') || null }
  },
  renderer: async () => {
    const check = await renderer.checkStarted()
    if (check === null) return { ok: true, detail: 'starts with the first document' }
    const { ok, engine, version, detail } = check
    return { ok, detail: detail ?? ([engine, version].filter(Boolean).join(' ') || null) }
  },
})
