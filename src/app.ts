import type { FastifyRequest } from 'fastify'
import { createAuthenticator } from './access/authenticator.ts'
import { companyOfHost } from './access/domains/hosts.ts'
import { certificateRoutes } from './access/domains/routes.ts'
import { checkDomains, expireAccess } from './access/jobs.ts'
import type { OidcProvider } from './access/oidc/provider.ts'
import { accessRoutes } from './access/routes.ts'
import { createAccessService } from './access/service.ts'
import { receiveJob, transmitJob } from './access-point/jobs.ts'
import { accessPointRoutes } from './access-point/routes.ts'
import { createAccessPointService } from './access-point/service.ts'
import { hasMoneyOnAccount } from './accounts/lookups.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createAccountService } from './accounts/service.ts'
import { noticesJob } from './attention/notices/notices.ts'
import { attentionRoutes } from './attention/routes.ts'
import { createAttentionService } from './attention/service.ts'
import { anchorJob } from './audit/jobs.ts'
import { auditRoutes } from './audit/routes.ts'
import { createAuditService } from './audit/service.ts'
import { billingRoutes } from './billing/routes.ts'
import { createBillingService } from './billing/service.ts'
import { webhookOperations } from './catalogue.ts'
import { type Company, FIRST_COMPANY } from './companies/company.ts'
import { createDirectory, type Directory } from './companies/directory.ts'
import { companyOfLink } from './companies/links.ts'
import { type CompanySecrets, createCompanySecrets } from './companies/secrets.ts'
import type { Config, OidcConfig } from './config.ts'
import { notFoundPage } from './console/not-found.ts'
import { referenceRoutes } from './console/reference.ts'
import { consoleRoutes } from './console/routes.ts'
import { bookRoutes } from './customers/book/routes.ts'
import { createAddressService, createContactService } from './customers/book/service.ts'
import { copyRoutes } from './customers/copy/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { createCustomerService } from './customers/service.ts'
import { checkTaxIdJob } from './customers/tax-id/jobs.ts'
import { taxIdRoutes } from './customers/tax-id/routes.ts'
import { createTaxIdService } from './customers/tax-id/service.ts'
import { deliveryNoteRoutes } from './delivery-notes/routes.ts'
import { createDeliveryNoteService } from './delivery-notes/service.ts'
import type { Warn } from './documents/document.ts'
import { createDocumentCache } from './documents/document-cache.ts'
import { fontRoutes } from './documents/font-routes.ts'
import { expirePdfs, keepPdfs } from './documents/kept-pdfs.ts'
import { createReminderDocumentService } from './documents/reminder/service.ts'
import { documentRoutes } from './documents/routes.ts'
import { createDocumentService } from './documents/service.ts'
import { statementRoutes } from './documents/statement/routes.ts'
import { createStatementDocumentService } from './documents/statement/service.ts'
import { createImportService } from './einvoices/import/import.ts'
import { eInvoiceRoutes } from './einvoices/routes.ts'
import { createEInvoiceService } from './einvoices/service.ts'
import { checkIssued } from './einvoices/validation.ts'
import { entryRoutes } from './entries/routes.ts'
import { createEntryService } from './entries/service.ts'
import { expireFiles, expireObjects } from './files/jobs.ts'
import { createFileService } from './files/service.ts'
import { createFileStore } from './files/store.ts'
import type { Actor, Caller } from './http/actor.ts'
import { registerCompression } from './http/compression.ts'
import { registerHealth } from './http/health.ts'
import { registerIdempotency } from './http/idempotency/hooks.ts'
import { deleteOldOutcomes, findOldOutcomes } from './http/idempotency/outcomes.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { API_PREFIX, registerOpenApi, registerOpenApiRoute } from './http/openapi/document.ts'
import { createRequestCounters } from './http/rate-limit/counters.ts'
import { createRateLimit, limitsOf } from './http/rate-limit/limits.ts'
import { startRateLimitSync } from './http/rate-limit/sync.ts'
import { createServer, type Server } from './http/server.ts'
import { markOverdueJob } from './invoices/jobs.ts'
import { countMadeInMonth } from './invoices/lookups.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { savedViewRoutes } from './invoices/saved-views/routes.ts'
import { createSavedViewService } from './invoices/saved-views/service.ts'
import { seriesRoutes } from './invoices/series/routes.ts'
import { createSeriesService, type SeriesService } from './invoices/series/service.ts'
import { createInvoiceService } from './invoices/service.ts'
import { createShareTokens } from './invoices/share-token.ts'
import { inEveryCompany } from './jobs/every-company.ts'
import { expiring } from './jobs/expire.ts'
import { createJobObserver } from './jobs/observer.ts'
import { jobRoutes } from './jobs/routes.ts'
import { createJobRunner } from './jobs/runner.ts'
import { createJobService, expireJobs } from './jobs/service.ts'
import { deleteCompanies } from './lifecycle/jobs.ts'
import { type ReadRoute, readEverything } from './lifecycle/read-back.ts'
import { lifecycleRoutes } from './lifecycle/routes.ts'
import { createLifecycleService, type LifecycleDeps } from './lifecycle/service.ts'
import { accountMailRoutes } from './mail/accounts/routes.ts'
import { createMailParts } from './mail/mail.ts'
import { mailRoutes } from './mail/routes.ts'
import type { MailSink } from './mail/transport/service.ts'
import { accountPaymentRoutes } from './payments/account/routes.ts'
import { createAccountPaymentService } from './payments/account/service.ts'
import { paymentRoutes } from './payments/routes.ts'
import { createPaymentService } from './payments/service.ts'
import { createStatementService } from './payments/statement-service.ts'
import type { PdfRenderer } from './platform/browser/pdf/renderer.ts'
import { type Clock, instant } from './platform/clock.ts'
import { checkDatabase, type Db, pendingMigrations } from './platform/database/db.ts'
import { scopeOf } from './platform/database/scope.ts'
import type { CompanyId } from './platform/database/tables.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import type { Objects } from './platform/objects/objects.ts'
import { parseAllowances } from './platform/outbound/allow.ts'
import { createOutboundClient, type OutboundClient } from './platform/outbound/client.ts'
import { createMailRecords, type MailRecords } from './platform/outbound/mail-records.ts'
import { checkUrl } from './platform/outbound/policy.ts'
import type { Pressure } from './platform/pressure.ts'
import { requireSecret } from './platform/secrets.ts'
import { createCustomerPriceService } from './products/customer-prices/service.ts'
import { productRoutes } from './products/routes.ts'
import { createProductService } from './products/service.ts'
import { markExpiredJob } from './quotes/jobs.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { createQuoteService } from './quotes/service.ts'
import { eventRoutes } from './record/routes.ts'
import { createWorkFor, createWorkOf, type WorkFor, type WorkOf } from './record/work.ts'
import { lookAtRecurringJob, runRecurringJob } from './recurring/jobs.ts'
import { recurringRoutes } from './recurring/routes.ts'
import { createRecurringService } from './recurring/service.ts'
import { lookAtRemindersJob } from './reminders/jobs.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { createReminderService, type ReminderService } from './reminders/service.ts'
import { reportRoutes } from './reports/routes.ts'
import { createReportService } from './reports/service.ts'
import { settingsRoutes } from './settings/routes.ts'
import { createSettingsService, type SettingsService } from './settings/service.ts'
import { sendGonePage, sharingPageRoutes } from './sharing/page-routes.ts'
import { quotePageRoutes } from './sharing/quotes/page-routes.ts'
import { quoteSharingRoutes } from './sharing/quotes/routes.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { createViewLog } from './sharing/view-log.ts'
import { supplierInvoiceRoutes } from './supplier-invoices/routes.ts'
import { createSupplierInvoiceService } from './supplier-invoices/service.ts'
import { templateRoutes } from './templates/routes.ts'
import { createTemplateService, type TemplateService } from './templates/service.ts'
import { runImportJob } from './transfer/imports/jobs.ts'
import { importRoutes } from './transfer/imports/routes.ts'
import { transferRoutes } from './transfer/routes.ts'
import { createTransferService } from './transfer/service.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { createUploadService } from './uploads/service.ts'
import { createUsageCounter } from './usage/counter.ts'
import { countFigures } from './usage/jobs.ts'
import { usageRoutes } from './usage/routes.ts'
import { createUsageService } from './usage/service.ts'
import { fanOut } from './webhooks/deliveries/fan-out.ts'
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

