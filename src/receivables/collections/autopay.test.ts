import { existsSync, readFileSync } from 'node:fs'
import { parseMinor } from '@billwright/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { unpackedData } from '../../core/record/packed-data.ts'
import { transaction } from '../../core/record/transaction.ts'
import { FOLLOW_CHECKOUT } from '../checkout/kinds.ts'
import { openCheckout } from '../checkout/open.ts'
import { stopMethods } from '../methods/change.ts'
import type { Consent } from '../methods/method.ts'
import { noteNotice } from './notice.ts'

/** Cases beside the project: an invoice from the notice to the charge of a kept method, and back. */
const FILE = new URL('../../../../shared/payments/vectors/collections.json', import.meta.url)

interface Case {
  readonly id: string
  readonly title: string
  readonly given: Json
  readonly steps: readonly Json[]
  readonly expect: Json
}

const CARD = { V: { via: 'provider', kind: 'card' } }
const INVOICES = { A: { total: '119.00', due: '2026-05-18' } }

/** Our own, which run without the cases beside the project. */
const OWN: readonly Case[] = [
  {
    id: 'own1',
    title: 'announced, charged on the due date, and never before',
    given: { invoices: INVOICES, methods: CARD },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'V' },
      { do: 'day', date: '2026-05-18' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-20' },
      { do: 'day', date: '2026-05-21' },
    ],
    expect: {
      invoices: {
        A: { status: 'paid', paid: '119.00', due: '0.00', payments: [['payment', '119.00']] },
      },
      collections: { A: { status: 'collected', attempts: 1 } },
      ...{ methods: { V: 'active' }, charges: 1, attention: [] },
      events: {
        ...{ 'collection.announced': 1, 'collection.collected': 1, 'collection.planned': 1 },
        ...{ 'collection.submitted': 1, 'invoice.paid': 1, 'payment.recorded': 1 },
      },
    },
  },
]

describe.each(ENGINES)('autopay (%s)', (engine) => {
  const ofOthers: readonly Case[] = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8')).cases
    : []
  const cases = [...OWN, ...ofOthers.filter(({ id }) => id.startsWith('c'))]
  let app: TestApp
  let stripe: PlayedStripe
  let provider = ''

  beforeAll(async () => {
    stripe = await playStripe()
    app = await startTestApp(engine, {
      OUTBOUND_ALLOW: stripe.host,
      PAYMENT_ORIGINS: `stripe=${stripe.origin}`,
    })
    await givens(app).settings({ timeZone: 'Europe/Berlin' })
    const body = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_played123' }
    provider = (await app.call('POST', '/payment-providers', body)).json().id
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
  })

  test.each(cases.map((it) => [it.id, it.title, it]))('%s: %s', async (_id, _title, it) => {
    await new Play({ app, stripe, provider }, it).run()
  })
})

interface Site {
  readonly app: TestApp
  readonly stripe: PlayedStripe
  readonly provider: string
}

/** One case with a customer of its own. */
class Play {
  private readonly site: Site
  private readonly it: Case
  private readonly invoices: Record<string, string> = {}
  private readonly methods: Record<string, string> = {}
  private readonly leftOut: Record<string, string> = {}
  private readonly checkouts: Record<string, string> = {}
  private customer = ''
  private since = 0n
  private chargesBefore = 0

  constructor(site: Site, it: Case) {
    this.site = site
    this.it = it
  }

  async run(): Promise<void> {
    const { app, stripe } = this.site
    app.clock.set('2026-05-04T10:00:00.000Z')
    this.customer = (await givens(app).customer({ name: this.it.id })).id
    for (const [name, method] of Object.entries<Json>(this.it.given.methods))
      this.methods[name] = await this.keep(method)
    const last = await app.tables
      .selectFrom('events')
      .select((e) => e.fn.max('sequence').as('last'))
      .executeTakeFirst()
    this.since = last?.last ?? 0n
    this.chargesBefore = stripe.charges.size
    for (const step of this.it.steps) {
      await this.step(step)
      await this.settle()
    }
    const { mails: _mails, ...expected } = this.it.expect
    expect(await this.found()).toEqual({ left_out: {}, ...expected })
  }

