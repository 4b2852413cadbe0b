import type { FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '../../kernel/errors.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { type Db, poolOf } from '../../platform/database/db.ts'
import { inSpan } from '../../platform/telemetry.ts'
import { isFirst } from '../companies/company.ts'
import { companyNotFound } from '../companies/errors.ts'
import { type Caller, requireScope, unauthenticated } from './actor.ts'
import { isLoopback } from './address.ts'
import { type PaymentFigures, paymentRecorders, registerPayments } from './payment-metrics.ts'
import type { Server } from './server.ts'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300]
const PRINT_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30]
/** A request with any of these headers came through a proxy. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

export type Metrics = ReturnType<typeof createMetrics>

/** What a use case counts. */
export type Counters = Pick<
  Metrics,
  | 'countAttempt'
  | 'countKeptPdf'
  | 'countMail'
  | 'countRun'
  | 'countReminders'
  | 'countBankEntry'
  | 'countPayment'
  | 'timeProvider'
>

/** For commands, which count nothing. */
export const NO_COUNTERS: Counters = {
  countAttempt: () => {},
  countKeptPdf: () => {},
  countMail: () => {},
  countRun: () => {},
  countReminders: () => {},
  countBankEntry: () => {},
  countPayment: () => {},
  timeProvider: () => {},
}

type Authenticate = (request: FastifyRequest) => Promise<Caller | null>

interface EndedJob {
  readonly kind: string
  readonly outcome: string
  readonly seconds: number
}

export interface JobCounts {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  readonly failed: number
}

/** Figures that are equal in all processes. */
export interface JobFigures {
  count(): Promise<readonly JobCounts[]>
  /** By kind: how long the first due job has waited. */
  oldestDueSeconds(): Promise<ReadonlyMap<string, number>>
}

/** Messages by status, and when the first of them was due. */
interface MessageFigure {
  readonly status: string
  readonly count: number
  readonly since: string
}

