import type { ReadWork } from '../../src/core/record/work.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { createProvider } from '../../src/receivables/providers/change.ts'
import { createCustomer } from '../../src/sales/customers/change.ts'
import { createInvoice } from '../../src/sales/invoices/create.ts'
import { type PlayedStripe, playStripe } from '../providers/stripe.ts'
import { openAppAt } from './app-at.ts'
import { runProcess, whenAvailable } from './run-worker.ts'

type Database = Config['database']
const ROLES = ['open', 'return', 'hook', 'refund', 'nightly'] as const
type Role = (typeof ROLES)[number]

interface Kills {
  /** At least so many processes are killed. */
  readonly kills: number
  readonly invoices: number
  finding(sentence: string): void
}

const START_MS = Date.parse('2026-11-21T06:00:00Z')
/** Until then a killed process keeps its jobs. */
const LEASE_MS = 120_000
const SECRET = 'whsec_faults'
const STATEMENTS_MAX = 400

/**
 * Processes at once open checkouts, come back from them, receive hooks, refund and reconcile, while the
 * provider takes money, pays it back, loses answers and repeats hooks. They are killed between any two
 * statements. In the end what is booked is what the provider holds, each once. Answers the figures.
 */
export async function killPayments(database: Database, given: Kills): Promise<string> {
  const stripe = await playStripe()
  const { work, close } = await openAppAt(database, START_MS)
  const db = openDatabase(database)
  const tables = tablesOfAllCompanies(db)
  const invoices = await givenInvoices(work, given)
  const counts = { clockMs: START_MS, started: 0, killed: 0 }
  const state: State = { database, given, stripe, tables, invoices, ...counts }
  while (state.killed < given.kills) {
    state.clockMs += LEASE_MS
    stripe.onCreate.push(...some(['lost_after', 'lost_before', 'ok'] as const))
    stripe.onRefund.push({ how: pick(['lost_after', 'lost_before']) })
    // Early and late ones alike.
    const diesAt = () => Math.ceil(Math.exp(Math.random() * Math.log(STATEMENTS_MAX)))
    const running = ROLES.map((role) => run(state, role, diesAt()))
    for (const signal of await Promise.all(running)) if (signal === 'SIGKILL') state.killed += 1
    goOn(state)
    await whenAvailable(() => judge(state, 'after a kill'))
  }
  stripe.onCreate.length = 0
  stripe.onRefund.length = 0
  for (const role of [...ROLES, 'open', 'refund', 'nightly'] as const) {
    state.clockMs += LEASE_MS
    goOn(state)
    await run(state, role, 0)
  }
  state.clockMs += LEASE_MS
  await run(state, 'nightly', 0)
  await whenAvailable(() => judge(state, 'in the end'))
  await whenAvailable(() => judgeHeld(state))
  await close()
  await db.destroy()
  await stripe.close()
  return `${database.engine}: ${state.killed} of ${state.started} processes killed, ${stripe.sessions.size} checkouts and ${stripe.refunds.size} refunds, booked as the provider holds them`
}

interface State {
  readonly database: Database
  readonly given: Kills
  readonly stripe: PlayedStripe
  /** Their ids. */
  readonly invoices: readonly string[]
  readonly tables: ReturnType<typeof tablesOfAllCompanies>
  clockMs: number
  started: number
  killed: number
}

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
const some = <T>(all: readonly T[]): readonly T[] => all.filter(() => Math.random() < 0.5)

/** What happens at the provider meanwhile: customers pay, refunds arrive, a dispute takes money. */
function goOn({ stripe, clockMs }: State): void {
  for (const session of stripe.sessions.values()) {
    const { facts, order } = session
    const [payment] = facts.payments
    if (facts.status === 'open' && Math.random() < 0.6) {
      const amount = Number(order.get('line_items[0][price_data][unit_amount]'))
      const one = { ref: 'a', status: 'paid', amount, currency: 'EUR' } as const
      const at = Number(BigInt(clockMs) / 1000n)
      session.facts = { status: 'paid', payments: [{ ...one, at }] }
    } else if (payment) {
      const refunds = (payment.refunds ?? []).map((it) =>
        it.status === 'pending' ? { ...it, status: 'done' } : it,
      )
      const dispute = { ref: 'd', status: 'lost', amount: 100, withdrawn: true }
      const disputes = payment.disputes ?? (Math.random() < 0.1 ? [dispute] : undefined)
      session.facts = {
        ...facts,
        payments: [{ ...payment, refunds, ...(disputes && { disputes }) }],
      }
    }
  }
}

