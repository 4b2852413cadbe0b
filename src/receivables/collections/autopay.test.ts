import { existsSync, readFileSync } from 'node:fs'
import { parseMinor } from '@billwright/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { unpackedData } from '../../core/record/packed-data.ts'
import { transaction } from '../../core/record/transaction.ts'
import { addDays } from '../../kernel/calendar.ts'
import { FOLLOW_CHECKOUT } from '../checkout/kinds.ts'
import { openCheckout } from '../checkout/open.ts'
import { stopMethods } from '../methods/change.ts'
import type { Consent } from '../methods/method.ts'
import { saveChange } from './change.ts'
import { planKept } from './plan.ts'
import { lockCollection } from './read.ts'

/** Cases beside the project: an invoice from the notice to the charge of a kept method, and back. */
const FILE = new URL('../../../../shared/payments/vectors/collections.json', import.meta.url)

interface Case {
  readonly id: string
  readonly title: string
  readonly given: Json
  readonly steps: readonly Json[]
  readonly expect: Json
}

const DEBIT = { K: { via: 'provider', kind: 'sepa_debit', notice_days: 3 } }
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
      mails: {},
    },
  },
  {
    id: 'own2',
    title: 'a debit at a provider comes back because its mandate was withdrawn: never again',
    given: { invoices: INVOICES, methods: DEBIT },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'K' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-18' },
      { do: 'day', date: '2026-05-26' },
      { do: 'facts', invoice: 'A', status: 'returned', code: 'MD01' },
      { do: 'day', date: '2026-06-01' },
    ],
    expect: {
      invoices: {
        A: {
          ...{ status: 'sent', paid: '0.00', due: '119.00' },
          payments: [
            ['payment', '119.00'],
            ['return', '-119.00'],
          ],
        },
      },
      collections: { A: { status: 'given_up', attempts: 1, ended_because: 'MD01' } },
      ...{ methods: { K: 'canceled' }, charges: 1 },
      attention: ['charge_failed', 'payment_returned'],
      events: {
        ...{ 'collection.announced': 1, 'collection.collected': 1, 'collection.given_up': 1 },
        ...{ 'collection.planned': 1, 'collection.returned': 1, 'collection.submitted': 1 },
        ...{ 'invoice.paid': 1, 'invoice.reopened': 1, 'payment.recorded': 1 },
        ...{ 'payment.returned': 1, 'payment_method.ended': 1 },
      },
      mails: { charge_failed: 1 },
    },
  },
  {
    id: 'own3',
    title: 'the customer disputes a charge: the method rests, and nothing is charged again',
    given: { invoices: INVOICES, methods: CARD },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'V' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-18' },
      { do: 'day', date: '2026-05-26' },
      { do: 'facts', invoice: 'A', status: 'paid', dispute: 'lost' },
      { do: 'day', date: '2026-06-01' },
    ],
    expect: {
      invoices: {
        A: {
          ...{ status: 'sent', paid: '0.00', due: '119.00' },
          payments: [
            ['payment', '119.00'],
            ['dispute', '-119.00'],
          ],
        },
      },
      collections: { A: { status: 'given_up', attempts: 1, ended_because: 'disputed' } },
      ...{ methods: { V: 'suspended' }, charges: 1, attention: ['charge_failed'] },
      events: {
        ...{ 'collection.announced': 1, 'collection.collected': 1, 'collection.given_up': 1 },
        ...{ 'collection.planned': 1, 'collection.returned': 1, 'collection.submitted': 1 },
        ...{ 'invoice.paid': 1, 'invoice.reopened': 1, 'payment.recorded': 1 },
        ...{ 'payment.returned': 1, 'payment_method.suspended': 1 },
      },
      mails: { charge_failed: 1 },
    },
  },
  {
    id: 'own4',
    title: 'paid by transfer while the charge is on its way: collected, and on the account',
    given: { invoices: INVOICES, methods: DEBIT },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'K' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-18', charge: { A: 'pending' } },
      { do: 'transfer', invoice: 'A', amount: '119.00' },
      { do: 'day', date: '2026-05-20' },
      { do: 'facts', invoice: 'A', status: 'paid' },
      { do: 'day', date: '2026-06-01' },
    ],
    expect: {
      invoices: {
        A: { status: 'paid', paid: '119.00', due: '0.00', payments: [['transfer', '119.00']] },
      },
      collections: { A: { status: 'collected', attempts: 1 } },
      ...{ methods: { K: 'active' }, charges: 1, attention: ['overpaid_online'] },
      events: {
        ...{ 'collection.announced': 1, 'collection.collected': 1, 'collection.planned': 1 },
        ...{ 'collection.submitted': 1, 'invoice.paid': 1, 'payment.recorded': 1 },
      },
      mails: {},
    },
  },
  {
    id: 'own5',
    title: 'the message about the failure bounces: nothing is charged again',
    given: { invoices: INVOICES, methods: CARD },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'V' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-18', charge: { A: 'soft' }, mail: 'bounced' },
      { do: 'day', date: '2026-05-21' },
      { do: 'day', date: '2026-05-26' },
    ],
    expect: {
      invoices: { A: { status: 'sent', paid: '0.00', due: '119.00', payments: [] } },
      collections: { A: { status: 'planned', attempts: 1 } },
      ...{ methods: { V: 'active' }, charges: 1, attention: ['notice_not_sent'] },
      events: {
        ...{ 'collection.announced': 1, 'collection.failed': 1, 'collection.planned': 1 },
        ...{ 'collection.submitted': 1 },
      },
      mails: { charge_failed: 1 },
    },
  },
  {
    id: 'own6',
    title: 'a person starts it again: charged once the customer was told of the new day',
    given: { invoices: INVOICES, methods: CARD },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'V' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-18', charge: { A: 'auth' } },
      { do: 'retry', invoice: 'A', mail: 'bounced' },
      { do: 'day', date: '2026-05-25' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-27' },
      { do: 'day', date: '2026-05-28' },
    ],
    expect: {
      invoices: {
        A: { status: 'paid', paid: '119.00', due: '0.00', payments: [['payment', '119.00']] },
      },
      collections: { A: { status: 'collected', attempts: 2 } },
      ...{ methods: { V: 'active' }, charges: 2, attention: [] },
      events: {
        ...{ 'collection.announced': 1, 'collection.collected': 1, 'collection.failed': 1 },
        ...{ 'collection.given_up': 1, 'collection.planned': 2, 'collection.submitted': 2 },
        ...{ 'invoice.paid': 1, 'payment.recorded': 1 },
      },
      mails: { charge_failed: 2 },
    },
  },
  {
    id: 'own7',
    title: 'by the settings: from the day of issue with a notice of 5 days, tried again once',
    given: {
      ...{ invoices: INVOICES, methods: CARD },
      settings: { collectOn: 'issue', noticeDays: 5, collectRetries: [2] },
    },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'V' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-08' },
      { do: 'day', date: '2026-05-09', charge: { A: 'soft' } },
      { do: 'day', date: '2026-05-13' },
      { do: 'day', date: '2026-05-14', charge: { A: 'soft' } },
      { do: 'day', date: '2026-05-26' },
    ],
    expect: {
      invoices: { A: { status: 'sent', paid: '0.00', due: '119.00', payments: [] } },
      collections: { A: { status: 'given_up', attempts: 2, ended_because: 'attempts' } },
      ...{ methods: { V: 'active' }, charges: 2, attention: ['charge_failed'] },
      events: {
        ...{ 'collection.announced': 1, 'collection.failed': 2, 'collection.given_up': 1 },
        ...{ 'collection.planned': 1, 'collection.submitted': 2 },
      },
      mails: { charge_failed: 2 },
    },
  },
  {
    id: 'own8',
    title: 'without retries in the settings, a failure ends it',
    given: { invoices: INVOICES, methods: CARD, settings: { collectRetries: [] } },
    steps: [
      { do: 'issue', invoice: 'A', collect: 'V' },
      { do: 'mail', invoice: 'A', result: 'accepted' },
      { do: 'day', date: '2026-05-18', charge: { A: 'soft' } },
      { do: 'day', date: '2026-05-26' },
    ],
    expect: {
      invoices: { A: { status: 'sent', paid: '0.00', due: '119.00', payments: [] } },
      collections: { A: { status: 'given_up', attempts: 1, ended_because: 'attempts' } },
      ...{ methods: { V: 'active' }, charges: 1, attention: ['charge_failed'] },
      events: {
        ...{ 'collection.announced': 1, 'collection.failed': 1, 'collection.given_up': 1 },
        ...{ 'collection.planned': 1, 'collection.submitted': 1 },
      },
      mails: { charge_failed: 1 },
    },
  },
]