/** The public origin of the service. */
export const publicUrlOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

const JOBS_LOOK_MS = 1_000

export interface App {
  readonly server: Server
  readonly services: Services
  readonly directory: Directory
  /** Creates the work of a command, such as the sample data. */
  readonly workFor: WorkFor
}

export type Services = Awaited<ReturnType<typeof createServices>>

/** Puts the adapters into the services and the services into the routes. The database is migrated. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, db, clock } = deps
  const directory = createDirectory({ db, clock })
  const companySecrets = await prepareSecrets(db)
  const workFor = createWorkFor({ db, clock, follow: fanOut })
  const workOf = createWorkOf(workFor)
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
  const services = await createServices({
    ...deps,
    renderer,
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
      const options = { ...services, workOf, publicUrl: publicUrlOf(config), config }
      await registerApi(server, options)
      await server.ready()
      return await readEverything(server, routes)
    } finally {
      await server.close()
    }
  }
  metrics.watchDeliveries(services.pendingDeliveries)
  metrics.watchMessages(services.openMessages, () => clock.now())
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
    scopeOf: async ({ company }) => scopeOf(db, (company ?? (await directory.first())).number),
    secretOf: (scope) => companySecrets.require(scope, 'idempotency'),
    clock,
  })
  registerCompression(app)
  await registerOpenApi(app, deps.version, webhookOperations())
  // A process for jobs answers only for its health and metrics.
  if (config.role !== 'jobs')
    await registerRoutes(app, {
      ...services,
      workOf,
      publicUrl: publicUrlOf(config),
      config,
    })
  registerHealth(app, { checks: checksOf(deps) })
  app.addHook('onClose', () =>
    Promise.all([access.settled(), services.views.settled(), kept?.settled(), limiting.stop()]),
  )
  await services.templates.ensureBuiltIns(db, instant(clock))
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
    await secrets.require(scopeOf(db, FIRST_COMPANY), name)
  return secrets
}

interface ServiceDeps extends AppDeps {
  readonly metrics: Metrics
  readonly directory: Directory
  readonly companySecrets: CompanySecrets
  readonly workFor: WorkFor
  readonly readBack: LifecycleDeps['readBack']
}

async function createServices(deps: ServiceDeps) {
  const { config, db, clock, outbound, renderer, metrics, workFor, directory } = deps
  const publicUrl = publicUrlOf(config)
  const warn: Warn = (message, details) => deps.logger.warn(details, message)
  const settings: SettingsService = createSettingsService({
    directory,
    outbound,
    timeZone: deps.timeZone,
    templateExists: async (scope, id) => (await templates.currentVersion(scope, id)) !== null,
    findSameNumbers: (scope, kind, pattern) => series.findSameNumbers(scope, kind, pattern),
  })
  const files = createFileService(
    deps.objects
      ? createFileStore({
          objects: deps.objects,
          secret: await requireSecret(db, 'objects'),
          warn: (message, details) => deps.logger.warn(details, message),
        })
      : null,
  )
  const templates: TemplateService = createTemplateService({
    settings,
    outbound,
    templatesDir: config.templatesDir,
    files,
  })
  const series: SeriesService = createSeriesService({ settings })
  const customers = createCustomerService({
    files,
    planExists: (scope, id) => reminders.plans.exists(scope, id),
    hasMoneyOnAccount,
    checkSeries: (scope, key, pointer) => series.check(scope, 'invoice', key, pointer),
  })
  const taxIds = createTaxIdService({ settings, outbound })
  const accounts = createAccountService({ customers })
  const products = createProductService({ settings, customers })
  const entries = createEntryService({ settings, customers, products, files })
  const shareTokens = createShareTokens(deps.companySecrets)
  const invoices = createInvoiceService({
    series,
    settings,
    customers,
    products,
    files,
    accounts,
    entries,
    templates,
    checkIssued,
    renderer,
    shareTokens,
    publicUrl,
  })
  const quotes = createQuoteService({
    settings,
    customers,
    series,
    invoices,
    files,
    shareTokens,
    publicUrl,
  })
  const uploads = createUploadService({ files, invoices, quotes, customers, entries })
  const accountPayments = createAccountPaymentService({ settings, customers, accounts, invoices })
  const payments = createPaymentService({ settings, customers, invoices, accountPayments })
  const statements = createStatementService({ settings, customers, accounts })
  const reports = createReportService({ settings, accounts })
  const printing = { settings, renderer, cache: createDocumentCache(), warn }
  const statementDocuments = createStatementDocumentService({ ...printing, customers, statements })
  const documents = createDocumentService({
    ...printing,
    templates,
    invoices,
    quotes,
  })
  const deliveryNotes = createDeliveryNoteService({
    settings,
    series,
    invoices,
    quotes,
    documents,
  })
  const eInvoices = createEInvoiceService({ settings, customers, invoices, documents, files })
  const imports = createImportService({ invoices, files })
  const supplierInvoices = createSupplierInvoiceService({ ...printing, files })
  const mailRecords = deps.mailRecords ?? createMailRecords()
  const access = createAccessService({
    db,
    clock,
    config,
    directory,
    workFor,
    oidc: config.oidc && (await createOidc(config.oidc, deps)),
    records: mailRecords,
    nameCompany: settings.nameCompany,
    warn,
  })
  const webhookParts = createWebhookParts({
    ...deps,
    outboundAllow: config.outboundAllow,
    count: metrics.countAttempt,
  })
  const mailParts = await createMailParts({
    db,
    clock,
    companySecrets: deps.companySecrets,
    access,
    directory,
    workFor,
    warn,
    settings,
    customers,
    invoices,
    quotes,
    deliveryNotes,
    uploads,
    documents,
    payments,
    statements,
    statementDocuments,
    eInvoices,
    outbound,
    outboundAllow: config.outboundAllow,
    environment: config.mail,
    sink: deps.mailSink ?? null,
    records: mailRecords,
    publicUrl,
    count: metrics.countMail,
  })
  const billing = createBillingService({ settings, customers, entries, invoices })
  const recurring = createRecurringService({
    settings,
    customers,
    invoices,
    products,
    billing,
    sending: mailParts.sending,
    count: metrics.countRun,
  })
  const transfer = createTransferService({
    settings,
    customers,
    invoices,
    templates,
    products,
    entries,
    recurring,
    payments,
    supplierInvoices,
  })
  mailParts.mail.addKind('renewal_notice', { cause: recurring.reasonNotToNotify })
  const reminders: ReminderService = createReminderService({
    settings,
    customers,
    invoices,
    accounts,
    documents,
    reminderDocuments: createReminderDocumentService(printing),
    sending: mailParts.sending,
    count: metrics.countReminders,
  })
  mailParts.mail.addKind('reminder', reminders.mailKind)
  mailParts.mail.addKind('payment_notice', reminders.mailKind)
  const jobs = createJobService()
  const accessPoint = createAccessPointService({
    companySecrets: deps.companySecrets,
    outbound,
    checkUrl: (url) => void checkUrl(url, parseAllowances(config.outboundAllow)),
    clock,
    settings,
    customers,
    invoices,
    eInvoices,
    supplierInvoices,
  })
  const usage = createUsageService({
    db,
    directory,
    workFor,
    reports,
    companies: access.companies,
    countUsed: {
      invoices_per_month: countMadeInMonth,
      customers: customers.countAll,
      templates: async (work) => (await templates.measure(work)).templates,
      template_bytes: async (work) => (await templates.measure(work)).bytes,
      file_bytes: files.sumBytes,
      webhooks: webhookParts.webhooks.countAll,
      members: access.people.count,
      keys: access.keys.count,
    },
  })
  const attention = createAttentionService({
    accessPoint,
    customers,
    recurring,
    reminders,
    quotes,
    jobs,
    usage,
    ...webhookParts,
    ...mailParts,
  })
  const lifecycle = createLifecycleService({
    ...deps,
    database: config.database,
    settings,
    files,
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
      runRecurringJob(recurring.runner),
      transmitJob(accessPoint),
      runImportJob(transfer.fileImports),
      checkTaxIdJob(taxIds),
      mailParts.sendJob,
      ...[
        mailParts.sweepJob,
        mailParts.expireMailJob,
        webhookParts.expireJob,
        markOverdueJob(invoices),
        markExpiredJob(quotes),
        noticesJob({ attention, settings, publicUrl, ...mailParts }),
        lookAtRecurringJob(recurring.runner),
        lookAtRemindersJob(reminders.look),
        receiveJob(accessPoint),
        expiring(
          { name: 'idempotency.expire', parallel: 1, everySeconds: 10 * 60 },
          deleteOldOutcomes,
          findOldOutcomes,
        ),
        expireJobs,
        expireFiles(files),
      ].map(inEveryCompany({ db, directory, workFor })),
      anchorJob({ db, directory }),
      countFigures(usage),
      expireAccess,
      checkDomains(access.domains),
      deleteCompanies(lifecycle),
      ...(deps.objects
        ? [
            expirePdfs(deps.objects),
            expireObjects({
              db,
              objects: deps.objects,
              known: [files.listKnown, templates.listKnown],
            }),
          ]
        : []),
    ],
  })
  const audit = createAuditService({ database: config.database, clock })
  const views = createViewLog({
    invoices,
    quotes,
    warn: (error) => deps.logger.warn({ err: error }, 'a view was not recorded'),
  })
  return {
    access,
    audit,
    settings,
    templates,
    customers,
    series,
    savedViews: createSavedViewService(),
    taxIds,
    contacts: createContactService(),
    addresses: createAddressService(),
    products,
    customerPrices: createCustomerPriceService({ customers }),
    invoices,
    recurring,
    reminders,
    quotes,
    files,
    uploads,
    accounts,
    accountPayments,
    entries,
    billing,
    payments,
    reports,
    statements,
    statementDocuments,
    documents,
    deliveryNotes,
    eInvoices,
    imports,
    supplierInvoices,
    accessPoint,
    views,
    transfer,
    fileImports: transfer.fileImports,
    usage,
    lifecycle,
    jobs,
    attention,
    jobRunner,
    ...webhookParts,
    ...mailParts,
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