  /** The customer pays an invoice, and agrees that the method is kept. */
  private async keep({ kind, max_amount: max, notice_days: days }: Json): Promise<string> {
    const { app, stripe, provider } = this.site
    const invoiceId = await this.issue({ total: '10.00', due: '2026-05-18' })
    const consent: Consent = {
      ...{ words: 'I agree.', wordsSha256: 'f'.repeat(64), language: 'en', at: app.work().at },
      ...{ invoiceId, ip: null, browser: null, currency: 'EUR', noticeDays: days ?? null },
      maxMinor: max === undefined ? null : String(parseMinor(max, 'EUR')),
    }
    const opening = { invoiceId, providerId: provider, method: kind, consent } as const
    const { id } = await openCheckout(app.work(), { ...opening, openedBy: 'page' })
    const payment = {
      ref: 'first',
      status: 'paid',
      amount: 1000,
      currency: 'EUR',
      at: 1_777_888_800,
    }
    stripe.of(id).facts = {
      status: 'paid',
      payments: [{ ...payment, status: 'paid', method: kind }],
    }
    await this.look(id)
    const { data } = await this.read(`/customers/${this.customer}/payment-methods`)
    return data.at(-1).id
  }

  private async issue({ total, due }: Json): Promise<string> {
    const item = { description: 'A', quantity: '1', unit_price: total, tax: { category: 'O' } }
    const body = { customer_id: this.customer, items: [item], due_date: due, status: 'sent' }
    return (await givens(this.site.app).invoice(body)).id
  }

  private async settle(): Promise<void> {
    const { app } = this.site
    for (let n = 0; n < 2; n += 1) {
      await runNow(app, 'collection.watch')
      await app.services.jobRunner.runDue()
    }
    await runNow(app, 'collection.watch')
  }

  private async look(checkoutId: string): Promise<void> {
    const { app } = this.site
    const job = { key: checkoutId, payload: { checkoutId } }
    await transaction(app.work(), (work) => enqueue(work, FOLLOW_CHECKOUT, [job]))
    await app.services.jobRunner.runDue()
  }

  private async read(path: string): Promise<Json> {
    return (await this.site.app.call('GET', path)).json()
  }

  private async step(step: Json): Promise<void> {
    const { app, stripe } = this.site
    const id = this.invoices[step.invoice] ?? ''
    switch (step.do) {
      case 'issue': {
        const invoiceId = await this.issue(this.it.given.invoices[step.invoice])
        this.invoices[step.invoice] = invoiceId
        const body = { payment_method_id: this.methods[step.collect] }
        const answer = await app.call('POST', `/invoices/${invoiceId}/collect`, body)
        if (answer.statusCode !== 201) this.leftOut[step.invoice] = answer.json().code
        return
      }
      case 'mail': {
        const isAccepted = step.result === 'accepted'
        const writtenAt = app.work().at
        const notice = { invoiceId: id, messageId: 'msg_1', writtenAt, isAccepted }
        await transaction(app.work(), (work) => noteNotice(work, notice))
        return
      }
      case 'day':
        for (const how of Object.values<Json>(step.charge ?? {})) stripe.onCharge.push(how)
        return this.go(step.date)
      case 'again':
        app.clock.set(new Date(app.clock.now() + 600_000).toISOString())
        await app.services.jobRunner.runDue()
        return
      case 'facts':
        return this.tell(id, step.status)
      case 'transfer':
        await app.call('POST', `/invoices/${id}/payments`, { amount: step.amount })
        return
      case 'credit_note': {
        const { items } = await this.read(`/invoices/${id}`)
        const lines = [{ id: items[0].id, amount: step.amount }]
        await app.call('POST', `/invoices/${id}/credit-note`, { items: lines, status: 'sent' })
        return
      }
      case 'checkout':
        return this.checkout(step)
      case 'stop':
        return stopMethods(app.work(), this.customer)
      default:
        throw new Error(`Unknown step ${step.do}.`)
    }
  }

