import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { camt, OWN_IBAN } from '../../receivables/bank/statements.testing.ts'
import { lookAtReminders } from './look.ts'
import { BUILT_IN_ID } from './plan.ts'

const ITEM = {
  description: 'Cover design',
  unit_price: '1000.00',
  tax: { category: 'Z', rate: '0' },
}
const LEVELS = [
  { title: 'reminder', after_days: 7, mode: 'ask' },
  {
    title: 'final',
    after_days: 21,
    mode: 'ask',
    fee: [{ currency: 'EUR', amount: '5.00' }],
    interest: true,
    lump_sum: true,
    pay_within_days: 10,
  },
]
const CHARGED = {
  interest: {
    margin: '9',
    consumer_margin: '5',
    base: [
      { from: '2026-01-01', rate: '1.15' },
      { from: '2026-07-01', rate: '1.40' },
    ],
  },
  lump_sum: [{ currency: 'EUR', amount: '40.00' }],
}

describe.each(ENGINES)('reminders (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let server: MailServer
  let plan: Json

  beforeAll(async () => {
    server = await startMailServer()
    app = await startTestApp(engine, {
      SMTP_URL: server.url,
      MAIL_FROM: 'Atelier Nord <billing@nord.example>',
    })
    given = givens(app)
    app.clock.set('2026-01-02T10:00:00Z')
    await given.settings({ timeZone: 'Europe/Berlin', companyTaxId: 'DE123456789' })
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })
  beforeEach(async () => {
    app.clock.set('2026-01-02T10:00:00Z')
    server.received.length = 0
    plan = await call('POST', '/reminder-plans', {
      name: 'With charges',
      enabled: true,
      default: true,
      remind_from: '2026-01-01',
      levels: LEVELS,
      ...CHARGED,
    })
  })

  afterEach(async () => {
    await call('PATCH', `/reminder-plans/${BUILT_IN_ID}`, { default: true })
    for (const { id } of (await call('GET', '/reminder-plans')).data)
      await app.call('DELETE', `/reminder-plans/${id}`)
  })

  const call: TestApp['json'] = (...request) => app.json(...request)
  const refused = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, body)
    return { http: answer.statusCode, ...answer.json() }
  }
  const issue = (more: object = {}): Promise<Json> =>
    call('POST', '/invoices', {
      customer: { name: 'Fernweh Books', email: 'desk@fernweh.example', kind: 'business' },
      issue_date: '2026-01-02',
      due_date: '2026-03-31',
      items: [ITEM],
      status: 'sent',
      ...more,
    })
  const lookOn = async (day: string): Promise<void> => {
    app.clock.set(`${day}T10:00:00Z`)
    await lookAtReminders(app.work())
  }
  const waitingOf = async (id: string): Promise<Json[]> =>
    (await call('GET', '/reminders/due?limit=100')).data.filter((it: Json) => it.invoice_id === id)
  const approve = async (id: string): Promise<Json> => {
    const [{ id: reminder }] = await waitingOf(id)
    const { data } = await call('POST', '/reminders/send', { ids: [reminder] })
    return data[0]
  }
  const deliver = async (): Promise<void> => {
    await runNow(app, 'mail.sweep')
    await app.services.jobRunner.runDue()
  }
  const read = (id: string): Promise<Json> => call('GET', `/invoices/${id}/reminders`)
  const listed = async (id: string): Promise<Json> =>
    (await call('GET', `/invoices?id=${id}`)).data[0]
  const chargesOf = async (id: string): Promise<Json[]> =>
    (await call('GET', `/invoices/${id}/charges`)).data

  describe('plans', () => {
    test('200: one is built in and switched off, and can be restored', async () => {
      const path = `/reminder-plans/${BUILT_IN_ID}`
      expect(await call('GET', path)).toMatchObject({
        enabled: false,
        built_in: true,
        levels: [-3, 7, 21, 35].map((after_days) => ({ after_days, fee: null })),
      })
      expect(await call('PATCH', path, { enabled: true })).toMatchObject({
        enabled: true,
        remind_from: '2026-01-02',
        version: 1,
      })
      await call('DELETE', path)
      expect(await call('GET', path)).toMatchObject({ enabled: false, version: 0 })
    })

    test('201: amounts may be numbers, and a level needs no title', async () => {
      const made = await call('POST', '/reminder-plans', {
        name: 'Numbers',
        levels: [
          { name: 'Soon', after_days: -3, mode: 'auto' },
          { after_days: 7, mode: 'auto', fee: [{ currency: 'EUR', amount: 2.5 }], interest: true },
        ],
        interest: { margin: 9, base: [{ from: '2026-01-01', rate: 1.27 }], min_amount: 1 },
        lump_sum: [{ currency: 'EUR', amount: 40 }],
      })
      expect(made).toMatchObject({
        levels: [
          { name: 'Soon', title: 'notice' },
          { name: null, title: 'reminder', fee: [{ currency: 'EUR', amount: '2.5' }] },
        ],
        interest: { margin: '9', base: [{ rate: '1.27' }], min_amount: '1' },
        lump_sum: [{ currency: 'EUR', amount: '40' }],
      })
      await call('DELETE', `/reminder-plans/${made.id}`)
    })

    test('200: there is one default', async () => {
      const other = await call('POST', '/reminder-plans', {
        name: 'Other',
        default: true,
        levels: [{ title: 'reminder', after_days: 5, mode: 'auto', fee: LEVELS[1]?.fee }],
      })
      expect(other.warnings).toMatchObject([{ code: 'charges_on_first_level' }])
      expect(await call('GET', `/reminder-plans/${plan.id}`)).toMatchObject({ default: false })
      const { data, total } = await call('GET', '/reminder-plans?include=total&sort=-name')
      expect(data.filter((it: Json) => it.default)).toMatchObject([{ id: other.id }])
      expect(total).toBe(data.length)
      await call('DELETE', `/reminder-plans/${plan.id}`)
      expect(await refused('DELETE', `/reminder-plans/${other.id}`)).toMatchObject({
        http: 409,
        code: 'reminder_plan_in_use',
        by: ['default'],
      })
    })

    test.each([
      [{ levels: [LEVELS[1], LEVELS[0]] }, '/levels/1/after_days', 'out_of_range'],
      [
        { levels: [{ ...LEVELS[0], repeat_days: 7 }, LEVELS[1]] },
        '/levels/0/repeat_days',
        'not_allowed',
      ],
      [{ interest: null }, '/interest', 'required'],
      [{ lump_sum: null }, '/lump_sum', 'required'],
      [{ lump_sum: [{ currency: 'EUR', amount: '0' }] }, '/lump_sum/0/amount', 'out_of_range'],
      [
        { lump_sum: [{ currency: 'XQX', amount: '1' }] },
        '/lump_sum/0/currency',
        'unknown_currency',
      ],
      [{ interest: { margin: 'nine', base: [] } }, '/interest/margin', 'not_a_number'],
      [{ interest: { margin: '1000', base: [] } }, '/interest/margin', 'out_of_range'],
    ])('422: %j', async (body, pointer, code) => {
      const answer = await refused('PATCH', `/reminder-plans/${plan.id}`, body)
      expect(answer).toMatchObject({ http: 422, errors: [{ pointer, code }] })
    })

    test('404, 412, 422: unknown, changed meanwhile, unknown plan of a customer', async () => {
      const unknown = `rpl_${plan.id.slice(4, -4)}0000`
      expect(await refused('GET', `/reminder-plans/${unknown}`)).toMatchObject({
        http: 404,
        code: 'reminder_plan_not_found',
      })
      const stale = { 'if-match': '"old"' }
      const answer = await app.call('PATCH', `/reminder-plans/${plan.id}`, { name: 'x' }, stale)
      expect(answer.statusCode).toBe(412)
      const customer = { name: 'Fernweh', reminder_plan: unknown }
      expect(await refused('POST', '/customers', customer)).toMatchObject({
        http: 422,
        errors: [{ pointer: '/reminder_plan', code: 'unknown_plan' }],
      })
      const { id } = await issue()
      expect(await refused('PUT', `/invoices/${id}/reminders`, { plan: unknown })).toMatchObject({
        http: 422,
        errors: [{ pointer: '/plan', code: 'unknown_plan' }],
      })
    })

    test('that of the invoice wins over that of the customer', async () => {
      const { id, customer_id } = await issue()
      await call('PATCH', `/customers/${customer_id}`, { reminder_plan: 'none' })
      expect(await read(id)).toMatchObject({ plan: null, reason: 'no_plan' })
      await call('PUT', `/invoices/${id}/reminders`, { plan: plan.id })
      expect(await read(id)).toMatchObject({ plan: { id: plan.id }, own_plan: plan.id })
      expect(await refused('DELETE', `/reminder-plans/${plan.id}`)).toMatchObject({
        by: ['default', 'invoices'],
      })
      await call('PUT', `/invoices/${id}/reminders`, { plan: null })
      expect(await read(id)).toMatchObject({ reason: 'no_plan' })
    })
  })

  describe('approval', () => {
    test('200: a reminder waits, is approved, sent with its paper, and only then called sent', async () => {
      const { id, number } = await issue()
      await lookOn('2026-04-07')
      expect(await waitingOf(id)).toMatchObject([
        { number, days_late: 7, due: '1000.00', title: 'reminder', level: 1 },
      ])
      expect((await call('GET', '/attention?kind=reminder')).data).toContainEqual(
        expect.objectContaining({
          code: 'reminder_due',
          resource: { type: 'invoice', id, name: number },
        }),
      )
      expect(await read(id)).toMatchObject({ waits_for: 'approval', next: { level: 1, n: 1 } })
      const { message_id, problem } = await approve(id)
      expect(problem).toBeNull()
      expect(await read(id)).toMatchObject({ reminders: [{ status: 'queued', message_id }] })
      expect(await listed(id)).toMatchObject({ days_late: 7, reminder_level: null })
      await deliver()
      expect(await listed(id)).toMatchObject({ days_late: 7, reminder_level: 1 })
      expect(await read(id)).toMatchObject({ reminders: [{ status: 'sent', message_id }] })
      const mail = await PostalMime.parse(server.received[0]?.bytes ?? '')
      expect(mail.subject).toBe(`Reminder: invoice ${number}`)
      expect(mail.attachments.map(({ filename }) => filename)).toEqual([`reminder-${number}.pdf`])
      const events = await call('GET', '/events?type=reminder.sent')
      expect(events.data).toMatchObject([{ data: { invoice_id: id, level: 1, message_id } }])
      expect((await call('GET', `/invoices/${id}`)).mail).toBeNull()
    })

    test('200: the ETag changes when a reminder is decided', async () => {
      const { id } = await issue()
      await lookOn('2026-04-07')
      const path = `/invoices/${id}/reminders`
      const { headers } = await app.call('GET', path)
      const known = { 'if-none-match': String(headers.etag) }
      expect((await app.call('GET', path, undefined, known)).statusCode).toBe(304)
      const [{ id: reminder }] = await waitingOf(id)
      await call('POST', '/reminders/dismiss', { ids: [reminder] })
      expect((await app.call('GET', path, undefined, known)).statusCode).toBe(200)
    })

    test('200: a dismissed level counts as done', async () => {
      const { id } = await issue()
      await lookOn('2026-04-07')
      const [{ id: reminder }] = await waitingOf(id)
      await call('POST', '/reminders/dismiss', { ids: [reminder] })
      expect(await waitingOf(id)).toEqual([])
      expect(await read(id)).toMatchObject({ next: { level: 2, day: '2026-04-21' } })
      const again = await call('POST', '/reminders/dismiss', { ids: [reminder] })
      expect(again.data).toMatchObject([{ problem: { code: 'reminder_not_found' } }])
      const sent = await call('POST', '/reminders/send', { ids: [reminder] })
      expect(sent.data).toMatchObject([{ problem: { code: 'reminder_not_found' } }])
    })

    test('200: a payment, a pause or another plan removes it from the list at once', async () => {
      const [paid, paused, none] = [await issue(), await issue(), await issue()]
      await lookOn('2026-04-07')
      await call('POST', `/invoices/${paid.id}/payments`, {})
      await call('POST', `/invoices/${paused.id}/reminders/pause`, { reason: 'dispute' })
      await call('PUT', `/invoices/${none.id}/reminders`, { plan: 'none' })
      for (const { id } of [paid, paused, none]) expect(await waitingOf(id)).toEqual([])
      expect(await read(paused.id)).toMatchObject({
        waits_for: 'paused',
        pause: { reason: 'dispute', until: null },
      })
      await call('POST', `/invoices/${paused.id}/reminders/resume`)
      await lookOn('2026-04-08')
      expect(await waitingOf(paused.id)).toHaveLength(1)
    })
  })

  describe('the moment before dialling', () => {
    test.each([
      ['paid meanwhile', 'paid', (id: string) => call('POST', `/invoices/${id}/payments`, {})],
      [
        'paid in part meanwhile',
        'amount_changed',
        (id: string) => call('POST', `/invoices/${id}/payments`, { amount: '1.00' }),
      ],
      [
        'money on account meanwhile',
        'money_held',
        async (id: string) =>
          call('POST', `/customers/${(await given.read(id)).customer_id}/payments`, {
            amount: '1.00',
            apply: 'none',
          }),
      ],
      [
        'paused meanwhile',
        'paused',
        (id: string) => call('POST', `/invoices/${id}/reminders/pause`, { reason: 'other' }),
      ],
      ['voided meanwhile', 'voided', (id: string) => given.put(id, { status: 'void' })],
    ])('%s: canceled, without charges', async (_name, reason, happens) => {
      const { id } = await issue()
      await lookOn('2026-04-07')
      await call('POST', '/reminders/dismiss', { ids: [(await waitingOf(id))[0].id] })
      await lookOn('2026-04-21')
      const { message_id } = await approve(id)
      expect((await chargesOf(id)).map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['fee', 'lump_sum', 'interest']),
      )
      await happens(id)
      await deliver()
      expect(await call('GET', `/messages/${message_id}`)).toMatchObject({
        status: 'canceled',
        reason,
      })
      expect(server.received).toEqual([])
      expect((await read(id)).reminders.at(-1)).toMatchObject({ level: 2, status: 'canceled' })
      expect(await chargesOf(id)).toEqual([])
    })

    test('a canceled level is written again for the rest', async () => {
      const { id } = await issue()
      await lookOn('2026-04-07')
      await approve(id)
      await call('POST', `/invoices/${id}/payments`, { amount: '400.00' })
      await deliver()
      await lookOn('2026-04-08')
      expect(await waitingOf(id)).toMatchObject([{ level: 1, n: 2, due: '600.00' }])
    })
  })

  describe('charges', () => {
    const secondLevel = async (more: object = {}): Promise<Json> => {
      const invoice = await issue(more)
      await lookOn('2026-04-07')
      await approve(invoice.id)
      await lookOn('2026-07-15')
      await approve(invoice.id)
      return invoice
    }

    test('200: fee, lump sum and interest in addition to the invoice, which never changes', async () => {
      const before = await issue()
      const { id } = await secondLevel()
      expect(await chargesOf(id)).toMatchObject([
        { kind: 'fee', amount: '5.00', status: 'claimed', level: 2 },
        { kind: 'lump_sum', amount: '40.00' },
        {
          kind: 'interest',
          amount: '29.58',
          from: '2026-04-01',
          to: '2026-07-15',
          days: 106,
          rates: [
            { days: 91, rate: '10.15', principal: '1000.00' },
            { days: 15, rate: '10.4', principal: '1000.00' },
          ],
        },
      ])
      const after = await call('GET', `/invoices/${id}`)
      expect(after.totals).toEqual(before.totals)
      const html = (await app.call('GET', `/invoices/${id}/reminder/html`)).body
      expect(html).toContain('Final payment reminder')
      // A letter of today has today's letterhead, though the invoice keeps its own.
      await given.settings({ companyName: 'Renamed today' })
      expect((await app.call('GET', `/invoices/${id}/reminder/html`)).body).toContain(
        'Renamed today',
      )
      expect((await app.call('GET', `/invoices/${id}/html`)).body).not.toContain('Renamed today')
      await given.settings({ companyName: 'Atelier Nord' })
      for (const text of ['29.58', '40.00', '1,074.58']) expect(html).toContain(text)
      const events = await call('GET', `/events?type=invoice.charged&resource_id=${id}`)
      expect(events.data).toHaveLength(1)
    })

    test('200: a consumer pays the lower margin and no lump sum', async () => {
      const customer = { name: 'Ida', email: 'ida@home.example', kind: 'consumer' }
      const { id } = await secondLevel({ customer })
      // 91 × 6.15 % + 15 × 6.40 % of 1,000.00 ÷ 365
      expect(await chargesOf(id)).toMatchObject([
        { kind: 'fee' },
        { kind: 'interest', amount: '17.96' },
      ])
    })

    test('200: without a base rate no interest, and attention', async () => {
      const interest = { ...CHARGED.interest, base: [CHARGED.interest.base[0]] }
      await call('PATCH', `/reminder-plans/${plan.id}`, { interest })
      const { id } = await secondLevel()
      expect((await chargesOf(id)).map(({ kind }) => kind)).toEqual(['fee', 'lump_sum'])
      expect((await read(id)).reminders.at(-1).problem.code).toBe('base_rate_missing')
      const matters = async (): Promise<Json[]> =>
        (await call('GET', '/attention?kind=reminder')).data.filter(
          ({ code }: Json) => code === 'base_rate_missing',
        )
      expect(await matters()).toMatchObject([{ resource: { type: 'invoice', id } }])
      await call('PATCH', `/reminder-plans/${plan.id}`, { interest: CHARGED.interest })
      expect(await matters()).toEqual([])
      await call('PATCH', `/reminder-plans/${plan.id}`, { interest })
      expect(await matters()).toHaveLength(1)
      await call('POST', `/invoices/${id}/payments`, {})
      expect(await matters()).toEqual([])
    })

    test('200, 409: a waived charge is not claimed again', async () => {
      const { id } = await secondLevel()
      const [fee] = await chargesOf(id)
      expect(await call('POST', `/invoices/${id}/charges/${fee.id}/waive`)).toMatchObject({
        status: 'waived',
      })
      expect(await refused('POST', `/invoices/${id}/charges/${fee.id}/waive`)).toMatchObject({
        http: 409,
        status: 409,
        code: 'charge_not_claimed',
        charge_status: 'waived',
      })
      expect(await refused('POST', `/invoices/${id}/charges/chg_none/waive`)).toMatchObject({
        http: 404,
        code: 'charge_not_found',
      })
    })

    test('200: a bank entry pays an invoice and its charges; taken back, both are due', async () => {
      await given.settings({ bankAccount: { iban: OWN_IBAN } })
      const { id } = await secondLevel()
      const entries = [{ amount: '1060.00', text: 'With charges', reference: `CHG-${id}` }]
      await call('POST', '/bank-files', camt([{ id, entries }], id))
      const { data } = await call('GET', '/bank-entries?q=With%20charges')
      const path = `/bank-entries/${data[0].id}`
      const charge = { kind: 'charge', invoice_id: id }
      const over = { allocations: [{ ...charge, amount: '74.59' }] }
      expect(await refused('POST', `${path}/book`, over)).toMatchObject({
        http: 422,
        errors: [{ pointer: '/allocations/0/amount' }],
      })
      // The charges come first in the request, but are invoiced last.
      const allocations = [
        { ...charge, amount: '60.00' },
        { kind: 'invoice', invoice_id: id },
      ]
      const booked = await call('POST', `${path}/book`, { allocations })
      expect(booked).toMatchObject({
        status: 'booked',
        allocations: [
          { kind: 'invoice', amount: '1000.00', invoice_id: id },
          { kind: 'charge', amount: '60.00' },
        ],
      })
      const chargesId = booked.allocations[1].invoice_id
      expect(await given.read(chargesId)).toMatchObject({
        status: 'paid',
        totals: { total: '60.00', due: '0.00' },
      })
      expect((await given.read(id)).status).toBe('paid')
      const charges = await chargesOf(id)
      expect(charges.map((it) => `${it.kind} ${it.amount} ${it.status}`).sort()).toEqual([
        'fee 5.00 settled',
        'interest 14.58 claimed',
        'interest 15.00 settled',
        'lump_sum 40.00 settled',
      ])
      await call('POST', `${path}/unbook`)
      for (const [invoice, due] of [
        [id, '1000.00'],
        [chargesId, '60.00'],
      ])
        expect((await given.read(invoice)).totals.due).toBe(due)
      const none = await refused('POST', `${path}/book`, {
        allocations: [{ ...charge, invoice_id: chargesId }],
      })
      expect(none.errors).toMatchObject([{ pointer: '/allocations/0/invoice_id' }])
    })

    test('201: the paid part becomes a paid invoice; the rest stays claimed', async () => {
      const { id, customer_id, number } = await secondLevel()
      const made = await call('POST', `/invoices/${id}/charges/settle`, {
        amount: '50.00',
        paid_at: '2026-07-14',
        method: 'transfer',
      })
      expect(made).toMatchObject({
        status: 'paid',
        customer_id,
        items: [
          { description: 'Reminder fee', total: '5.00' },
          { description: 'Lump sum for recovery costs', total: '40.00' },
          { total: '5.00', tax: { category: 'O', reason: 'Compensation for late payment' } },
        ],
        totals: { total: '50.00', tax: '0.00', due: '0.00' },
      })
      expect(made.notes).toContain(number)
      const charges = await chargesOf(id)
      expect(charges.map((it) => `${it.kind} ${it.amount} ${it.status}`).sort()).toEqual([
        'fee 5.00 settled',
        'interest 24.58 claimed',
        'interest 5.00 settled',
        'lump_sum 40.00 settled',
      ])
      const path = `/invoices/${id}/charges/settle`
      expect(await refused('POST', path, { amount: '24.59' })).toMatchObject({
        http: 409,
        code: 'charges_exceeded',
        claimed: '24.58',
      })
      await given.settings({ chargeTax: { category: 'S', rate: '19' } })
      expect(await call('POST', path, {})).toMatchObject({
        totals: { total: '24.58', tax: '3.93' },
      })
      await given.settings({ chargeTax: null })
      expect((await call('GET', `/invoices/${id}`)).totals).toMatchObject({ due: '1000.00' })
    })

    test('201: no withholding, rounding or discount for early payment changes what was paid', async () => {
      const { id } = await secondLevel()
      const usual = {
        withholdings: [{ rate: '20' }],
        cashRounding: [{ currency: 'EUR', to: '0.05' }],
        earlyPayment: [{ percent: '2', days: 10 }],
      }
      await given.settings(usual)
      const made = await call('POST', `/invoices/${id}/charges/settle`, {})
      expect(made).toMatchObject({
        status: 'paid',
        withholdings: [],
        early_payment: [],
        totals: { total: '74.58', withheld: '0.00', paid: '74.58', due: '0.00' },
      })
      await given.settings({ withholdings: null, cashRounding: null, earlyPayment: null })
    })
  })

  describe('sending by hand', () => {
    test('201: the next level at once, also without a plan that is switched on', async () => {
      await call('PATCH', `/reminder-plans/${plan.id}`, { enabled: false })
      const { id } = await issue()
      app.clock.set('2026-04-02T10:00:00Z')
      expect(await call('POST', `/invoices/${id}/reminders/send`, {})).toMatchObject({
        reminders: [{ level: 1, status: 'queued', message_id: expect.stringMatching(/^msg_/) }],
      })
    })

    test('409: with the reason', async () => {
      const reasonOf = async (id: string, body: object = {}) => {
        const answer = await refused('POST', `/invoices/${id}/reminders/send`, body)
        expect(answer).toMatchObject({ http: 409, code: 'not_remindable' })
        return answer.reason
      }
      const { id } = await issue()
      expect(await reasonOf(id)).toBe('not_due')
      app.clock.set('2026-04-02T10:00:00Z')
      expect(await reasonOf(id, { level: 6 })).toBe('unknown_level')
      await call('POST', `/invoices/${id}/reminders/pause`, { reason: 'other' })
      expect(await reasonOf(id)).toBe('paused')
      await call('POST', `/invoices/${id}/reminders/resume`)
      expect(await refused('POST', `/invoices/${id}/reminders/resume`)).toMatchObject({
        code: 'reminders_not_paused',
      })
      await call('POST', `/invoices/${id}/reminders/send`, {})
      expect(await reasonOf(id)).toBe('gap')
      app.clock.set('2026-05-02T10:00:00Z')
      expect(await reasonOf(id, { level: 1 })).toBe('level_sent')
      await call('POST', `/invoices/${id}/payments`, {})
      expect(await reasonOf(id)).toBe('paid')
      const draft = await issue({ status: 'draft' })
      expect(await reasonOf(draft.id)).toBe('draft')
    })

    test('404, 422: unknown invoice, a pause that is over', async () => {
      const missing = '/invoices/inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
      for (const path of ['/reminders', '/charges', '/reminder/html'])
        expect(await refused('GET', `${missing}${path}`)).toMatchObject({
          http: 404,
          code: 'invoice_not_found',
        })
      const { id } = await issue()
      const pause = { reason: 'promise', until: '2025-12-31' }
      expect(await refused('POST', `/invoices/${id}/reminders/pause`, pause)).toMatchObject({
        http: 422,
        errors: [{ pointer: '/until', code: 'out_of_range' }],
      })
    })
  })

  test('200: the next reminders of several invoices', async () => {
    const [one, two] = [await issue(), await issue({ status: 'draft' })]
    const { data } = await call('GET', `/reminders/next?invoice_ids=${one.id},${two.id},inv_x`)
    expect(data).toMatchObject([
      { invoice_id: one.id, next: { level: 1, day: '2026-04-07', mode: 'ask' } },
      { invoice_id: two.id, next: null, reason: 'draft' },
    ])
  })

  test('200: a paper as PDF, in the language of the invoice', async () => {
    const { id } = await issue({ language: 'de' })
    const answer = await app.call('GET', `/invoices/${id}/reminder/pdf?level=2`)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const html = await app.call('GET', `/invoices/${id}/reminder/html?level=2`)
    expect(html.body).toContain('Letzte Mahnung')
  })

  describe('money of the customer', () => {
    const money = (customer: string, amount: string, more: object = {}): Promise<Json> =>
      call('POST', `/customers/${customer}/payments`, { amount, apply: 'none', ...more })
    afterEach(deliver)
    const interestOf = async (id: string): Promise<Json[]> =>
      (await chargesOf(id)).filter(({ kind }) => kind === 'interest')

    test('a reminder waits while it is on account, and follows once it is used', async () => {
      const invoice = await issue()
      await money(invoice.customer_id, '50.00', { paid_at: '2026-03-31' })
      await lookOn('2026-04-08')
      expect(await waitingOf(invoice.id)).toEqual([])
      expect(await read(invoice.id)).toMatchObject({ waits_for: 'money_held', held: '50.00' })
      const effect = await call('GET', `/reminder-plans/${plan.id}/effect`)
      expect(effect.held_count).toBeGreaterThan(0)
      expect(effect.reached.map((it: Json) => it.invoice_id)).not.toContain(invoice.id)
      await call('POST', `/invoices/${invoice.id}/apply-credit`, {})
      expect(await read(invoice.id)).toMatchObject({ waits_for: null, held: null })
    })

    test('a refund that is due counts, money in another currency does not', async () => {
      const first = await issue()
      const customer_id = first.customer_id
      await call('POST', `/invoices/${first.id}/payments`, { paid_at: '2026-01-05' })
      const second = await issue({ customer: undefined, customer_id })
      await money(customer_id, '50.00', { currency: 'USD' })
      await lookOn('2026-04-08')
      expect(await read(second.id)).toMatchObject({ waits_for: 'approval', held: null })
      const note = await call('POST', `/invoices/${first.id}/credit-note`, {})
      await call('PATCH', `/invoices/${note.id}`, { status: 'sent' })
      expect(await waitingOf(second.id)).toEqual([])
      expect(await read(second.id)).toMatchObject({ waits_for: 'money_held', held: '1000.00' })
    })

    test('a credit note of a paid invoice: the reminder waits and says so, without interest', async () => {
      const paid = await issue()
      await call('POST', `/invoices/${paid.id}/payments`, { paid_at: '2026-01-05' })
      const late = await issue({ customer: undefined, customer_id: paid.customer_id })
      const { id } = await call('POST', `/invoices/${paid.id}/credit-note`, {
        issue_date: '2026-03-31',
        items: [{ id: paid.items[0].id, amount: '400.00' }],
      })
      await call('PATCH', `/invoices/${id}`, { status: 'sent' })
      await lookOn('2026-04-22')
      expect(await waitingOf(late.id)).toEqual([])
      expect(await read(late.id)).toMatchObject({
        waits_for: 'money_held',
        held: '400.00',
        reminders: [],
      })
      expect(await chargesOf(late.id)).toEqual([])
      const { held_count, reached } = await call('GET', `/reminder-plans/${plan.id}/effect`)
      expect(held_count).toBeGreaterThan(0)
      expect(reached.map((it: Json) => it.invoice_id)).not.toContain(late.id)
      // By hand, interest is claimed for what the credit note does not cover.
      await call('POST', `/invoices/${late.id}/reminders/send`, { level: 2 })
      expect(await interestOf(late.id)).toMatchObject([{ rates: [{ principal: '600.00' }] }])
    })

    test('an open credit note that covers the invoice leaves nothing to claim interest for', async () => {
      const paid = await issue()
      await call('POST', `/invoices/${paid.id}/payments`, { paid_at: '2026-01-05' })
      const late = await issue({ customer: undefined, customer_id: paid.customer_id })
      const { id } = await call('POST', `/invoices/${paid.id}/credit-note`, {
        issue_date: '2026-03-31',
      })
      await call('PATCH', `/invoices/${id}`, { status: 'sent' })
      app.clock.set('2026-04-30T10:00:00Z')
      await call('POST', `/invoices/${late.id}/reminders/send`, { level: 2 })
      expect(await interestOf(late.id)).toEqual([])
    })

    test.each([
      ['nothing', '0', '1000.00'],
      ['a part', '400.00', '600.00'],
      ['all', '1000.00', null],
    ])('a reminder by hand claims no interest while we hold %s', async (_, amount, principal) => {
      const invoice = await issue()
      if (amount !== '0') await money(invoice.customer_id, amount, { paid_at: '2026-03-31' })
      app.clock.set('2026-04-30T10:00:00Z')
      await call('POST', `/invoices/${invoice.id}/reminders/send`, { level: 2 })
      const interest = await interestOf(invoice.id)
      expect(interest.flatMap(({ rates }) => rates.map((it: Json) => it.principal))).toEqual(
        principal === null ? [] : [principal],
      )
    })

    test('money that an older invoice needs covers no newer one', async () => {
      const older = await issue({ due_date: '2026-03-01' })
      const newer = await issue({ customer: undefined, customer_id: older.customer_id })
      await money(older.customer_id, '1400.00', { paid_at: '2026-03-31' })
      app.clock.set('2026-04-30T10:00:00Z')
      await call('POST', `/invoices/${newer.id}/reminders/send`, { level: 2 })
      const [{ rates }] = await interestOf(newer.id)
      expect(rates).toMatchObject([{ principal: '600.00' }])
    })
  })
})