/** Prometheus metrics. Labels come from the code, never from a caller. */
export function createMetrics(db: Db) {
  const registry = new Registry()
  registerPool(db, registry)
  const { requests, prints, jobs, keptPdfs, attempts, mails, runs, reminders, bankEntries } =
    recorders(registry)
  const payments = paymentRecorders(registry)
  return {
    /** Counts the attempts to deliver to webhooks, by outcome. */
    countAttempt: (outcome: string): void => attempts.inc({ outcome }),

    /** Counts requests to the object store, by outcome. */
    countKeptPdf: (outcome: string): void => keptPdfs.inc({ outcome }),

    /** Counts the attempts to send messages, by outcome. */
    countMail: (outcome: string): void => mails.inc({ outcome }),

    /** Counts recurring invoices that were due, by outcome. */
    countRun: (outcome: string): void => runs.inc({ outcome }),

    /** Counts reminders that were due, by outcome. */
    countReminders: (outcome: string, number: number): void => reminders.inc({ outcome }, number),

    /** Counts entries of banks when they are first compared with invoices, by class. */
    countBankEntry: (sureness: string): void => bankEntries.inc({ class: sureness }),

    /** Counts checkouts, hooks and collections. */
    countPayment: payments.count,

    /** Counts and times calls to providers of payments. */
    timeProvider: payments.timeCall,

    /** Shows payments that wait for a person, and how long providers were not reconciled. */
    watchPayments: (figures: PaymentFigures) => registerPayments(figures, registry),

    /** Shows how many entries of banks wait, counted when the metrics are read. */
    watchBankEntries: (countOpen: () => Promise<number>) =>
      registerBankEntries(countOpen, registry),

    /** Shows how many deliveries wait, counted when the metrics are read. */
    watchDeliveries: (countPending: () => Promise<number>) =>
      registerDeliveries(countPending, registry),

    /** Shows the messages in the outbox, counted when the metrics are read. */
    watchMessages: (count: () => Promise<readonly MessageFigure[]>, now: () => number) =>
      registerMessages({ count, now }, registry),

    /** Times background jobs. */
    timeJob: ({ kind, outcome, seconds }: EndedJob) => jobs.observe({ kind, outcome }, seconds),

    /** Shows background jobs, counted when the metrics are read. */
    watchJobs: (figures: JobFigures) => registerJobs(figures, registry),

    /** Serves `/metrics` and times every request. Call it before registering routes. */
    register(app: Server, authenticate: Authenticate) {
      app.addHook('onResponse', (request, reply, done) => {
        const { method, routeOptions } = request
        const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
      serve(app, authenticate, registry)
    },

    /** A renderer that also times each print by outcome. */
    measured: (renderer: PdfRenderer): PdfRenderer => ({
      ...renderer,
      async print(html, options) {
        const end = prints.startTimer()
        try {
          const pdf = await inSpan('print', {}, () => renderer.print(html, options))
          end({ outcome: 'ok' })
          return pdf
        } catch (error) {
          end({ outcome: error instanceof AppError ? error.code : 'internal' })
          throw error
        }
      },
    }),
  }
}

/** What the code records as it happens. */
function recorders(registry: Registry) {
  const registers = [registry]
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['outcome'], registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    of: { readonly labelNames: Label[]; readonly buckets: number[] },
  ) => new Histogram({ name, help, ...of, registers })
  return {
    requests: histogram(
      'http_request_duration_seconds',
      'Requests by method, route pattern and status.',
      { labelNames: ['method', 'route', 'status'], buckets: REQUEST_SECONDS },
    ),
    prints: histogram(
      'pdf_print_duration_seconds',
      'Printed documents including waiting time, by outcome: ok or the error code.',
      { labelNames: ['outcome'], buckets: PRINT_SECONDS },
    ),
    keptPdfs: counter(
      'pdf_kept_total',
      'PDFs asked of the object store by outcome: found, missing, changed or away.',
    ),
    attempts: counter(
      'webhook_attempts_total',
      'Delivery attempts by outcome: delivered, failed, gone, unsent; and paused webhooks.',
    ),
    mails: counter(
      'mail_attempts_total',
      'Attempts to send messages by outcome: accepted, deferred, refused, transport, unknown, not_printed.',
    ),
    runs: counter(
      'recurring_runs_total',
      'Runs of recurring invoices by outcome: drafted, issued, sent, left_as_draft, failed.',
    ),
    reminders: counter(
      'reminders_total',
      'Reminders by outcome: asked, refused, written, dismissed.',
    ),
    bankEntries: new Counter({
      name: 'bank_entries_total',
      help: 'Entries of bank statements by how sure the service is: certain, likely, possible, none.',
      labelNames: ['class'],
      registers,
    }),
    jobs: histogram(
      'job_duration_seconds',
      'Jobs by kind and outcome: done, retried, failed, or lost (another process took over).',
      { labelNames: ['kind', 'outcome'], buckets: JOB_SECONDS },
    ),
  }
}

function serve(app: Server, authenticate: Authenticate, registry: Registry): void {
  const ofProcess = processRegistry()
  app.get(
    '/metrics',
    { schema: { hide: true }, config: { access: 'public', rateLimit: false } },
    async (request, reply) => {
      if (!isFromHere(request)) await requireReader(request, authenticate)
      reply.type(registry.contentType).header('cache-control', 'no-store')
      return await Registry.merge([ofProcess, registry]).metrics()
    },
  )
}

let known: Registry | undefined

/** Node's metrics are observed until the process ends, so all services in it share them. */
function processRegistry(): Registry {
  if (known) return known
  known = new Registry()
  collectDefaultMetrics({ register: known })
  return known
}

function registerPool(db: Db, registry: Registry): void {
  const pool = poolOf(db)
  if (!pool) return
  new Gauge({
    name: 'database_connections',
    help: 'Busy and idle PostgreSQL connections, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

function registerBankEntries(countOpen: () => Promise<number>, registry: Registry): void {
  new Gauge({
    name: 'bank_open_entries',
    help: 'Entries of bank statements that wait for a person, of all companies together.',
    registers: [registry],
    async collect() {
      this.set(await countOpen().catch(() => Number.NaN))
    },
  })
}

function registerDeliveries(countPending: () => Promise<number>, registry: Registry): void {
  new Gauge({
    name: 'webhook_deliveries_pending',
    help: 'Deliveries waiting to be sent, in all processes.',
    registers: [registry],
    async collect() {
      // If the database fails, the other metrics matter most.
      this.set(await countPending().catch(() => Number.NaN))
    },
  })
}

interface MessageFigures {
  readonly count: () => Promise<readonly MessageFigure[]>
  readonly now: () => number
}

function registerMessages({ count, now }: MessageFigures, registry: Registry): void {
  new Gauge({
    name: 'messages_total',
    help: 'Messages that wait, leave or have failed, of all companies together.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const found = await count().catch(() => null)
      for (const state of ['queued', 'sending', 'failed'])
        this.set({ state }, found ? (countOf(found, state)?.count ?? 0) : Number.NaN)
    },
  })
  new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'How long the first message that waits should have left, of all companies together.',
    registers: [registry],
    async collect() {
      const since = countOf(await count().catch(() => []), 'queued')?.since
      this.set(since ? Math.max(0, (now() - Date.parse(since)) / 1000) : 0)
    },
  })
}

const countOf = (figures: readonly MessageFigure[], state: string) =>
  figures.find(({ status }) => status === state)

function registerJobs({ count, oldestDueSeconds }: JobFigures, registry: Registry): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs that wait, run or have failed, of all processes together.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, ...states } of await count().catch(() => []))
        for (const [state, value] of Object.entries(states)) this.set({ kind, state }, value)
    },
  })
  new Gauge({
    name: 'job_oldest_due_seconds',
    help: 'How long the first job that is due has waited, of all processes together.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset()
      const ages = await oldestDueSeconds().catch(() => new Map<string, number>())
      for (const [kind, age] of ages) this.set({ kind }, age)
    },
  })
  new Gauge({
    name: 'recurring_oldest_due_seconds',
    help: 'How long the first recurring invoice that is due has waited, of all companies together.',
    registers: [registry],
    async collect() {
      const ages = await oldestDueSeconds().catch(() => new Map<string, number>())
      this.set(ages.get('recurring.run') ?? 0)
    },
  })
}

/**
 * Whether a request comes from this machine and not through a proxy on it. A proxy that adds no
 * header keeps its caller's host name or speaks HTTP/1.0; scrapers do neither.
 */
const isFromHere = ({ ip, headers, raw }: FastifyRequest): boolean =>
  isLoopback(ip) &&
  isLoopback((headers.host ?? '').replace(/:\d*$/, '')) &&
  raw.httpVersion !== '1.0' &&
  FORWARDING.every((name) => headers[name] === undefined)

async function requireReader(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const caller = await authenticate(request)
  if (!caller) throw unauthenticated()
  const { actor, company } = caller
  if (actor.scopes.has('companies')) return
  // The metrics cover the whole installation, which other companies must not see.
  if (!company || !isFirst(company)) throw companyNotFound()
  requireScope(actor, 'read')
}
