import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { reaching } from '../../../test/providers/app.ts'
import { type PlayedGoCardless, playGoCardless } from '../../../test/providers/gocardless.ts'
import {
  type PlayedMollie,
  type PlayedMollieFacts,
  playMollie,
} from '../../../test/providers/mollie.ts'
import { type PlayedFacts, type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { unpackedData } from '../../core/record/packed-data.ts'
import { transaction } from '../../core/record/transaction.ts'
import { FOLLOW_CHECKOUT } from './kinds.ts'

/** Cases beside the project: facts of a provider in any order, and the books at the end. */
const FILE = new URL('../../../../shared/payments/vectors/sequences.json', import.meta.url)
const SECRET = 'whsec_played'
const NIGHT_SECONDS = 86_400

/** With a reason each. */
const NOT_YET: Readonly<Record<string, string>> = {
  q52: 'closed-period.test.ts has it, with a dispute',
}

interface Case {
  readonly id: string
  readonly title: string
  readonly given: Json
  readonly steps: readonly Json[]
  readonly expect: Json
}

const PAID = { ref: 'p1', status: 'paid', amount: '119.00' }
const OPENED = { do: 'open', as: 'c1', invoice: 'A', provider: 'S' }
const told = (...payments: readonly object[]) => ({
  do: 'provider',
  of: 'c1',
  facts: { status: 'paid', payments },
})
const expected = (payments: readonly (readonly string[])[], paid: string, due: string) => ({
  invoices: { A: { status: due === '0.00' ? 'paid' : 'sent', paid, due, payments } },
  checkouts: { c1: 'paid' },
  account: {},
  unassigned: {},
  objects: 1,
})

/** Our own: what is found although no hook comes. */
const OWN: readonly Case[] = [
  {
    id: 'own1',
    title: 'paid, and the hook is lost: found within minutes, and booked once',
    given: { invoices: { A: { total: '119.00' } } },
    steps: [OPENED, told(PAID), { do: 'wait' }, { do: 'poll' }, { do: 'hook', of: 'c1', times: 2 }],
    expect: {
      ...expected([['payment', '119.00']], '119.00', '0.00'),
      attention: [],
      events: {
        'checkout.created': 1,
        'checkout.paid': 1,
        'payment.recorded': 1,
        'invoice.paid': 1,
      },
    },
  },
  {
    id: 'own2',
    title: 'a card payment is disputed, and the hook is lost: found the next day',
    given: { invoices: { A: { total: '119.00' } } },
    steps: [
      OPENED,
      told(PAID),
      { do: 'hook', of: 'c1' },
      { do: 'day', date: '2026-06-20' },
      told({
        ...PAID,
        disputes: [{ ref: 'd1', status: 'open', amount: '119.00', withdrawn: true }],
      }),
      { do: 'day', date: '2026-06-21' },
    ],
    expect: {
      ...expected(
        [
          ['payment', '119.00'],
          ['dispute', '-119.00'],
        ],
        '0.00',
        '119.00',
      ),
      attention: ['dispute_open'],
      events: {
        ...{ 'checkout.created': 1, 'checkout.paid': 1, 'payment.recorded': 1, 'invoice.paid': 1 },
        ...{ 'dispute.opened': 1, 'payment.returned': 1, 'invoice.reopened': 1 },
      },
    },
  },
  {
    id: 'own3',
    title: 'an abandoned page brings money after all: the later page ends at its provider',
    given: { invoices: { A: { total: '119.00' } } },
    steps: [
      { ...OPENED, provider: 'M' },
      { ...OPENED, as: 'c2' },
      {
        do: 'provider',
        of: 'c1',
        facts: {
          status: 'pending',
          payments: [{ ref: 'p1', status: 'pending', amount: '119.00' }],
        },
      },
      { do: 'hook', of: 'c1' },
      { do: 'wait' },
    ],
    expect: {
      ...expected([], '0.00', '119.00'),
      checkouts: { c1: 'pending', c2: 'canceled' },
      objects: 2,
      attention: [],
      events: {
        ...{ 'checkout.created': 2, 'checkout.pending': 1, 'checkout.canceled': 1 },
      },
    },
  },
]

describe.each(ENGINES)('sequences of facts (%s)', (engine) => {
  const ofOthers: readonly Case[] = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8')).cases
    : []
  const cases = [...OWN, ...ofOthers]
  let app: TestApp
  let stripe: PlayedStripe
  let mollie: PlayedMollie
  let gocardless: PlayedGoCardless
  const providers: Record<string, string> = {}

  beforeAll(async () => {
    stripe = await playStripe()
    mollie = await playMollie()
    gocardless = await playGoCardless()
    app = await startTestApp(engine, reaching({ stripe, mollie, gocardless }))
    app.clock.set('2026-05-04T10:00:00.000Z')
    await givens(app).settings({ timeZone: 'Europe/Berlin' })
    const made = {
      S: { kind: 'stripe', api_key: 'sk_test_played123', hook_secrets: [SECRET] },
      M: { kind: 'mollie', api_key: 'test_played12345678901234567890' },
      G: {
        kind: 'gocardless',
        api_key: 'sandbox_played12345678901234567890',
        hook_secrets: [SECRET],
      },
    }
    for (const [name, given] of Object.entries(made)) {
      const body = { ...given, label: name }
      providers[name] = (await app.call('POST', '/payment-providers', body)).json().id
    }
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
    await mollie.close()
    await gocardless.close()
  })

  const isKnown = (it: Case) => !(it.id in NOT_YET)

  test.each(
    cases.filter(isKnown).map((it) => [it.id, it.title, it]),
  )('%s: %s', async (_id, _title, it) => {
    await new Play({ app, stripe, mollie, gocardless }, providers, it).run()
  })

  const isHint = (step: Json) => ['hook', 'return', 'poll'].includes(step.do)
  const NIGHT = { do: 'nightly' }
  const variants: Readonly<Record<string, (steps: readonly Json[]) => readonly Json[]>> = {
    'each hint three times': (steps) =>
      steps.flatMap((step) => (isHint(step) && !step.fetch ? [step, step, step] : [step])),
    'nightly instead of each hint': (steps) => steps.map((it) => (isHint(it) ? NIGHT : it)),
    'two nights more': (steps) => [...steps, NIGHT, NIGHT],
  }
  // Three times as many cases: some of them on one engine, unless `SEQUENCES=all`.
  const isVaried = (_it: Case, at: number) => process.env.SEQUENCES === 'all' || at % 8 === 0
  describe.runIf(engine === 'sqlite').each(Object.entries(variants))('%s', (_name, vary) => {
    test.each(
      cases
        .filter(isKnown)
        .filter(isVaried)
        .map((it) => [it.id, it.title, it]),
    )('%s: %s', async (_id, _title, it) => {
      const varied = { ...it, steps: vary(it.steps) }
      await new Play({ app, stripe, mollie, gocardless }, providers, varied).run()
    })
  })

  test('verify finds nothing wrong', async () => {
    const { breaks } = await verifyDatabase(app.work())
    expect(breaks).toEqual([])
  })
})

interface Site {
  readonly app: TestApp
  readonly stripe: PlayedStripe
  readonly mollie: PlayedMollie
  readonly gocardless: PlayedGoCardless
}

/** One case with a customer of its own. */
class Play {
  private readonly app: TestApp
  private readonly stripe: PlayedStripe
  private readonly mollie: PlayedMollie
  private readonly gocardless: PlayedGoCardless
  private readonly providers: Readonly<Record<string, string>>
  private readonly it: Case
  private readonly invoices: Record<string, string> = {}
  private readonly checkouts: Record<string, string> = {}
  private readonly refused: string[] = []
  private readonly refunds: Record<string, string> = {}
  /** The name of the provider of each checkout. */
  private readonly openedAt: Record<string, string> = {}
  private customer = ''
  private since = 0n

  constructor(
    { app, stripe, mollie, gocardless }: Site,
    providers: Readonly<Record<string, string>>,
    it: Case,
  ) {
    this.app = app
    this.stripe = stripe
    this.mollie = mollie
    this.gocardless = gocardless
    this.providers = providers
    this.it = it
  }

  async run(): Promise<void> {
    this.app.clock.set('2026-05-04T10:00:00.000Z')
    // A nightly run asks for all of them.
    this.stripe.sessions.clear()
    this.mollie.payments.clear()
    this.gocardless.requests.clear()
    const given = givens(this.app)
    this.customer = (await given.customer({ name: this.it.id })).id
    for (const [name, { total, currency = 'EUR' }] of Object.entries<Json>(
      this.it.given.invoices,
    )) {
      const item = { description: name, quantity: '1', unit_price: total, tax: { category: 'O' } }
      const body = { customer_id: this.customer, currency, items: [item], status: 'sent' }
      this.invoices[name] = (await given.invoice(body)).id
    }
    const { allowPartialOnline = false } = this.it.given.settings ?? {}
    await given.settings({ allowPartialOnline })
    const before = this.objects()
    const last = await this.app.tables
      .selectFrom('events')
      .select((e) => e.fn.max('sequence').as('last'))
      .executeTakeFirst()
    this.since = last?.last ?? 0n
    for (const step of this.it.steps) {
      await this.step(step)
      await this.settle()
    }
    expect({ ...(await this.found()), objects: this.objects() - before }).toEqual(this.expected())
    for (const id of Object.values(this.providers))
      await this.app.call('PATCH', `/payment-providers/${id}`, { enabled: true })
  }

  /** What is due now, and what must end. */
  private async settle(): Promise<void> {
    await this.app.services.jobRunner.runDue()
    await runNow(this.app, 'provider.nightly')
    await runNow(this.app, 'checkout.watch')
    await this.app.services.jobRunner.runDue()
  }

  private forward(seconds: number): void {
    this.app.clock.set(new Date(this.app.clock.now() + seconds * 1000).toISOString())
  }

  private async step(step: Json): Promise<void> {
    const id = this.invoices[step.invoice] ?? ''
    const call: TestApp['json'] = (...request) => this.app.json(...request)
    switch (step.do) {
      case 'open':
        return this.open(step)
      case 'provider': {
        this.tell(step.of, step.facts)
        return
      }
      case 'hook':
        return this.hook(step)
      case 'refund':
        return this.refund(step)
      case 'nightly':
        return this.nightly()
      case 'return':
      case 'poll': {
        for (const name of step.of === undefined ? Object.keys(this.checkouts) : [step.of]) {
          if (step.read) this.sessionOf(name).once = this.played(step.read, this.app.clock.now())
          await this.look(name)
        }
        return
      }
      case 'wait':
        for (let n = 0; n < 5; n += 1) {
          this.forward(70)
          await this.app.services.jobRunner.runDue()
        }
        return
      case 'transfer':
        return call('POST', `/invoices/${id}/payments`, { amount: step.amount, method: 'transfer' })
      case 'credit_note': {
        const { items } = await call('GET', `/invoices/${id}`)
        const lines = [{ id: items[0].id, amount: step.amount }]
        return call('POST', `/invoices/${id}/credit-note`, { items: lines, status: 'sent' })
      }
      case 'void':
        return call('PUT', `/invoices/${id}`, { status: 'void' })
      case 'apply_account':
        return call('POST', `/invoices/${id}/apply-credit`, { amount: step.amount })
      case 'disable_provider':
        return call('PATCH', `/payment-providers/${this.providers[step.provider]}`, {
          enabled: false,
        })
      case 'day':
        return this.app.clock.set(`${step.date}T10:00:00.000Z`)
      default:
        throw new Error(`Unknown step ${step.do}.`)
    }
  }

  private async open(step: Json): Promise<void> {
    const standIn: { readonly onCreate: string[] } =
      { M: this.mollie, G: this.gocardless }[String(step.provider)] ?? this.stripe
    standIn.onCreate.push(step.answer ?? 'ok')
    const shares: Readonly<Record<string, string | undefined>> = step.invoices ?? {
      [step.invoice]: step.amount,
    }
    const [first = '', ...more] = Object.keys(shares)
    const amount = shares[first]
    const others = more.map((name) => ({ invoice_id: this.invoices[name], amount: shares[name] }))
    const body = { provider_id: this.providers[step.provider], method: step.method }
    const answer = await this.app.call('POST', `/invoices/${this.invoices[first]}/checkout`, {
      ...body,
      ...(amount === undefined ? {} : { amount }),
      ...(others.length === 0 ? {} : { others }),
    })
    standIn.onCreate.length = 0
    const found = answer.json()
    if (answer.statusCode !== 201) {
      this.refused.push(found.reason === 'paid' ? 'paid' : found.code)
      return
    }
    const known = Object.entries(this.checkouts).find(([, id]) => id === found.id)
    if (known) this.refused.push(`same:${known[0]}`)
    else this.checkouts[step.as] = found.id
    this.openedAt[step.as] = step.provider
    if (step.on_expire === 'no_answer') this.stripe.broken.set('expire', 1)
  }

  /** Every other look is dropped, so that it finds everything by itself. */
  private async nightly(): Promise<void> {
    await this.app.tables.deleteFrom('jobs').where('kind', '=', FOLLOW_CHECKOUT.name).execute()
    for (const id of Object.values(this.providers)) {
      const answer = await this.app.call('POST', `/payment-providers/${id}/sync`, {})
      expect(answer.statusCode, answer.body).toBe(202)
    }
    await this.app.services.jobRunner.runDue()
    for (const id of Object.values(this.providers)) {
      const provider = (await this.app.call('GET', `/payment-providers/${id}`)).json()
      expect(provider.differing).toEqual([])
      expect(provider.reconciled_until).toBe(this.app.work().at)
    }
    this.forward(NIGHT_SECONDS)
  }

  /** What the provider then says of it is a step of its own. */
  private async refund({ as, of, payment, amount }: Json): Promise<void> {
    const ref = `${this.sessionOf(of).intent}:${payment}`
    const { data } = (
      await this.app.call('GET', `/provider-payments?customer_id=${this.customer}`)
    ).json()
    const { id } = data.find((it: Json) => it.ref === ref)
    const told = this.it.steps
      .flatMap(({ facts }) => facts?.payments ?? [])
      .flatMap((it: Json) => it.refunds ?? [])
    const shown = told.find((it: Json) => it.rfd === as)
    this.stripe.onRefund.push({ ref: shown?.ref ?? as, isShown: false })
    const body = { amount, reason: as }
    const answer = await this.app.call('POST', `/provider-payments/${id}/refund`, body)
    if (answer.statusCode === 201) this.refunds[as] = answer.json().id
    else {
      this.stripe.onRefund.length = 0
      this.refused.push(answer.json().code)
    }
  }

  private objects = () =>
    this.stripe.sessions.size + this.mollie.payments.size + this.gocardless.requests.size

  /** What the provider says of a checkout from now on. */
  private tell(name: string, facts: Json): void {
    const now = this.app.clock.now()
    if (this.openedAt[name] === 'G') this.tellGoCardless(this.checkouts[name] ?? '', facts)
    else if (this.openedAt[name] !== 'M') this.sessionOf(name).facts = this.played(facts, now)
    else this.mollie.of(this.checkouts[name] ?? '').facts = playedByMollie(facts, now)
  }

  private tellGoCardless(checkoutId: string, { payments: [payment] }: Json): void {
    const status = { paid: 'confirmed', failed: 'failed' }[String(payment.status)]
    this.gocardless.pay(checkoutId, { status: status ?? 'submitted' })
  }

  /** With the ids of the refunds that were asked for. */
  private played(facts: Json, now: number): PlayedFacts {
    const known = (it: Json) => ({ ...it, rfd: this.refunds[it.rfd] ?? it.rfd })
    const payments = facts.payments.map((it: Json) => ({
      ...it,
      refunds: it.refunds?.map(known),
    }))
    return played({ ...facts, payments }, now)
  }

  private sessionOf = (name: string) => this.stripe.of(this.checkouts[name] ?? '')

  /** Mollie's classic hook: unsigned, and only an id. */
  private async classicHook(name: string): Promise<void> {
    const { id } = this.mollie.of(this.checkouts[name] ?? '')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/hooks/${this.providers.M}`
    const answer = await this.app.send({ method: 'POST', url, payload: `id=${id}`, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    await this.app.services.jobRunner.runDue()
  }

  private async hook({ of, times = 1, event, signature, store, fetch, read }: Json): Promise<void> {
    if (this.openedAt[of] === 'M') return this.classicHook(of)
    if (this.openedAt[of] === 'G') return this.signedHook(this.checkouts[of] ?? '', times)
    const session =
      of === 'foreign' ? { ...this.sessionOf('c1'), id: 'cs_test_foreign' } : this.sessionOf(of)
    if (read) session.once = this.played(read, this.app.clock.now())
    if (fetch === 'timeout') this.stripe.broken.set('fetch', 1)
    for (let n = 0; n < times; n += 1) {
      const now = Math.floor(this.app.clock.now() / 1000)
      const secret = signature === 'wrong' ? 'whsec_other' : SECRET
      const { body, headers } = this.stripe.hook(session, secret, now, event && `evt_${event}`)
      if (store === 'fails')
        await this.app.tables.schema.alterTable('jobs').renameTo('gone').execute()
      const url = `/hooks/${this.providers[this.openedAt[of] ?? 'S']}`
      const answer = await this.app.send({ method: 'POST', url, payload: body, headers })
      if (store === 'fails')
        await this.app.tables.schema.alterTable('gone').renameTo('jobs').execute()
      const expected = store === 'fails' ? 503 : signature === 'wrong' ? 400 : 200
      expect(answer.statusCode, answer.body).toBe(expected)
      await this.app.services.jobRunner.runDue()
    }
  }

  /** GoCardless tells of the payment, not of the billing request. */
  private async signedHook(checkoutId: string, times: number): Promise<void> {
    const ref = this.gocardless.of(checkoutId).payment ?? ''
    for (let n = 0; n < times; n += 1) {
      const { body, headers } = this.gocardless.hook(ref, SECRET)
      const sent = { method: 'POST', url: `/hooks/${this.providers.G}`, payload: body } as const
      expect((await this.app.send({ ...sent, headers })).statusCode).toBe(200)
      await this.app.services.jobRunner.runDue()
    }
  }

  private async look(name: string): Promise<void> {
    const checkoutId = this.checkouts[name] ?? ''
    const job = { key: checkoutId, payload: { checkoutId } }
    await transaction(this.app.work(), (work) => enqueue(work, FOLLOW_CHECKOUT, [job]))
  }

  private async found(): Promise<Json> {
    const read = async (path: string) => (await this.app.call('GET', path)).json()
    const payments = (await read(`/provider-payments?customer_id=${this.customer}`)).data
    const kindOf = new Map<string, string>()
    for (const { booked } of payments)
      for (const it of booked) if (it.payment_id) kindOf.set(it.payment_id, it.kind)
    const invoices: Record<string, Json> = {}
    for (const [name, id] of Object.entries(this.invoices)) {
      const { status, totals } = await read(`/invoices/${id}`)
      const { data } = await read(`/invoices/${id}/payments?sort=created_at`)
      invoices[name] = {
        ...{ status, paid: totals.paid, due: totals.due },
        payments: data.map((it: Json) => [
          kindOf.get(it.id) ?? (it.account_entry_id ? 'from_account' : 'transfer'),
          it.amount,
        ]),
      }
    }
    const checkouts: Record<string, string> = {}
    for (const [name, id] of Object.entries(this.checkouts)) {
      const { status, live } = await read(`/checkouts/${id}`)
      checkouts[name] = status === 'open' && !live ? 'abandoned' : status
    }
    const { balances = [] } = await read(`/customers/${this.customer}/account`)
    const matters = (await read('/attention?kind=payment&limit=100')).data
    const ids = new Set(payments.map(({ id }: Json) => id))
    const unassigned: Record<string, string> = {}
    for (const it of payments)
      if (Number(it.unassigned) !== 0) unassigned[it.currency] = it.unassigned
    return {
      ...{ invoices, checkouts, unassigned },
      account: Object.fromEntries(
        balances.flatMap((it: Json) =>
          Number(it.balance) === 0 ? [] : [[it.currency, it.balance]],
        ),
      ),
      attention: matters
        .filter(({ resource }: Json) => ids.has(resource.id))
        .map(({ code }: Json) => code)
        .toSorted(),
      events: await this.events(),
      refused: this.refused,
      refunds: await this.refundStatuses(),
    }
  }

  private async refundStatuses(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {}
    for (const [name, id] of Object.entries(this.refunds))
      found[name] = (await this.app.call('GET', `/refunds/${id}`)).json().status
    return found
  }

  private async events(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.app.tables
      .selectFrom('events')
      .selectAll()
      .where('sequence', '>', this.since)
      .execute()
    const counted = rows
      .filter((it) => JSON.parse(unpackedData(it, it.resource_id)).customer_id === this.customer)
      .map(({ type }) => type)
      .filter((type) =>
        /^(checkout|payment|refund|dispute)\.|^invoice\.(paid|reopened)$/.test(type),
      )
      .toSorted()
    return Object.fromEntries(
      [...Map.groupBy(counted, (it) => it)].map(([type, all]) => [type, all.length]),
    )
  }

  private expected(): Json {
    const { mails: _mails, paid_at: _days, refused = [], refunds = {}, ...rest } = this.it.expect
    return { ...rest, refused, refunds }
  }
}

/** Amounts in the cases are decimals; Stripe has integers. The figures here have two digits or none. */
function played(facts: Json, nowMs: number): PlayedFacts {
  const integer = (text: string) => Number(text.replace('.', ''))
  return {
    status: facts.status,
    payments: facts.payments.map((it: Json) => ({
      ref: it.ref,
      status: it.status,
      amount: integer(it.amount),
      currency: it.currency ?? 'EUR',
      at: Math.floor((it.paid_at ? Date.parse(it.paid_at) : nowMs) / 1000),
      fee: it.fee && { amount: integer(it.fee.amount), currency: it.fee.currency },
      refunds: (it.refunds ?? []).map((refund: Json) => ({
        ...{ ref: refund.ref, status: refund.status, amount: integer(refund.amount) },
        refund: refund.rfd,
      })),
      disputes: (it.disputes ?? []).map((dispute: Json) => ({
        ...dispute,
        amount: integer(dispute.amount),
      })),
    })),
  }
}

/** One payment is one object there. */
function playedByMollie({ status, payments: [payment] }: Json, nowMs: number): PlayedMollieFacts {
  const amount = payment && { value: payment.amount, currency: payment.currency ?? 'EUR' }
  return { status, ...(amount && { amount }), paidAt: new Date(nowMs).toISOString() }
}
