import { createAuthenticator } from './access/authenticator.ts'
import { hostGuard } from './access/host-guard.ts'
import type { OidcProvider } from './access/oidc/provider.ts'
import { accessRoutes } from './access/routes.ts'
import { createAccessService } from './access/service.ts'
import { auditRoutes } from './audit/routes.ts'
import { createAuditService } from './audit/service.ts'
import type { Config, OidcConfig } from './config.ts'
import { notFoundPage } from './console/not-found.ts'
import { referenceRoutes } from './console/reference.ts'
import { consoleRoutes } from './console/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { createCustomerService } from './customers/service.ts'
import type { Warn } from './documents/document.ts'
import { documentRoutes } from './documents/routes.ts'
import { createDocumentService } from './documents/service.ts'
import { statementRoutes } from './documents/statement/routes.ts'
import { createStatementDocumentService } from './documents/statement/service.ts'
import { createImportService } from './einvoices/import/import.ts'
import { eInvoiceRoutes } from './einvoices/routes.ts'
import { createEInvoiceService } from './einvoices/service.ts'
import { checkIssued } from './einvoices/validation.ts'
import { registerHealth } from './http/health.ts'
import { registerIdempotency } from './http/idempotency/hooks.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { API_PREFIX, registerOpenApi, registerOpenApiRoute } from './http/openapi/document.ts'
import { createRequestCounters } from './http/rate-limit/counters.ts'
import { createRateLimit, limitsOf } from './http/rate-limit/limits.ts'
import { startRateLimitSync } from './http/rate-limit/sync.ts'
import { createServer, type Server } from './http/server.ts'
import { createOverdueWatch } from './invoices/overdue.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { createInvoiceService } from './invoices/service.ts'
import { createShareTokens } from './invoices/share-token.ts'
import { paymentRoutes } from './payments/routes.ts'
import { createPaymentService } from './payments/service.ts'
import { createStatementService } from './payments/statement-service.ts'
import type { PdfRenderer } from './platform/browser/pdf/renderer.ts'
import type { Clock } from './platform/clock.ts'
import { type Db, pendingMigrations } from './platform/database/db.ts'
import type { Logger } from './platform/logger.ts'
import { createOutboundClient, type OutboundClient } from './platform/outbound/client.ts'
import type { Pressure } from './platform/pressure.ts'
import { requireSecret } from './platform/secrets.ts'
import { eventRoutes } from './record/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { createReportService } from './reports/service.ts'
import { settingsRoutes } from './settings/routes.ts'
import { createSettingsService, type SettingsService } from './settings/service.ts'
import { sharingPageRoutes } from './sharing/page-routes.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { createViewLog } from './sharing/view-log.ts'
import { templateRoutes } from './templates/routes.ts'
import { createTemplateService, type TemplateService } from './templates/service.ts'
import { transferRoutes } from './transfer/routes.ts'
import { createTransferService } from './transfer/service.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { createWebhookParts } from './webhooks/webhooks.ts'

export interface AppDeps {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly logger: Logger
  readonly renderer: PdfRenderer
  readonly outbound: OutboundClient
  readonly webhookOutbound?: OutboundClient
  /** Absent in tests: nothing is refused for being too much. */
  readonly pressure?: Pressure
  /** IANA zone of a new installation. */
  readonly timeZone: string
  readonly version: string
}

/** Origin under which people reach the service. */
export const publicUrlOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

export interface App {
  readonly server: Server
  readonly services: Services
}

export type Services = Awaited<ReturnType<typeof createServices>>

