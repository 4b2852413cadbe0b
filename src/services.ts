import { createRunningExports } from './books/audit/running.ts'
import { openOidc } from './company/access/oidc/open.ts'
import { openAccess } from './company/access/open.ts'
import { nameCompany } from './company/settings/change.ts'
import type { Metrics } from './core/http/metrics.ts'
import { createJobObserver } from './core/jobs/observer.ts'
import { createJobRunner } from './core/jobs/runner.ts'
import { countPending } from './core/webhooks/jobs.ts'
import { jobsOf } from './jobs.ts'
import { countOpenMessages } from './messages/mail/messages.ts'
import type { Lifecycle } from './operations/lifecycle/lifecycle.ts'
import type { Config } from './platform/config.ts'
import type { Logger } from './platform/logger.ts'
import type { Objects } from './platform/objects/objects.ts'
import { countOpenBankEntries } from './receivables/bank/jobs.ts'
import { countUnassigned } from './receivables/checkout/jobs.ts'
import { reconciledSince } from './receivables/providers/change.ts'

const JOBS_LOOK_MS = 1_000

interface Parts extends Omit<Lifecycle, 'database' | 'jobKinds' | 'objects' | 'exports'> {
  readonly objects?: Objects | null
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
}

export type Services = Awaited<ReturnType<typeof createServices>>

/** What outlives a request: access of people and keys, moves of companies, and jobs, with what metrics watch. */
export async function createServices(parts: Parts) {
  const { config, db, clock, metrics, workFor, directory } = parts
  const { mailRecords: records, warn } = parts.app
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
    ...parts,
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
    observer: createJobObserver(parts.logger, metrics.timeJob),
    handlers: jobsOf({ ...parts, access, lifecycle }),
  })
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
  metrics.watchJobs(jobRunner)
  return { access, lifecycle, jobRunner, webhookOutbound: parts.app.webhookOutbound }
}