describe.each(ENGINES)('autopay (%s)', (engine) => {
  const ofOthers: readonly Case[] = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8')).cases
    : []
  const cases = [...OWN, ...ofOthers.filter(({ id }) => id.startsWith('c'))]
  let site: PlayedApp<PlayedStripe>
  let app: TestApp
  let stripe: PlayedStripe
  let mail: MailServer
  let provider = ''

  beforeAll(async () => {
    mail = await startMailServer()
    const body = { kind: 'stripe', api_key: 'sk_test_played123' }
    site = await startWithProvider(engine, playStripe, body, { SMTP_URL: mail.url })
    ;({ app, played: stripe, provider } = site)
    await givens(app).settings({
      timeZone: 'Europe/Berlin',
      companyEmail: 'office@ateliernord.example',
    })
  })
  afterAll(async () => {
    await site?.close()
    await mail?.close()
  })

  test.each(cases.map((it) => [it.id, it.title, it]))('%s: %s', async (_id, _title, it) => {
    await new Play({ app, stripe, mail, provider }, it).run()
  })

  test.each([
    ['below_minimum', { minimum: '120.00' }],
    ['above_maximum', { maximum: '20.00' }],
    ['currency_not_offered', { currencies: ['CHF'] }],
  ])('an amount that the provider does not take is not charged: %s', async (reason, limits) => {
    const play = new Play({ app, stripe, mail, provider }, LIMITED)
    const limit = (body: object) => app.json('PATCH', `/payment-providers/${provider}`, body)
    const [planned, refused] = await play.prepare()
    const announced = await app.json('POST', `/collections/${planned.id}/announce`, {})
    await limit(limits)
    const answers = [
      await app.call('POST', `/invoices/${refused}/collect`, {}),
      await app.call('POST', `/invoices/${refused}/checkout`, {}),
    ]
    for (const it of answers)
      expect(it.json()).toMatchObject({ status: 409, code: 'not_payable_online', reason })
    await transaction(app.work(), (work) => planKept(work, refused))
    expect((await app.json('GET', `/collections?invoice_id=${refused}`)).data).toEqual([])
    const before = stripe.charges.size
    app.clock.set(`${announced.next_on}T12:00:00Z`)
    await runNow(app, 'collection.watch')
    await app.services.jobRunner.runDue()
    expect(await app.json('GET', `/collections/${planned.id}`)).toMatchObject({
      ...{ status: 'given_up', ended_because: reason, attempts: [], problems: ['charge_failed'] },
    })
    const again = await app.call('POST', `/collections/${planned.id}/retry`)
    expect(again.json()).toMatchObject({ code: 'not_payable_online', reason })
    await limit({ minimum: null, maximum: null, currencies: [] })
    expect(stripe.charges.size).toBe(before)
    await transaction(app.work(), (work) => planKept(work, refused))
    expect((await app.json('GET', `/collections?invoice_id=${refused}`)).data).toHaveLength(1)
  })

  test('nobody told the customer until the day: a person should know, once', async () => {
    const play = new Play({ app, stripe, mail, provider }, LIMITED)
    const [{ id, next_on }] = await play.prepare()
    const watch = async (): Promise<Json> => {
      await runNow(app, 'collection.watch')
      return app.json('GET', `/collections/${id}`)
    }
    expect(await watch()).toMatchObject({ status: 'planned', problems: [] })
    app.clock.set(`${next_on}T08:00:00Z`)
    expect(await watch()).toMatchObject({ status: 'planned', problems: ['notice_not_sent'] })
    await app.json('POST', `/collections/${id}/acknowledge`)
    expect(await watch()).toMatchObject({ status: 'planned', problems: [] })
  })

  test('more is due than the notice said: a new notice with the new amount and day', async () => {
    const play = new Play({ app, stripe, mail, provider }, LIMITED)
    const [{ id, invoice_id, customer_id }] = await play.prepare()
    await app.json('PATCH', `/customers/${customer_id}`, { email: 'accounts@fernweh.example' })
    const payments = `/invoices/${invoice_id}/payments`
    const payment = await app.json('POST', payments, { amount: '19.00' })
    const first = await app.json('POST', `/collections/${id}/announce`, {})
    expect(first.notice).toMatchObject({ amount: '100.00' })
    await app.call('DELETE', `${payments}/${payment.id}`)
    app.clock.set(`${first.next_on}T12:00:00Z`)
    mail.onData = () => 'accept'
    const before = stripe.charges.size
    // The pace of mail remembers the later days of the tests before.
    await app.tables.deleteFrom('mail_pace').execute()
    for (let n = 0; n < 4; n += 1) {
      await runNow(app, 'collection.watch')
      await app.services.jobRunner.runDue()
      app.clock.set(new Date(app.clock.now() + 60_000).toISOString())
    }
    const { data } = await app.json('GET', `/messages?customer_id=${customer_id}`)
    expect(data.map(({ kind, status }: Json) => [kind, status])).toEqual([['invoice', 'sent']])
    const again = await app.json('GET', `/collections/${id}`)
    expect(again).toMatchObject({ status: 'announced', amount: '119.00', problems: [] })
    expect(again.notice).toMatchObject({ amount: '119.00', collect_on: again.next_on })
    expect(again.next_on > first.next_on).toBe(true)
    expect(stripe.charges.size).toBe(before)
    app.clock.set(`${again.next_on}T12:00:00Z`)
    await runNow(app, 'collection.watch')
    await app.services.jobRunner.runDue()
    expect(stripe.charges.size).toBe(before + 1)
    expect(await app.json('GET', `/invoices/${invoice_id}`)).toMatchObject({ status: 'paid' })
    const charged = await app.json('GET', `/invoices/${invoice_id}/checkouts`)
    expect(charged.data).toMatchObject([{ opened_by: 'collection', collection_id: id }])
    const list = `/provider-payments?customer_id=${customer_id}&sort=-created_at`
    expect((await app.json('GET', list)).data[0]).toMatchObject({ collection_id: id })
  })

  test('409: after four attempts in 35 days neither a retry nor a new collection', async () => {
    const play = new Play({ app, stripe, mail, provider }, LIMITED)
    const [{ id, invoice_id, next_on }] = await play.prepare()
    await transaction(app.work(), async (work) => {
      const before = await lockCollection(work, id)
      const attempts = [1, 2, 3, 4].map((n) => ({
        ...{ n, at: work.at, day: next_on, noticeAt: work.at, ref: `chk_${n}` },
        ...{ outcome: 'failed' as const, code: 'insufficient_funds' },
      }))
      await saveChange(work, before, { status: 'given_up', nextOn: null, attempts })
    })
    const tried = () => [
      app.call('POST', `/collections/${id}/retry`),
      app.call('POST', `/invoices/${invoice_id}/collect`, {}),
    ]
    app.clock.set(`${next_on}T12:00:00Z`)
    for (const answer of await Promise.all(tried()))
      expect(answer.json()).toMatchObject({ status: 409, code: 'attempts_used_up' })
    app.clock.set(`${addDays(next_on, 36)}T12:00:00Z`)
    const again = await app.call('POST', `/collections/${id}/retry`)
    expect(again.json()).toMatchObject({ status: 'planned' })
    await app.json('POST', `/collections/${id}/cancel`)
    await app.tables.deleteFrom('collections').where('id', '=', id).execute()
  })

  test('verify finds nothing wrong', async () => {
    const { breaks } = await verifyDatabase(app.work())
    expect(breaks).toEqual([])
  })
})

