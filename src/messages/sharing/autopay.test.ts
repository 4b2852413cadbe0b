import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { transaction } from '../../core/record/transaction.ts'
import { noteNotice } from '../../receivables/collections/notice.ts'

const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Firefox',
}

describe.each(ENGINES)('automatic payment of recurring invoices (%s)', (engine) => {
  let site: PlayedApp<PlayedStripe>
  let app: TestApp
  let stripe: PlayedStripe
  let customer = ''
  beforeAll(async () => {
    const provider = { kind: 'stripe', api_key: 'sk_test_page12345' }
    site = await startWithProvider(engine, playStripe, provider)
    ;({ app, played: stripe } = site)
    app.clock.set('2026-01-10T08:00:00Z')
    await givens(app).settings({ companyEmail: 'office@ateliernord.example', autopay: true })
    const body = { name: 'Fernweh Books', email: 'accounts@fernweh.example' }
    customer = (await givens(app).customer(body)).id
    await call('POST', '/recurring-invoices', {
      ...{ name: 'Hosting', customer_id: customer, action: 'send' },
      schedule: { unit: 'month', every: 1, start_date: '2026-01-31' },
      invoice: { items: [{ description: 'Hosting', unit_price: '49.00' }] },
    })
  })
  afterAll(() => site?.close())

  const call: TestApp['json'] = (...request) => app.json(...request)
  const runAt = async (instant: string): Promise<void> => {
    app.clock.set(instant)
    for (let n = 0; n < 3; n += 1) {
      await app.services.jobRunner.runDue()
      await runNow(app, 'collection.watch')
    }
  }
  const newest = async (): Promise<Json> =>
    (await call('GET', `/invoices?customer_id=${customer}&sort=-created_at`)).data[0]
  const pathOf = async ({ id }: Json): Promise<string> =>
    new URL((await call('GET', `/invoices/${id}`)).share_url).pathname
  const send = (url: string, payload: string) =>
    app.send({ method: 'POST', url, payload, headers: FORM })
  const consentRow = async (id: string): Promise<Json> => {
    const rows = app.tables.selectFrom('payment_methods').select('consent').where('id', '=', id)
    return JSON.parse((await rows.executeTakeFirstOrThrow()).consent ?? '{}')
  }
  const methods = async (): Promise<Json[]> =>
    (await call('GET', `/customers/${customer}/payment-methods`)).data

  test('the customer agrees on the page, is told, is charged, and stops it', async () => {
    await runAt('2026-01-31T06:00:00Z')
    const first = await newest()
    const path = await pathOf(first)
    const page = await app.send({ method: 'GET', url: path })
    expect(page.body).toContain('type="checkbox" name="save" value="yes">')
    expect(page.body).toContain('name="max"')
    const answer = await send(`${path}/pay`, 'method=&save=yes')
    expect(answer.statusCode, answer.body).toBe(303)
    const [checkout] = (await call('GET', `/invoices/${first.id}/checkouts`)).data
    expect(checkout).toMatchObject({ save: true, opened_by: 'page' })
    const session = stripe.of(checkout.id)
    expect(session.order.get('payment_intent_data[setup_future_usage]')).toBe('off_session')
    const amount = Number(checkout.amount.replace('.', ''))
    const paid = { ref: 'p', status: 'paid' as const, amount, currency: 'EUR', at: 1_769_839_200 }
    session.facts = { status: 'paid', payments: [paid] }
    await app.send({ method: 'GET', url: `${path}?paid=${checkout.id}` })

    const [kept] = await methods()
    expect(kept).toMatchObject({
      ...{ via: 'provider', kind: 'card', label: 'Visa •••• 4242', status: 'active' },
      consent: { language: 'en', invoice_id: first.id, browser: 'Firefox', currency: 'EUR' },
    })
    const { words, words_sha256: hash } = kept.consent
    expect(page.body).toContain(words)
    expect(hash).toBe(createHash('sha256').update(words).digest('hex'))

    await runAt('2026-02-28T06:00:00Z')
    const second = await newest()
    const [message] = (await call('GET', `/messages?subject_id=${second.id}`)).data
    const { text } = await call('GET', `/messages/${message.id}`)
    expect(text).toContain('We will charge Visa •••• 4242 with')
    const planned = (await call('GET', `/collections?invoice_id=${second.id}`)).data[0]
    const notice = { invoiceId: second.id, messageId: message.id, isAccepted: true }
    const says = { collectionId: planned.id, day: planned.next_on }
    const writtenAt = message.created_at
    await transaction(app.work(), (work) => noteNotice(work, { ...notice, writtenAt, says }))
    const { next_on: day } = (await call('GET', `/collections?invoice_id=${second.id}`)).data[0]
    expect(stripe.charges.size).toBe(0)
    await runAt(`${day}T12:00:00Z`)
    await runAt(`${day}T12:05:00Z`)
    expect(await call('GET', `/invoices/${second.id}`)).toMatchObject({ status: 'paid' })
    expect(stripe.charges.size).toBe(1)

    await runAt('2026-03-31T06:00:00Z')
    const third = await newest()
    const path3 = await pathOf(third)
    const shown = await app.send({ method: 'GET', url: path3 })
    expect(shown.body).toContain('Automatic payment is on: Visa •••• 4242')
    expect(shown.body).not.toContain('type="checkbox"')
    expect((await send(`${path3}/autopay`, '')).statusCode).toBe(303)
    expect(await methods()).toMatchObject([{ status: 'canceled' }])
    await runAt('2026-05-31T12:00:00Z')
    expect(stripe.charges.size).toBe(1)
    expect(stripe.detached).toEqual([expect.stringMatching(/^pm_of_/)])
    expect((await call('GET', `/collections?invoice_id=${third.id}`)).data).toMatchObject([
      { status: 'canceled', ended_because: 'stopped_by_customer', attempts: [] },
    ])
  })

  test.each([
    ['40,00', '40.00', 0],
    ['60', '60.00', 1],
  ])('the customer agrees to at most %s: a higher invoice is not charged', async (max, limit, count) => {
    await runAt(count === 0 ? '2026-06-30T06:00:00Z' : '2026-08-31T06:00:00Z')
    const first = await newest()
    const path = await pathOf(first)
    for (const bad of ['0', 'much', '-5']) {
      const refused = await send(`${path}/pay`, `method=&save=yes&max=${bad}`)
      expect([refused.statusCode, refused.headers.location]).toEqual([303, path])
    }
    expect((await call('GET', `/invoices/${first.id}/checkouts`)).data).toEqual([])
    // They come back from the provider's page, and agree to less.
    await send(`${path}/pay`, 'method=&save=yes&max=500')
    const answer = await send(`${path}/pay`, `method=&save=yes&max=${max}`)
    expect(answer.headers.location, answer.body).toContain('/c/pay/')
    const again = await send(`${path}/pay`, `method=&save=yes&max=${max}`)
    expect(again.headers.location).toBe(answer.headers.location)
    const opened: Json[] = (await call('GET', `/invoices/${first.id}/checkouts`)).data
    const checkout = opened.find(({ status }) => status === 'open')
    const at = Number(BigInt(app.clock.now()) / 1000n)
    const amount = Number(checkout.amount.replace('.', ''))
    const paid = { ref: 'p', status: 'paid' as const, amount, currency: 'EUR', at }
    stripe.of(checkout.id).facts = { status: 'paid', payments: [paid] }
    await app.send({ method: 'GET', url: `${path}?paid=${checkout.id}` })
    const kept = (await methods()).find(({ status }) => status === 'active')
    expect(kept?.consent).toMatchObject({
      max_amount: limit,
      words: expect.stringContaining(`Maximum per payment (optional): €${limit}`),
    })
    await runAt(count === 0 ? '2026-07-31T06:00:00Z' : '2026-09-30T06:00:00Z')
    const next = await newest()
    const planned: Json[] = (await call('GET', `/collections?invoice_id=${next.id}`)).data
    expect(planned).toHaveLength(count)
    for (const { id } of planned) {
      const { next_on: day } = await call('POST', `/collections/${id}/announce`, {})
      // The consent is looked at again on the day.
      const consent = { ...(await consentRow(kept?.id)), maxMinor: '4899' }
      await app.tables
        .updateTable('payment_methods')
        .set({ consent: JSON.stringify(consent) })
        .where('id', '=', kept?.id)
        .execute()
      const before = stripe.charges.size
      await runAt(`${day}T12:00:00Z`)
      expect(stripe.charges.size).toBe(before)
      expect(await call('GET', `/collections/${id}`)).toMatchObject({
        ...{ status: 'given_up', ended_because: 'over_limit', attempts: [] },
      })
    }
    await send(`${path}/autopay`, '')
  })

  test('the customer gives a card without paying, also for an invoice that is paid', async () => {
    await runAt('2026-10-31T06:00:00Z')
    const invoice = await newest()
    const path = await pathOf(invoice)
    await call('POST', `/invoices/${invoice.id}/payments`, { amount: '49.00' })
    const payments = (await call('GET', '/provider-payments')).data
    const { body: page } = await app.send({ method: 'GET', url: path })
    expect(page).toContain(`<form class="online" method="post" action="${path}/save">`)
    expect(page).toContain('name="save" value="yes" required>')
    const policy = (await app.send({ method: 'GET', url: path })).headers['content-security-policy']
    expect(policy).toContain(`form-action 'self' ${stripe.origin}`)
    // Without a box that is ticked, nobody agreed.
    for (const refused of ['method=', 'method=&save=yes&max=much'])
      expect((await send(`${path}/save`, refused)).headers.location).toBe(path)
    expect((await call('GET', `/invoices/${invoice.id}/checkouts`)).data).toEqual([])
    stripe.onCreate.push('lost_after')
    const answers: string[] = []
    for (const max of ['500', '500', '60', '60']) {
      const answer = await send(`${path}/save`, `method=&save=yes&max=${max}`)
      expect(answer.statusCode, answer.body).toBe(303)
      answers.push(String(answer.headers.location))
    }
    // Without an answer of the provider, the page of the invoice waits for it.
    expect(answers[0]).toContain(`${path}?paid=chk_`)
    expect(answers[3]).toBe(answers[2])
    expect(answers[2]).not.toBe(answers[1])
    const opened: Json[] = (await call('GET', `/invoices/${invoice.id}/checkouts`)).data
    expect(opened).toMatchObject([
      { kind: 'save', save: true, status: 'open', amount: '0.00', invoices: [{ id: invoice.id }] },
      { kind: 'save', status: 'canceled', closed_because: 'other_method' },
    ])
    const { id } = opened[0] ?? {}
    const session = stripe.of(id)
    expect(session.order.get('mode')).toBe('setup')
    expect(session.order.has('payment_intent_data[metadata][checkout]')).toBe(false)
    session.facts = { status: 'paid', payments: [] }
    const back = await app.send({ method: 'GET', url: `${path}?paid=${id}` })
    expect(back.body).toContain('Automatic payment is on: Visa •••• 4242')
    expect(back.body).not.toContain('/save"')
    const kept = (await methods()).filter(({ status }) => status === 'active')
    expect(kept).toMatchObject([{ label: 'Visa •••• 4242', consent: { max_amount: '60.00' } }])
    expect((await call('GET', '/provider-payments')).data).toHaveLength(payments.length)
    // It is charged like one that the customer paid with, and no second one is asked for.
    expect((await send(`${path}/save`, 'method=&save=yes')).headers.location).toBe(path)
    await runAt('2026-11-30T06:00:00Z')
    const next = await newest()
    expect((await call('GET', `/collections?invoice_id=${next.id}`)).data).toHaveLength(1)
    await send(`${path}/autopay`, '')
  })

  test('403: another site cannot stop it, or agree for the customer', async () => {
    const path = await pathOf(await newest())
    for (const name of ['pay', 'save', 'autopay']) {
      const headers = { ...FORM, 'sec-fetch-site': 'cross-site' }
      const sent = { method: 'POST', payload: 'save=yes', headers } as const
      expect((await app.send({ ...sent, url: `${path}/${name}` })).statusCode).toBe(403)
    }
  })
})