/** Puts the adapters into the services and the services into the routes. The database is migrated. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, db, clock } = deps
  const metrics = createMetrics(db)
  const services = await createServices(
    { ...deps, renderer: metrics.measured(deps.renderer) },
    metrics,
  )
  metrics.watchDeliveries(services.deliveries.pending)
  const { access } = services
  const authenticate = createAuthenticator({ access })
  const limiting = startRateLimit(deps)
  const app = await createServer({
    logger: deps.logger,
    trustProxy: config.trustProxy,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    authenticate,
    ...(deps.pressure ? { pressure: deps.pressure } : {}),
    rateLimit: limiting.rateLimit,
    notFoundPage: notFoundPage(),
  })
  app.addHook('onRequest', hostGuard(config))
  metrics.register(app, { authenticate })
  registerIdempotency(app, { db, clock, secret: await requireSecret(db, 'idempotency') })
  await registerOpenApi(app, deps.version)
  const options = {
    ...services,
    toHybrid: services.eInvoices.toHybrid,
    db,
    clock,
    publicUrl: publicUrlOf(config),
    apiPrefix: API_PREFIX,
  }
  await app.register(
    async (api) => {
      await api.register(accessRoutes, options)
      await api.register(eventRoutes, options)
      await api.register(webhookRoutes, options)
      await api.register(settingsRoutes, options)
      await api.register(customerRoutes, options)
      await api.register(templateRoutes, options)
      await api.register(invoiceRoutes, options)
      await api.register(paymentRoutes, options)
      await api.register(reportRoutes, options)
      await api.register(documentRoutes, options)
      await api.register(eInvoiceRoutes, options)
      await api.register(auditRoutes, options)
      await api.register(statementRoutes, options)
      await api.register(sharingRoutes, options)
      await api.register(transferRoutes, { exports: services.transfer.exports })
    },
    { prefix: API_PREFIX },
  )
  await app.register(sharingPageRoutes, options)
  await app.register(referenceRoutes)
  await app.register(consoleRoutes)
  registerOpenApiRoute(app)
  registerHealth(app, { checks: checksOf(deps) })
  app.addHook('onClose', () =>
    Promise.all([access.settled(), services.views.settled(), limiting.stop()]),
  )
  await services.templates.ensureBuiltIns()
  return { server: app, services }
}

function startRateLimit({ config, db, clock, logger }: AppDeps) {
  if (config.rateLimitPerMinute === 0) return { rateLimit: null, stop: async () => {} }
  const counters = createRequestCounters(clock)
  const warn = (error: unknown) =>
    logger.warn({ err: error }, 'rate limits are not shared with the other processes')
  const { stop } = startRateLimitSync({ db, counters, warn })
  return { rateLimit: createRateLimit(limitsOf(config.rateLimitPerMinute), counters), stop }
}

async function createServices(deps: AppDeps, metrics: Metrics) {
  const { config, db, clock, outbound, renderer } = deps
  const publicUrl = publicUrlOf(config)
  const warn: Warn = (message, details) => deps.logger.warn(details, message)
  const settings: SettingsService = createSettingsService({
    db,
    clock,
    outbound,
    timeZone: deps.timeZone,
    templateExists: async (on, id) => (await templates.currentVersion(on, id)) !== null,
  })
  const templates: TemplateService = createTemplateService({
    db,
    clock,
    settings,
    outbound,
    templatesDir: config.templatesDir,
  })
  const customers = createCustomerService({ db, clock })
  const invoices = createInvoiceService({
    db,
    clock,
    settings,
    customers,
    checkIssued,
    templateVersion: templates.currentVersion,
    shareTokens: createShareTokens(await requireSecret(db, 'share_tokens')),
    publicUrl,
  })
  const payments = createPaymentService({ db, clock, settings, invoices })
  const statements = createStatementService({ db, clock, settings, customers })
  const reports = createReportService({ db, clock, settings })
  const statementDocuments = createStatementDocumentService({
    db,
    settings,
    customers,
    statements,
    renderer,
    warn,
  })
  const documents = createDocumentService({
    db,
    settings,
    templates,
    renderer,
    apiPrefix: API_PREFIX,
    recordPrinted: invoices.recordPrinted,
    warn,
  })
  const eInvoices = createEInvoiceService({ db, settings, customers })
  const imports = createImportService({ invoices })
  const transfer = createTransferService({
    db,
    clock,
    settings,
    customers,
    invoices,
    templateVersion: templates.currentVersion,
  })
  const access = createAccessService({
    db,
    clock,
    config,
    oidc: config.oidc && (await createOidc(config.oidc, deps)),
    nameCompany: settings.nameCompany,
    warn,
  })
  const webhookParts = await createWebhookParts({
    ...deps,
    outboundAllow: config.outboundAllow,
    count: metrics.countAttempt,
  })
  const audit = createAuditService({ database: config.database, clock })
  const overdue = createOverdueWatch({ db, clock, settings })
  const views = createViewLog({
    db,
    clock,
    warn: (error) => deps.logger.warn({ err: error }, 'a view was not recorded'),
  })
  return {
    access,
    audit,
    settings,
    templates,
    customers,
    invoices,
    overdue,
    payments,
    reports,
    statements,
    statementDocuments,
    documents,
    eInvoices,
    imports,
    views,
    transfer,
    ...webhookParts,
  }
}

/**
 * With a client of its own: the operator's naming the issuer opens that address to signing in, not to
 * templates and webhooks.
 */
async function createOidc(
  config: OidcConfig,
  { clock, config: all }: AppDeps,
): Promise<OidcProvider> {
  // Most installations have none, and its libraries take a while to load.
  const { createOidcProvider, issuerAllowance } = await import('./access/oidc/provider.ts')
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
    await db.selectFrom('secrets').select('name').limit(1).execute()
    return { ok: true, detail: null }
  },
  migrations: async () => {
    const pending = await pendingMigrations(db)
    return { ok: pending.length === 0, detail: pending.join(', ') || null }
  },
  renderer: async () => {
    const { ok, engine, version, detail } = await renderer.check()
    return { ok, detail: detail ?? ([engine, version].filter(Boolean).join(' ') || null) }
  },
})
