import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What is counted of payments, by the names of its labels. Their values come from the code, never from a caller. */
const COUNTERS = {
  checkouts_total: {
    help: 'Checkouts by kind of provider and the status that they reached.',
    labels: ['provider', 'status'],
  },
  hooks_total: {
    help: 'Hooks by kind of provider: accepted, refused (wrong signature), or foreign (an unknown object).',
    labels: ['provider', 'outcome'],
  },
  reconciliation_found_total: {
    help: 'Checkouts that the reconciliation changed, so that no hook or poll had told of it.',
    labels: [],
  },
  collections_total: {
    help: 'Collections by way (file or provider) and the outcome that they reached.',
    labels: ['via', 'outcome'],
  },
  direct_debit_returns_total: {
    help: 'Direct debits by file that were refused or returned, by the code of the bank; other: an unknown code.',
    labels: ['code'],
  },
} as const

type CounterName = keyof typeof COUNTERS
export type CountPayment = <Name extends CounterName>(
  name: Name,
  labels: Readonly<Record<(typeof COUNTERS)[Name]['labels'][number], string>>,
) => void

/** A call to a provider. */
export interface ProviderCall {
  readonly provider: string
  readonly operation: string
  readonly outcome: string
  readonly seconds: number
}

/** Figures of all companies together, read when the metrics are read. */
export interface PaymentFigures {
  readonly countUnassigned: () => Promise<number>
  /** By kind of provider: the oldest time of a last reconciliation. */
  readonly reconciledSince: () => Promise<ReadonlyMap<string, string>>
  readonly now: () => number
}

const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function paymentRecorders(registry: Registry) {
  const registers = [registry]
  const counters = new Map<string, Counter>(
    Object.entries(COUNTERS).map(([name, { help, labels }]) => [
      name,
      new Counter({ name, help, labelNames: [...labels], registers }),
    ]),
  )
  const calls = new Counter({
    name: 'provider_requests_total',
    help: 'Calls to providers by kind, operation and outcome: ok, refused, unreachable.',
    labelNames: ['provider', 'operation', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'provider_request_seconds',
    help: 'How long calls to providers take, by kind and operation.',
    labelNames: ['provider', 'operation'],
    buckets: CALL_SECONDS,
    registers,
  })
  const count: CountPayment = (name, labels) => counters.get(name)?.inc({ ...labels })
  return {
    count,
    timeCall: ({ provider, operation, outcome, seconds: taken }: ProviderCall): void => {
      calls.inc({ provider, operation, outcome })
      seconds.observe({ provider, operation }, taken)
    },
  }
}

export function registerPayments(figures: PaymentFigures, registry: Registry): void {
  new Gauge({
    name: 'provider_payments_unassigned',
    help: 'Payments at providers that are not assigned, of all companies together.',
    registers: [registry],
    async collect() {
      this.set(await figures.countUnassigned().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'reconciliation_age_seconds',
    help: 'How long ago the provider that waits longest was reconciled, by kind, of all companies together.',
    labelNames: ['provider'],
    registers: [registry],
    async collect() {
      this.reset()
      const found = await figures.reconciledSince().catch(() => new Map<string, string>())
      for (const [provider, since] of found)
        this.set({ provider }, Math.max(0, (figures.now() - Date.parse(since)) / 1000))
    },
  })
}