const USUAL = { collectOn: null, noticeDays: null, collectRetries: null }

const LIMITED: Case = {
  ...{ id: 'limited', title: 'Limited', given: { methods: CARD, invoices: {} }, steps: [] },
  expect: {},
}

interface Site {
  readonly app: TestApp
  readonly stripe: PlayedStripe
  readonly mail: MailServer
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
    // The pace of mail remembers the later days of the case before.
    await app.tables.deleteFrom('mail_pace').execute()
    await givens(app).settings({ ...USUAL, ...this.it.given.settings })
    this.customer = (
      await givens(app).customer({ name: this.it.id, email: 'accounts@fernweh.example' })
    ).id
    for (const [name, method] of Object.entries<Json>(this.it.given.methods))
      this.methods[name] = await this.keep(method)
    const last = await app.tables
      .selectFrom('events')
      .select((e) => e.fn.max('sequence').as('last'))
      .executeTakeFirst()
    this.since = last?.last ?? 0n
    this.chargesBefore = stripe.charges.size
    for (const step of this.it.steps) {
      const isBounced = step.mail === 'bounced' || step.result === 'bounced'
      this.site.mail.onData = () =>
        isBounced ? { code: 550, text: '5.1.1 No such mailbox.' } : 'accept'
      await this.step(step)
      await this.settle()
    }
    expect(await this.found()).toEqual({ left_out: {}, ...this.it.expect })
  }

  /** A customer with a kept method: a planned collection, and an invoice without one. */
  async prepare(): Promise<readonly [Json, string]> {
    const { app } = this.site
    app.clock.set('2026-05-04T10:00:00.000Z')
    this.customer = (await givens(app).customer({ name: this.it.id })).id
    await this.keep(this.it.given.methods.V)
    const [first, second] = [await this.issue(INVOICES.A), await this.issue(INVOICES.A)]
    return [await app.json('POST', `/invoices/${first}/collect`, {}), second]
  }

  /** The customer pays an invoice, and agrees that the method is kept. */
  private async keep({ kind, max_amount: max, notice_days: days }: Json): Promise<string> {
    const { app, stripe, provider } = this.site
    const invoiceId = await this.issue({ total: '10.00', due: '2026-05-18' })
    const consent: Consent = {
      ...{ words: 'I agree.', wordsSha256: 'f'.repeat(64), language: 'en', at: app.work().at },
      ...{
        invoiceId,
        name: null,
        ip: null,
        browser: null,
        currency: 'EUR',
        noticeDays: days ?? null,
      },
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
      // The pace leaves a pause between two messages.
      app.clock.set(new Date(app.clock.now() + 60_000).toISOString())
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
        const answer = await app.call('POST', `/invoices/${id}/send`, { attach: [] })
        expect(answer.statusCode, answer.body).toBeLessThan(300)
        return
      }
      case 'retry': {
        const { data } = await this.read(`/collections?invoice_id=${id}`)
        await app.call('POST', `/collections/${data[0].id}/retry`)
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
        return this.tell(id, step)
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
        return stopMethods(app.work(), this.customer, 'provider')
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

  private async tell(invoiceId: string, { status, code, dispute }: Json): Promise<void> {
    const { data } = await this.read(`/collections?invoice_id=${invoiceId}`)
    const checkoutId = data[0].attempts.at(-1).ref
    const charge = this.site.stripe.charges.get(checkoutId)
    if (!charge) throw new Error(`No charge of ${invoiceId} was made.`)
    const payments = charge.facts.payments.map((it) => ({
      ...it,
      status: status === 'paid' ? ('paid' as const) : ('failed' as const),
      ...(code !== undefined && { code }),
      ...(dispute !== undefined && {
        disputes: [{ ref: 'dp', status: dispute, amount: it.amount, withdrawn: true }],
      }),
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
      mails: await this.mails(),
    }
  }

  /** About failures: the others are those that the steps sent. */
  private async mails(): Promise<Readonly<Record<string, number>>> {
    const { data } = await this.read(`/messages?customer_id=${this.customer}&kind=charge_failed`)
    if (data.length === 0) return {}
    const rows = await this.site.app.tables.selectFrom('messages').select('content').execute()
    const contents = JSON.stringify(rows)
    // The secret of the link is added when the message is sent.
    expect(contents).toMatch(/\/i\/…/)
    expect(contents).not.toMatch(/\/i\/[\w-]{43}/)
    return { charge_failed: data.length }
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