  private async go(date: string): Promise<void> {
    const { app } = this.site
    const at = new Date(`${date}T10:00:00.000Z`).toISOString()
    const now = new Date(app.clock.now()).toISOString()
    // The same day again is an hour later.
    app.clock.set(at > now ? at : new Date(app.clock.now() + 3_600_000).toISOString())
    await app.services.jobRunner.runDue()
  }

  private async tell(invoiceId: string, status: string): Promise<void> {
    const { data } = await this.read(`/collections?invoice_id=${invoiceId}`)
    const checkoutId = data[0].attempts.at(-1).ref
    const charge = this.site.stripe.charges.get(checkoutId)
    if (!charge) throw new Error(`No charge of ${invoiceId} was made.`)
    const payments = charge.facts.payments.map((it) => ({
      ...it,
      status: status === 'paid' ? ('paid' as const) : ('failed' as const),
    }))
    charge.facts = { status, payments }
    await this.look(checkoutId)
  }

  private async checkout({ invoice, status }: Json): Promise<void> {
    const { app, stripe } = this.site
    if (status === 'open') {
      const answer = await app.call('POST', `/invoices/${this.invoices[invoice]}/checkout`, {})
      this.checkouts[invoice] = answer.json().id
      return
    }
    const id = this.checkouts[invoice] ?? ''
    const { amount } = await this.read(`/checkouts/${id}`)
    const paid = {
      ...{ ref: 'page', status: 'paid' as const, amount: Number(amount.replace('.', '')) },
      ...{ currency: 'EUR', at: 1_777_888_800 },
    }
    stripe.of(id).facts = { status, payments: status === 'paid' ? [paid] : [] }
    await this.look(id)
  }

  private async found(): Promise<Json> {
    const provided = (await this.read(`/provider-payments?customer_id=${this.customer}`)).data
    const kinds = new Map<string, string>()
    for (const { booked } of provided)
      for (const it of booked) if (it.payment_id) kinds.set(it.payment_id, it.kind)
    const invoices: Record<string, Json> = {}
    const collections: Record<string, Json> = {}
    const attention: string[] = []
    for (const [name, id] of Object.entries(this.invoices)) {
      const { status, totals } = await this.read(`/invoices/${id}`)
      const { data } = await this.read(`/invoices/${id}/payments?sort=created_at`)
      const payments = data.map((it: Json) => [kinds.get(it.id) ?? 'transfer', it.amount])
      invoices[name] = { status, paid: totals.paid, due: totals.due, payments }
      const [found] = (await this.read(`/collections?invoice_id=${id}`)).data
      if (!found) continue
      const { attempts, ended_because: because, next_on: nextOn } = found
      const wanted = this.it.expect.collections[name] ?? {}
      collections[name] = {
        ...{ status: found.status, attempts: attempts.length },
        ...(because !== null && { ended_because: because }),
        ...('next_on' in wanted && { next_on: nextOn }),
      }
      if (Number(totals.due) > 0) attention.push(...found.problems)
    }
    const matters = (await this.read('/attention?kind=payment&limit=100')).data
    const ids = new Set(provided.map(({ id }: Json) => id))
    for (const { code, resource } of matters) if (ids.has(resource.id)) attention.push(code)
    const methods: Record<string, string> = {}
    for (const [name, id] of Object.entries(this.methods))
      methods[name] = (await this.read(`/payment-methods/${id}`)).status
    return {
      ...{ invoices, collections, methods, attention: attention.toSorted() },
      charges: this.site.stripe.charges.size - this.chargesBefore,
      events: await this.events(),
      left_out: this.leftOut,
    }
  }

  private async events(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.site.app.tables
      .selectFrom('events')
      .selectAll()
      .where('sequence', '>', this.since)
      .execute()
    const counted = rows
      .filter((it) => JSON.parse(unpackedData(it, it.resource_id)).customer_id === this.customer)
      .map(({ type }) => type)
      .filter((type) =>
        /^(collection|payment|payment_method)\.|^invoice\.(paid|reopened)$/.test(type),
      )
      .toSorted()
    return Object.fromEntries(
      [...Map.groupBy(counted, (it) => it)].map(([type, all]) => [type, all.length]),
    )
  }
}