async function run(state: State, role: Role, diesAt: number): Promise<NodeJS.Signals | null> {
  const { stripe, database, clockMs, given } = state
  state.started += 1
  const seconds = Number(BigInt(clockMs) / 1000n)
  const hooks = [...stripe.sessions.values()].flatMap((it) => {
    const hook = stripe.hook(it, SECRET, seconds)
    return Math.random() < 0.5 ? [hook, hook] : []
  })
  const { code, signal } = await runProcess('payment-worker.ts', {
    FAULT_DATABASE: JSON.stringify(database),
    // What a process that was killed kept is free again.
    CLOCK_AT: new Date(clockMs).toISOString(),
    DIES_AT: String(diesAt),
    ROLE: role,
    HOOKS: JSON.stringify(hooks),
    INVOICES: JSON.stringify(state.invoices),
    OUTBOUND_ALLOW: stripe.host,
    PAYMENT_ORIGINS: `stripe=${stripe.origin}`,
  })
  if (code !== null && code !== 0) given.finding(`a process to ${role} ended with ${code}`)
  return signal
}

/** What holds at any time: nothing is booked twice, and every sum is that of its parts. */
async function judge({ database, given, tables, stripe }: State, what: string): Promise<void> {
  const found = (sentence: string) => given.finding(`${database.engine}, ${what}: ${sentence}`)
  const invoices = await tables.selectFrom('invoices').selectAll().execute()
  const payments = await tables.selectFrom('payments').selectAll().execute()
  const claims = await tables.selectFrom('checkout_claims').selectAll().execute()
  const refunds = await tables.selectFrom('provider_refunds').selectAll().execute()
  const bookings = await tables.selectFrom('provider_bookings').selectAll().execute()
  for (const { id, paid_minor } of invoices) {
    const sum = sumOf(payments.filter(({ invoice_id }) => invoice_id === id))
    if (sum !== paid_minor) found(`${id} says ${paid_minor} is paid, and has ${sum}`)
  }
  const keys = [...stripe.sessions.values()].map(({ key }) => key)
  if (new Set(keys).size < keys.length) found('a checkout has two sessions')
  if (new Set(claims.map((it) => it.invoice_id)).size < claims.length) found('two claims')
  const refs = refunds.flatMap(({ ref }) => ref ?? [])
  if (new Set(refs).size < refs.length) found('a refund is there twice')
  const booked = new Set(bookings.flatMap(({ payment_id }) => payment_id ?? []))
  if (payments.some(({ id }) => !booked.has(id))) found('a payment that no provider reported')
}

/** The books against the provider alone. */
async function judgeHeld({ database, given, tables, stripe }: State): Promise<void> {
  const bookings = await tables.selectFrom('provider_bookings').selectAll().execute()
  const known = await tables.selectFrom('provider_payments').selectAll().execute()
  for (const { intent, facts } of stripe.sessions.values())
    for (const { ref, status, amount, refunds = [], disputes = [] } of facts.payments) {
      const row = known.find((it) => it.ref === `${intent}:${ref}`)
      const back = refunds.filter((it) => it.status === 'done').map((it) => it.amount)
      const taken = disputes.filter((it) => it.withdrawn).map((it) => it.amount)
      const held = [...back, ...taken].reduce((sum, it) => sum - it, status === 'paid' ? amount : 0)
      const sum = sumOf(bookings.filter((it) => it.provider_payment_id === row?.id))
      if (sum !== BigInt(held))
        given.finding(`${database.engine}: the provider holds ${held}, and ${sum} is booked`)
    }
}

const sumOf = (rows: readonly { readonly amount_minor: bigint }[]): bigint =>
  rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)

async function givenInvoices(work: ReadWork, { invoices }: Kills): Promise<readonly string[]> {
  const { id: customer_id } = await createCustomer(work, { name: 'Fernweh Books' })
  const ids: string[] = []
  for (let at = 0; at < invoices; at += 1) {
    const { invoice } = await createInvoice(work, {
      ...{ customer_id, issue_date: '2026-11-10', status: 'sent' },
      items: [
        { description: 'Work', unit_price: `${100 + at}`, tax: { category: 'Z', rate: '0' } },
      ],
    })
    ids.push(invoice.id)
  }
  const made = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_faults123' }
  await createProvider(work, { ...made, hook_secrets: [SECRET] })
  return ids
}
